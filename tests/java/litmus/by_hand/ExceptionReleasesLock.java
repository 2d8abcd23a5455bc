// outcomes: deadlock-free x=1
// A synchronized block is left by an exception; the lock is free again.
package litmus;

public class ExceptionReleasesLock {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Object m = new Object();
        Thread t = new Thread(() -> {
            try {
                synchronized (m) {
                    throw new IllegalStateException();
                }
            } catch (IllegalStateException e) {
                // expected
            }
        });
        t.start();
        synchronized (m) {
            x++;
        }
        t.join();
        System.out.println("deadlock-free x=" + x);
    }
}
