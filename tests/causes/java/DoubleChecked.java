/* Bacon et al., "The 'Double-Checked Locking is Broken' Declaration": the first check reads without the lock.
   options: --property race
   cause: race
   threads: main, Thread-0
   values: DoubleChecked.instance */
public class DoubleChecked {
  static DoubleChecked instance;
  static final Object lock = new Object();

  static DoubleChecked get() {
    if (instance == null) {  /* ! */
      synchronized (lock) {
        if (instance == null) instance = new DoubleChecked();  /* ! */
      }
    }
    return instance;
  }

  public static void main(String[] args) {
    new Thread(() -> get()).start();
    get();
  }
}
