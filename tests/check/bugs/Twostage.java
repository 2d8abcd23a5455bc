// "Twostage" of SCTBench: two values that belong together, each under its own lock.
public class Twostage {
  static final Object first = new Object();
  static final Object second = new Object();
  static int one;
  static int two;

  static void write() {
    synchronized (first) {
      one = 1;
    }
    synchronized (second) {
      two = one + 1;
    }
  }

  static void read() {
    int seen;
    synchronized (first) {
      if (one == 0) return;
      seen = one;
    }
    synchronized (second) {
      assert two == seen + 1 : two;
    }
  }

  public static void main(String[] arguments) {
    int number = Integer.parseInt(arguments[0]);
    for (int i = 0; i < number; i++) new Thread(Twostage::write).start();
    new Thread(Twostage::read).start();
  }
}
