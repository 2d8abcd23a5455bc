/* Lu et al. 2008, "Learning from mistakes": a thread is joined while a lock is held that it needs.
   cause: cycle
   threads: main, Thread-0
   locks: JoinLocked.lock */
public class JoinLocked {
  static final Object lock = new Object();

  public static void main(String[] args) throws InterruptedException {
    Thread worker = new Thread(() -> {
      synchronized (lock) {  /* ! */
      }
    });
    worker.start();
    synchronized (lock) {
      worker.join();  /* ! */
    }
  }
}
