// The bounded buffer of PathFinder's and many other lists: notify() wakes a thread of the wrong kind, and all wait.
public class BoundedBuffer {
  private final int[] slots = new int[1];
  private int used;

  synchronized void put(int value) throws InterruptedException {
    while (used == slots.length) wait();
    slots[used++] = value;
    notify();
  }

  synchronized int get() throws InterruptedException {
    while (used == 0) wait();
    int value = slots[--used];
    notify();
    return value;
  }

  public static void main(String[] arguments) {
    int pairs = Integer.parseInt(arguments[0]);
    int items = Integer.parseInt(arguments[1]);
    BoundedBuffer buffer = new BoundedBuffer();
    for (int i = 0; i < pairs; i++) {
      new Thread(() -> {
        try {
          for (int j = 0; j < items; j++) buffer.put(j);
        } catch (InterruptedException never) {
        }
      }).start();
      new Thread(() -> {
        try {
          for (int j = 0; j < items; j++) buffer.get();
        } catch (InterruptedException never) {
        }
      }).start();
    }
  }
}
