import java.lang.reflect.Proxy;

/** A class of the program that is called as no proxy of the machine may be. */
public class Pz {
  interface I {
    int number();
  }

  public static void main(String[] args) throws Exception {
    assert Class.forName("Pz$I$$Proxy").getDeclaredConstructor().newInstance() instanceof I;
    I made = (I) Proxy.newProxyInstance(Pz.class.getClassLoader(), new Class<?>[] {I.class}, (self, method, given) -> 7);
    assert made.number() == 7 : made.number();
    assert new Pz$I$$Proxy().number() == 1;
    assert Proxy.isProxyClass(made.getClass()) && !Proxy.isProxyClass(Pz$I$$Proxy.class);
  }
}

class Pz$I$$Proxy implements Pz.I {
  Pz$I$$Proxy() {
  }

  @Override public int number() {
    return 1;
  }
}
