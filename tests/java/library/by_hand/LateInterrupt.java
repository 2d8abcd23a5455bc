// outcomes: interrupted | locked, true | locked, false
// An interrupt may come before, while and after a lock is waited for.
package library;

import java.util.concurrent.locks.ReentrantLock;

public class LateInterrupt {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Thread waits = new Thread(() -> {
            try {
                lock.lockInterruptibly();
                System.out.println("locked, " + Thread.currentThread().isInterrupted());
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        waits.start();
        waits.interrupt();
    }
}
