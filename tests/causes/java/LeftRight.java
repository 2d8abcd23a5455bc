/* Goetz et al., "Java Concurrency in Practice", listing 10.1: locks in two orders.
   cause: cycle
   threads: Thread-0, Thread-1
   locks: LeftRight.pair.left, LeftRight.pair.right */
public class LeftRight {
  static final LeftRight pair = new LeftRight();
  private final Object left = new Object();
  private final Object right = new Object();

  void leftRight() {
    synchronized (left) {
      synchronized (right) {  /* ! */
      }
    }
  }

  void rightLeft() {
    synchronized (right) {
      synchronized (left) {  /* ! */
      }
    }
  }

  public static void main(String[] args) {
    new Thread(() -> pair.leftRight()).start();
    new Thread(() -> pair.rightLeft()).start();
  }
}
