/** Where the assertion fails, its thread ends, and nothing is ever done. */
public class As {
  static volatile int x;
  static volatile boolean done;

  public static void main(String[] args) throws Exception {
    Thread thread = new Thread(() -> {
      assert x == 0;
      done = true;
    });
    thread.start();
    x = 1;
    thread.join();
  }
}
