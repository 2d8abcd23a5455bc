package today;

import java.io.*;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.*;

interface Greeter {
    String greet(String name);
}

// holds, sequential: the providers of a service, in the order of their file
class ServiceIteration {
    public static void main(String[] args) {
        for (Greeter greeter : ServiceLoader.load(Greeter.class)) {
            System.out.println(greeter.getClass().getName() + " " + greeter.greet("Ada"));
        }
    }
}

// holds, sequential: providers as a stream, made when they are needed
class ServiceStream {
    public static void main(String[] args) {
        List<String> names = ServiceLoader.load(Greeter.class).stream().map(it -> it.type().getSimpleName()).toList();
        System.out.println(names);
        System.out.println(ServiceLoader.load(Greeter.class).findFirst().map(it -> it.greet("Bob")).orElse("nobody"));
    }
}

// holds, sequential: a service without a provider
class ServiceAbsent {
    interface Lonely {}

    public static void main(String[] args) {
        System.out.println(ServiceLoader.load(Lonely.class).iterator().hasNext());
        System.out.println(ServiceLoader.load(Lonely.class).findFirst().isPresent());
    }
}

// holds, sequential: all resources of a name, read
class ResourceListing {
    public static void main(String[] args) throws IOException {
        int count = 0;
        for (URL url : Collections.list(ResourceListing.class.getClassLoader().getResources("texts/lines.txt"))) {
            count++;
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(url.openStream(), StandardCharsets.UTF_8))) {
                reader.lines().forEach(System.out::println);
            }
        }
        System.out.println(count);
        System.out.println(ClassLoader.getSystemResources("texts/absent.txt").hasMoreElements());
    }
}

// holds, sequential: a resource beside a class and one from the root
class ResourceByClass {
    public static void main(String[] args) throws IOException {
        System.out.println(ResourceByClass.class.getResource("lines.txt"));
        try (InputStream in = ResourceByClass.class.getResourceAsStream("/texts/lines.txt")) {
            System.out.println(new String(in.readAllBytes(), StandardCharsets.UTF_8).length());
        }
        System.out.println(ResourceByClass.class.getResource("ResourceByClass.class") != null);
    }
}

// holds, sequential: texts of a bundle in two languages
class ResourceBundles {
    public static void main(String[] args) {
        ResourceBundle english = ResourceBundle.getBundle("texts.Words", Locale.ROOT);
        ResourceBundle german = ResourceBundle.getBundle("texts.Words", Locale.GERMAN);
        System.out.println(english.getString("hello") + " " + german.getString("hello"));
        System.out.println(MessageFormat.format(german.getString("bye"), "Ada"));
    }
}

// exception, sequential: a provider whose constructor throws
class ServiceBroken {
    public static void main(String[] args) {
        for (Runnable each : ServiceLoader.load(Runnable.class)) {
            each.run();
        }
    }
}
