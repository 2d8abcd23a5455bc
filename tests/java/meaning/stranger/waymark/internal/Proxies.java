package waymark.internal;

/** Somebody else's: it calls no handler. */
final class Proxies {
  private Proxies() {}

  static Object invoke(java.lang.reflect.InvocationHandler handler, Object self, String owner, String name, String descriptor, Object[] given) {
    return null;
  }
}
