// outcomes: 3
// join() comes after everything the thread did.
package litmus;

public class JoinSeesAll {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            x = 1;
            x = 2;
            x = 3;
        });
        t.start();
        t.join();
        System.out.println(x);
    }
}
