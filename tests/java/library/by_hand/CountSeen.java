// outcomes: 2 | 1 | 0
// Who asks how often a latch has yet to be counted down sees each count.
package library;

import java.util.concurrent.CountDownLatch;

public class CountSeen {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(2);
        Thread other = new Thread(() -> {
            latch.countDown();
            latch.countDown();
        });
        other.start();
        System.out.println(latch.getCount());
    }
}
