// outcomes: done | deadlock
// Two locks, taken in both orders.
package library;

import java.util.concurrent.locks.ReentrantLock;

public class LocksInversed {
    public static void main(String[] args) throws Exception {
        ReentrantLock a = new ReentrantLock();
        ReentrantLock b = new ReentrantLock();
        Thread other = new Thread(() -> {
            b.lock();
            a.lock();
            a.unlock();
            b.unlock();
        });
        other.start();
        a.lock();
        b.lock();
        b.unlock();
        a.unlock();
        other.join();
        System.out.println("done");
    }
}
