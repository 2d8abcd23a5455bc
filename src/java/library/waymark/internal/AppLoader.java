package waymark.internal;

/** The loader that the classes of the program say they have. The virtual machine makes the only one, without a constructor. */
final class AppLoader extends ClassLoader {
    private AppLoader() {}

    @Override public Class<?> loadClass(String name) throws ClassNotFoundException {
        return Class.forName(name, false, null);
    }

    @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return loadClass(name);
    }

    @Override public String getName() {
        return "app";
    }

    @Override public String toString() {
        return "app";
    }
}
