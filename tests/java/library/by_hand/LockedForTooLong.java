// outcomes: false 1 | true 2
// tryLock with a time-out ends without the lock only while the other is inside, which nobody else notices.
package library;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class LockedForTooLong {
    static int x;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Thread other = new Thread(() -> {
            lock.lock();
            x++;
            lock.unlock();
        });
        other.start();
        boolean got = lock.tryLock(1, TimeUnit.HOURS);
        if (got) {
            x++;
            lock.unlock();
        }
        other.join();
        System.out.println(got + " " + x);
    }
}
