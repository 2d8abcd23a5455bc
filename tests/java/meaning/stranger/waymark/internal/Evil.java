package waymark.internal;

/** A data race in what is not the library. */
public final class Evil {
  static int x;

  private Evil() {}

  public static void race() {
    new Thread(() -> x = 1).start();
    x = 2;
  }
}
