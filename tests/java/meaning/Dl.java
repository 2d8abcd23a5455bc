import java.util.concurrent.CountDownLatch;

/** The worker is lost before it counts down, and main waits for ever. */
public class Dl {
  public static void main(String[] args) throws Exception {
    CountDownLatch latch = new CountDownLatch(1);
    new Thread(() -> {
      if (args.length == 0) throw new IllegalStateException("lost");
      latch.countDown();
    }).start();
    latch.await();
  }
}
