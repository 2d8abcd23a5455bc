import java.lang.reflect.Proxy;

/** What a proxy does is in a class of ours. */
public class Wp {
  public static void main(String[] args) {
    Runnable made = (Runnable) Proxy.newProxyInstance(Wp.class.getClassLoader(), new Class<?>[] {Runnable.class}, (self, method, given) -> {
      assert false;
      return null;
    });
    made.run();
  }
}
