// outcomes: interrupted | opened, true
// await looks at the interrupt status, and then at the latch: interrupted in between it returns normally.
package library;

import java.util.concurrent.CountDownLatch;

public class AwaitLooksTwice {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Thread waits = new Thread(() -> {
            try {
                latch.await();
                System.out.println("opened, " + Thread.currentThread().isInterrupted());
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        waits.start();
        waits.interrupt();
        latch.countDown();
    }
}
