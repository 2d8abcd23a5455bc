// outcomes: 2
// The latch opens after both have counted down.
package litmus;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class LatchOpens {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(2);
        AtomicInteger n = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                n.incrementAndGet();
                latch.countDown();
            }).start();
        }
        latch.await();
        System.out.println(n.get());
    }
}
