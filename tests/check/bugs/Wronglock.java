// "Wronglock" of SCTBench: most threads count under one lock, one of them under another.
public class Wronglock {
  static final Object right = new Object();
  static final Object wrong = new Object();
  static int count;

  static void add(Object lock) {
    synchronized (lock) {
      int seen = count;
      count = seen + 1;
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    int number = Integer.parseInt(arguments[0]);
    Thread[] threads = new Thread[number];
    for (int i = 0; i < number; i++) {
      Object lock = i == 0 ? wrong : right;
      threads[i] = new Thread(() -> add(lock));
    }
    for (Thread thread : threads) thread.start();
    for (Thread thread : threads) thread.join();
    assert count == number : count;
  }
}
