package waymark.internal;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.BaseStream;

/** Arguments of a parameterised test that code makes. Which of the sets is taken is a choice, unless one is asked for. */
final class TestArguments {
    private TestArguments() {}

    /** "m" and methods, CLASS#METHOD or METHOD, or "a" and classes that provide; separated by spaces. */
    static boolean isSource(String text) {
        return text.startsWith("m") || text.startsWith("a");
    }

    /** The sources, and perhaps the number of the set that is asked for, from 1 on. */
    static Object[] chosen(Object test, Class<?> owner, String[] texts) throws Throwable {
        List<Object[]> sets = new ArrayList<>();
        for (String source : texts[0].substring(1).split(" ")) {
            each(texts[0].startsWith("m") ? called(test, owner, source) : provided(source), sets);
        }
        if (sets.isEmpty()) {
            throw new IllegalStateException("Configuration error: You must configure at least one set of arguments for this @ParameterizedTest");
        }
        if (texts.length > 1) {
            int number = Integer.parseInt(texts[1]);
            if (number > sets.size()) {
                Disk.refuse("a test with set " + number + " of arguments, of which there are " + sets.size());
            }
            return sets.get(number - 1);
        }
        return sets.get(sets.size() == 1 ? 0 : waymark.Verify.getInt(0, sets.size() - 1));
    }

    private static Object called(Object test, Class<?> owner, String source) throws Throwable {
        int name = source.indexOf('#');
        Class<?> type = name < 0 ? owner : Class.forName(source.substring(0, name));
        for (Class<?> it = type; it != null; it = it.getSuperclass()) {
            for (Method method : it.getDeclaredMethods()) {
                if (method.getName().equals(source.substring(name + 1)) && method.getParameterCount() == 0) {
                    method.setAccessible(true);
                    return invoked(method, test);
                }
            }
        }
        throw new IllegalStateException("Could not find factory method [" + source + "] in class [" + type.getName() + "]");
    }

    private static Object invoked(Method method, Object test, Object... arguments) throws Throwable {
        try {
            return method.invoke(test, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Object provided(String source) throws Throwable {
        Constructor<?> make = Class.forName(source).getDeclaredConstructor();
        make.setAccessible(true);
        Object provider = make.newInstance();
        Class<?> context = Class.forName("org.junit.jupiter.api.extension.ExtensionContext");
        Method provide = Class.forName("org.junit.jupiter.params.provider.ArgumentsProvider").getMethod("provideArguments", context);
        Object nothing = Proxy.newProxyInstance(context.getClassLoader(), new Class<?>[] {context}, (proxy, method, arguments) -> {
            Disk.refuse("the context of JUnit's extensions, which a provider of arguments asks");
            return null;
        });
        return invoked(provide, provider, nothing);
    }

    /** Streams, collections and arrays, of sets of arguments or of one argument each. */
    private static void each(Object many, List<Object[]> sets) throws Throwable {
        if (many instanceof BaseStream<?, ?> stream) {
            stream.iterator().forEachRemaining(it -> sets.add(set(it)));
        } else if (many instanceof Iterable<?> all) {
            all.forEach(it -> sets.add(set(it)));
        } else if (many instanceof Iterator<?> all) {
            all.forEachRemaining(it -> sets.add(set(it)));
        } else if (many != null && many.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(many); i++) {
                sets.add(set(Array.get(many, i)));
            }
        } else {
            throw new IllegalStateException("Cannot convert instance of " + (many == null ? null : many.getClass().getName()) + " into a Stream");
        }
    }

    private static Object[] set(Object one) {
        try {
            Class<?> type = Class.forName("org.junit.jupiter.params.provider.Arguments");
            if (type.isInstance(one)) {
                return (Object[]) type.getMethod("get").invoke(one);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        return one instanceof Object[] several ? several : new Object[] {one};
    }
}
