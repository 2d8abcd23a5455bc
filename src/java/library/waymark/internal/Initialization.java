package waymark.internal;

/**
 * The initialisation of a class whose superclass, or an interface with code of it, is not initialised yet (JVMS 5.5, steps 7 to 11):
 * the class counts as in progress by then. The natives are the virtual machine's.
 */
final class Initialization {
    private Initialization() {}

    private static native void supers(Class<?> klass);

    private static native void body(Class<?> klass);

    private static native void failed(Class<?> klass);

    static void run(Class<?> klass) {
        try {
            supers(klass);
        } catch (Throwable thrown) {
            failed(klass);
            throw thrown;
        }
        body(klass);
    }
}
