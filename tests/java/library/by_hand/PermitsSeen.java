// outcomes: 0 false | 0 true | 1 false | 1 true | deadlock
// Others look at a semaphore between acquire and release; who takes its permit for good lets the other wait.
package library;

import java.util.concurrent.Semaphore;

public class PermitsSeen {
    public static void main(String[] args) throws Exception {
        Semaphore one = new Semaphore(1);
        Thread other = new Thread(() -> {
            one.acquireUninterruptibly();
            one.release();
        });
        other.start();
        System.out.println(one.availablePermits() + " " + one.tryAcquire());
    }
}
