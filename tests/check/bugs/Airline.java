// "Airline" of the IBM contest benchmarks: the sale stops when all seats are sold, but sellers are under way by then.
public class Airline {
  static final Object lock = new Object();
  static boolean stop;
  static int sold;

  public static void main(String[] arguments) throws InterruptedException {
    int seats = Integer.parseInt(arguments[0]);
    Thread[] sellers = new Thread[seats + 2];
    for (int i = 0; i < sellers.length && !stopped(); i++) {
      sellers[i] = new Thread(() -> {
        synchronized (lock) {
          sold++;
          if (sold >= seats) stop = true;
        }
      });
      sellers[i].start();
    }
    for (Thread seller : sellers) {
      if (seller != null) seller.join();
    }
    assert sold <= seats : sold;
  }

  static boolean stopped() {
    synchronized (lock) {
      return stop;
    }
  }
}
