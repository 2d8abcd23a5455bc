package waymark.internal;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Resources of the class path. The virtual machine calls these in place of the methods of ClassLoader and Class that have their names.
 */
final class Resources {
    private Resources() {}

    /** What the class path has by that path: URLs as lines. */
    private static native String urls(String path);

    /** And the bytes of one. */
    private static native byte[] bytes(String path, int number);

    static URL getResource(String name) {
        List<URL> all = found(name, true);
        return all.isEmpty() ? null : all.get(0);
    }

    static Enumeration<URL> getResources(String name) {
        return Collections.enumeration(found(name, false));
    }

    static Stream<URL> resources(String name) {
        return found(name, false).stream();
    }

    static InputStream getResourceAsStream(String name) {
        URL url = getResource(name);
        try {
            return url == null ? null : url.openStream();
        } catch (IOException e) {
            return null;
        }
    }

    static URL getResource(Class<?> from, String name) {
        return getResource(resolved(from, name));
    }

    static InputStream getResourceAsStream(Class<?> from, String name) {
        return getResourceAsStream(resolved(from, name));
    }

    private static String resolved(Class<?> from, String name) {
        if (name.startsWith("/")) {
            return name.substring(1);
        }
        String within = from.getPackageName();
        return within.isEmpty() ? name : within.replace('.', '/') + "/" + name;
    }

    /** The JDK's classes come first, as a loader asks its parent first. */
    private static List<URL> found(String name, boolean first) {
        List<URL> all = new ArrayList<>();
        URL ofJdk = findResource(name);
        if (ofJdk != null) {
            all.add(ofJdk);
        }
        String urls = urls(name);
        for (int i = 0, at = 0; at < urls.length() && !(first && all.size() == 1); i++) {
            int end = urls.indexOf('\n', at);
            all.add(of(urls.substring(at, end), bytes(name, i)));
            at = end + 1;
        }
        return all;
    }

    // In the place of jdk.internal.loader.BootLoader's: resources that a class of the JDK has beside it.

    static InputStream findResourceAsStream(String module, String name) {
        byte[] bytes = Disk.ofJdk(name);
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    static URL findResource(String module, String name) {
        byte[] bytes = Disk.ofJdk(name);
        return bytes == null ? null : of("jrt:/" + module + "/" + name, bytes);
    }

    /** Without a module, only classes are found: modules keep the rest to themselves. */
    static URL findResource(String name) {
        return name.endsWith(".class") ? findResource("java.base", name) : null;
    }

    private static URL of(String spec, byte[] bytes) {
        URLStreamHandler handler = new URLStreamHandler() {
            @Override protected URLConnection openConnection(URL url) {
                return new URLConnection(url) {
                    @Override public void connect() {}

                    @Override public InputStream getInputStream() {
                        return new ByteArrayInputStream(bytes);
                    }
                };
            }
        };
        try {
            return new URL(null, spec, handler);
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** The names of a service's providers, as the files below META-INF/services have them. */
    static List<String> providers(String service) throws IOException {
        List<String> names = new ArrayList<>();
        for (URL url : found("META-INF/services/" + service, false)) {
            for (String line : new String(url.openStream().readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                String name = line.replaceFirst("#.*", "").strip();
                if (!name.isEmpty() && !names.contains(name)) {
                    names.add(name);
                }
            }
        }
        return names;
    }
}
