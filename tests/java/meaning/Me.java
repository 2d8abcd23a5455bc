/** Main ends with an exception and leaves its monitor; the other thread goes on, takes it, and fails later. */
public class Me {
  public static void main(String[] args) {
    new Thread(() -> {
      synchronized (Me.class) {
        Me.class.hashCode();
      }
      assert false : "it goes on";
    }).start();
    synchronized (Me.class) {
      throw new IllegalStateException("main");
    }
  }
}
