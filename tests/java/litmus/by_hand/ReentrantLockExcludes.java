// outcomes: 2
package litmus;

import java.util.concurrent.locks.ReentrantLock;

public class ReentrantLockExcludes {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Runnable work = () -> {
            lock.lock();
            try {
                x++;
            } finally {
                lock.unlock();
            }
        };
        Thread t = new Thread(work);
        t.start();
        work.run();
        t.join();
        System.out.println(x);
    }
}
