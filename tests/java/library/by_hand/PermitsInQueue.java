// outcomes: done | deadlock
// Who waits for two permits stands before who waits for one, whatever is released: one of them may wait for ever.
package library;

import java.util.concurrent.Semaphore;

public class PermitsInQueue {
    public static void main(String[] args) throws Exception {
        Semaphore permits = new Semaphore(0);
        Thread two = new Thread(() -> permits.acquireUninterruptibly(2));
        two.setDaemon(true);
        Thread one = new Thread(permits::acquireUninterruptibly);
        two.start();
        one.start();
        permits.release();
        one.join();
        System.out.println("done");
    }
}
