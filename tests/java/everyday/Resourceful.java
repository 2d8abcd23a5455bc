package everyday;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

// holds, sequential: resources beside a class and from the root
// with: --files CLASSES --files DATA
class ResourceStreams {
    public static void main(String[] args) throws Exception {
        try (InputStream in = ResourceStreams.class.getResourceAsStream("greeting.txt")) {
            System.out.print(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        try (BufferedReader in = new BufferedReader(new InputStreamReader(ResourceStreams.class.getResourceAsStream("/everyday/greeting.txt")))) {
            System.out.println(in.readLine().length());
        }
        System.out.println(ResourceStreams.class.getResourceAsStream("nothing.txt"));
        System.out.println(ResourceStreams.class.getClassLoader().getResource("nothing.txt"));
        URL url = Thread.currentThread().getContextClassLoader().getResource("everyday/greeting.txt");
        System.out.println(url.getProtocol() + " " + url.getPath().endsWith("/everyday/greeting.txt"));
        try (InputStream in = url.openStream()) {
            System.out.println(in.read());
        }
        System.out.println(Collections.list(ClassLoader.getSystemResources("everyday/greeting.txt")).size());
    }
}

// exception, sequential: a resource that is not there
// with: --files CLASSES --files DATA
class ResourceMissing {
    public static void main(String[] args) throws Exception {
        Properties settings = new Properties();
        System.out.println(settings.size());
        settings.load(ResourceMissing.class.getResourceAsStream("settings.properties"));
    }
}

// holds, sequential: a resource of the class path, which needs no option
class ResourceUnread {
    public static void main(String[] args) {
        System.out.println(ResourceUnread.class.getResource("greeting.txt") != null);
    }
}

// holds, sequential: the same, with files besides
// with: --files DATA
class ResourceElsewhere {
    public static void main(String[] args) {
        System.out.println(ResourceElsewhere.class.getResource("greeting.txt") != null);
    }
}

interface ResourceGreeter {
    String greet(String name);
}

interface ResourceLacking { }

interface ResourceUnknown { }

// holds, sequential: services that the class path names
// with: --files CLASSES --files DATA
class ResourceServices {
    public static void main(String[] args) {
        List<String> all = new ArrayList<>();
        for (ResourceGreeter greeter : ServiceLoader.load(ResourceGreeter.class)) all.add(greeter.greet("you"));
        System.out.println(all);
        System.out.println(ServiceLoader.load(ResourceGreeter.class).findFirst().get().greet("all"));
        System.out.println(ServiceLoader.load(ResourceUnknown.class).findFirst());
        System.out.println(ServiceLoader.load(ResourceGreeter.class).stream().map(it -> it.type().getSimpleName()).collect(Collectors.toList()));
    }
}

// exception, sequential: a provider that is not there
// with: --files CLASSES --files DATA
class ResourceNoProvider {
    public static void main(String[] args) {
        try {
            for (ResourceLacking it : ServiceLoader.load(ResourceLacking.class)) System.out.println(it);
        } catch (ServiceConfigurationError e) {
            throw new IllegalStateException(e.getMessage());
        }
    }
}

// assertion: two threads count by a provider that is not safe for them
// with: --files CLASSES --files DATA
class ResourceSharedProvider {
    public static void main(String[] args) throws Exception {
        ResourceGreeter greeter = ServiceLoader.load(ResourceGreeter.class).findFirst().get();
        Thread other = new Thread(() -> greeter.greet("a"));
        other.start();
        greeter.greet("b");
        other.join();
        assert ((ResourcePlainCount) greeter).count() == 2;
    }
}

interface ResourcePlainCount {
    int count();
}
