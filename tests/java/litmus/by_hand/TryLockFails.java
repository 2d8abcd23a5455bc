// outcomes: false x=1 | true x=2
// tryLock() fails exactly while the other thread is inside.
package litmus;

import java.util.concurrent.locks.ReentrantLock;

public class TryLockFails {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Thread t = new Thread(() -> {
            lock.lock();
            x++;
            lock.unlock();
        });
        t.start();
        boolean got = lock.tryLock();
        if (got) {
            x++;
            lock.unlock();
        }
        t.join();
        System.out.println(got + " x=" + x);
    }
}
