package waymark.internal;

import java.util.concurrent.ConcurrentHashMap;

/** What the JDK keeps by the loader of its own classes: in the place of jdk.internal.loader.BootLoader's map. */
final class LoaderValues {
    private LoaderValues() {}

    private static final ConcurrentHashMap<?, ?> MAP = new ConcurrentHashMap<>();

    static ConcurrentHashMap<?, ?> map() {
        return MAP;
    }
}
