/* Farchi, Nir, Ur 2003, "Concurrent bug patterns and how to test them": the lost notify.
   cause: lost notification
   threads: main, Thread-0
   locks: LostNotify.lock */
public class LostNotify {
  static final Object lock = new Object();

  public static void main(String[] args) throws InterruptedException {
    new Thread(() -> {
      synchronized (lock) {
        lock.notifyAll();  /* ! */
      }
    }).start();
    synchronized (lock) {
      lock.wait();  /* ! */
    }
  }
}
