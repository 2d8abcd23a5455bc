// outcomes: interrupted | locked, true
// Who waits for a lock is interrupted before it is released, so releasing it at once would lose something.
package library;

import java.util.concurrent.locks.ReentrantLock;

public class InterruptedInQueue {
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
        lock.lock();
        waits.start();
        waits.interrupt();
        lock.unlock();
    }
}
