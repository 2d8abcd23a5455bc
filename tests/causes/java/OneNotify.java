/* Goetz et al., "Java Concurrency in Practice", 14.2.4: a signal by notify is hijacked.
   cause: lost notification
   threads: Other, Putter, Taker
   locks: OneNotify.buffer */
public class OneNotify {
  static class Buffer {
    int items;

    synchronized void put() throws InterruptedException {
      while (items == 1) wait();  /* ! */
      items++;
      notify();
    }

    synchronized void take() throws InterruptedException {
      while (items == 0) wait();  /* ! */
      items--;
      notify();  /* ! */
    }
  }

  static final Buffer buffer = new Buffer();

  public static void main(String[] args) {
    Runnable taking = () -> {
      try {
        buffer.take();
      } catch (InterruptedException never) {
      }
    };
    new Thread(taking, "Taker").start();
    new Thread(taking, "Other").start();
    new Thread(() -> {
      try {
        buffer.put();
        buffer.put();
      } catch (InterruptedException never) {
      }
    }, "Putter").start();
  }
}
