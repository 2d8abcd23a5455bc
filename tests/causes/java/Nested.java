/* Lea, "Concurrent Programming in Java", section 3.3.4: nested monitors; who waits inside keeps the outer lock.
   cause: stuck
   threads: main, Thread-0
   locks: Nested.inner, Nested.outer */
public class Nested {
  static final Object outer = new Object();
  static final Object inner = new Object();
  static boolean ready;

  public static void main(String[] args) throws InterruptedException {
    new Thread(() -> {
      synchronized (outer) {  /* ! */
        synchronized (inner) {
          ready = true;
          inner.notify();
        }
      }
    }).start();
    synchronized (outer) {
      synchronized (inner) {
        while (!ready) inner.wait();  /* ! */
      }
    }
  }
}
