// "Reorder" of SCTBench: setters write two fields one after the other, a checker sees the first without the second.
public class Reorder {
  static int a;
  static int b;

  public static void main(String[] arguments) throws InterruptedException {
    int setters = Integer.parseInt(arguments[0]);
    for (int i = 0; i < setters; i++) {
      new Thread(() -> {
        a = 1;
        b = -1;
      }).start();
    }
    new Thread(() -> {
      int first = a;
      int second = b;
      assert (first == 0 && second == 0) || (first == 1 && second == -1);
    }).start();
  }
}
