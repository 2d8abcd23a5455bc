// outcomes: 7
// What is written before start() is seen by the thread.
package litmus;

public class StartPublishes {
    static int x;

    public static void main(String[] args) {
        x = 7;
        new Thread(() -> System.out.println(x)).start();
    }
}
