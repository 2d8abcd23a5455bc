/** Whether the class of the flag is ever initialised depends on the schedule. */
public class Lw {
  static volatile int x;

  static class Done {
    static volatile int flag = Integer.parseInt("0");
  }

  public static void main(String[] args) {
    new Thread(() -> x = 1).start();
    if (x == 1) Done.flag = 1;
  }
}
