// outcomes: 0 | 1
// A join with a limit may give up before the thread has written.
package litmus;

public class TimedJoin {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> x = 1);
        t.start();
        t.join(1);
        System.out.println(x);
    }
}
