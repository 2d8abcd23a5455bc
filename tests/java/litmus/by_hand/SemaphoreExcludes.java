// outcomes: 2
// One permit: the two increments exclude each other.
package litmus;

import java.util.concurrent.Semaphore;

public class SemaphoreExcludes {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Semaphore s = new Semaphore(1);
        Runnable work = () -> {
            s.acquireUninterruptibly();
            x++;
            s.release();
        };
        Thread t = new Thread(work);
        t.start();
        work.run();
        t.join();
        System.out.println(x);
    }
}
