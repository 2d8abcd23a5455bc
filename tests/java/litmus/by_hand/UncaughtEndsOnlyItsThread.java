// outcomes: 1
// A handled uncaught exception ends its thread; join() returns.
package litmus;

public class UncaughtEndsOnlyItsThread {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            throw new IllegalStateException();
        });
        t.setUncaughtExceptionHandler((thread, e) -> x = 1);
        t.start();
        t.join();
        System.out.println(x);
    }
}
