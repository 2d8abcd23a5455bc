package everyday;

import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

// holds, sequential: members found and called
class ReflectCalls {
    static class Account {
        private int balance = 10;
        public int deposit(int amount) {
            return balance += amount;
        }
        private static String secret(String text) {
            return "<" + text + ">";
        }
    }

    public static void main(String[] args) throws Exception {
        Account account = Account.class.getDeclaredConstructor().newInstance();
        System.out.println(Account.class.getMethod("deposit", int.class).invoke(account, 5));
        Method secret = Account.class.getDeclaredMethod("secret", String.class);
        secret.setAccessible(true);
        System.out.println(secret.invoke(null, "x") + " " + Modifier.toString(secret.getModifiers()));
        Field balance = Account.class.getDeclaredField("balance");
        balance.setAccessible(true);
        balance.setInt(account, 99);
        System.out.println(balance.get(account) + " " + balance.getType() + " " + balance);
    }
}

// exception, sequential: what a called method throws is wrapped
class ReflectThrows {
    public static void fail() {
        throw new IllegalStateException("inside");
    }

    public static void main(String[] args) throws Exception {
        ReflectThrows.class.getMethod("fail").invoke(null);
    }
}

// exception, sequential: no such class
class ReflectNoClass {
    public static void main(String[] args) throws Exception {
        System.out.println(Class.forName("java.util.ArrayList").getSimpleName());
        Class.forName("everyday.Nothing");
    }
}

// holds, sequential: records do not change
class ReflectRecord {
    record Point(int x, int y) { }

    public static void main(String[] args) throws Exception {
        Field x = Point.class.getDeclaredField("x");
        x.setAccessible(true);
        try {
            x.setInt(new Point(1, 2), 5);
            System.out.println("changed");
        } catch (IllegalAccessException e) {
            System.out.println("refused");
        }
        for (RecordComponent each : Point.class.getRecordComponents()) {
            System.out.println(each.getName() + " " + each.getType() + " " + each.getAccessor().invoke(new Point(3, 4)));
        }
    }
}

// holds, sequential: proxies
class ReflectProxy {
    interface Greeter {
        String greet(String name);
        default String twice(String name) {
            return greet(name) + greet(name);
        }
    }

    public static void main(String[] args) {
        List<String> calls = new ArrayList<>();
        InvocationHandler handler = (proxy, method, arguments) -> {
            calls.add(method.getName());
            return method.getName().equals("greet") ? "hello " + arguments[0] : null;
        };
        Greeter greeter = (Greeter) Proxy.newProxyInstance(Greeter.class.getClassLoader(), new Class<?>[] {Greeter.class}, handler);
        System.out.println(greeter.greet("you") + " " + calls + " " + Proxy.isProxyClass(greeter.getClass()));
    }
}

// exception, sequential: a proxy's handler fails
class ReflectProxyFails {
    public static void main(String[] args) {
        Supplier<?> supplier = (Supplier<?>) Proxy.newProxyInstance(ReflectProxyFails.class.getClassLoader(), new Class<?>[] {Supplier.class},
            (proxy, method, arguments) -> { throw new java.io.IOException("checked"); });
        supplier.get();
    }
}

// holds, sequential: where classes stand
class ReflectNames {
    class Inner { }

    public static void main(String[] args) {
        class Local { }
        Object anonymous = new Object() { };
        System.out.println(Local.class.getEnclosingMethod().getName() + " " + Inner.class.getDeclaringClass().getSimpleName());
        System.out.println(anonymous.getClass().isAnonymousClass() + " " + Local.class.getName() + " " + int[][].class.getName() + " " + Inner.class.getCanonicalName());
        System.out.println(ReflectNames.class.getPackageName() + " " + Map.Entry.class.getTypeName() + " " + String[].class.getSimpleName());
    }
}

// holds, sequential: generic types
class ReflectGenerics {
    static Map<String, List<Integer>> field;

    static <T extends Comparable<T>> T most(List<? extends T> all) {
        return null;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(ReflectGenerics.class.getDeclaredField("field").getGenericType());
        System.out.println(ReflectGenerics.class.getDeclaredMethod("most", List.class).toGenericString());
        System.out.println(((ParameterizedType) new ArrayList<String>() { }.getClass().getGenericSuperclass()).getActualTypeArguments()[0]);
    }
}

// holds, sequential: method handles that the program calls
class ReflectHandles {
    static int twice(int x) {
        return 2 * x;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        System.out.println(lookup.lookupClass().getSimpleName());
        MethodHandle length = lookup.findVirtual(String.class, "length", MethodType.methodType(int.class));
        System.out.println((int) length.invokeExact("four"));
        MethodHandle twice = lookup.findStatic(ReflectHandles.class, "twice", MethodType.methodType(int.class, int.class));
        System.out.println(twice.invoke(21) + " " + twice.type());
        MethodHandle make = lookup.findConstructor(StringBuilder.class, MethodType.methodType(void.class, String.class));
        System.out.println(((StringBuilder) make.invoke("made")).reverse());
    }
}

// exception, sequential: a method handle that is not there
class ReflectNoHandle {
    public static void main(String[] args) throws Throwable {
        MethodHandles.lookup().findVirtual(String.class, "size", MethodType.methodType(int.class));
    }
}

// exception, sequential: a static field is none of an object
class ReflectStaticHandle {
    static int shared;

    public static void main(String[] args) throws Exception {
        System.out.println(MethodHandles.lookup().findStaticVarHandle(ReflectStaticHandle.class, "shared", int.class) != null);
        try {
            MethodHandles.lookup().findVarHandle(ReflectStaticHandle.class, "shared", int.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e.getMessage().substring(0, e.getMessage().indexOf(':')));
        }
    }
}

// exception, sequential: a field of an object is not static
class ReflectInstanceHandle {
    int own;

    public static void main(String[] args) throws Exception {
        try {
            MethodHandles.lookup().findStaticVarHandle(ReflectInstanceHandle.class, "own", int.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e.getMessage().substring(0, e.getMessage().indexOf(':')));
        }
    }
}

// holds: a counter by a handle
class ReflectCounter {
    volatile int count;
    static final VarHandle COUNT;
    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(ReflectCounter.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        ReflectCounter counter = new ReflectCounter();
        Runnable add = () -> COUNT.getAndAdd(counter, 1);
        Thread a = new Thread(add), b = new Thread(add);
        a.start();
        b.start();
        a.join();
        b.join();
        assert counter.count == 2;
    }
}

// holds, sequential: who calls
class ReflectWalker {
    static void inner() {
        StackWalker.getInstance().walk(frames -> frames.map(StackWalker.StackFrame::getMethodName).limit(2).toList()).forEach(System.out::println);
        System.out.println(StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass().getSimpleName());
    }

    public static void main(String[] args) {
        inner();
    }
}

// holds, sequential: the loader of a class
class ReflectLoader {
    public static void main(String[] args) throws Exception {
        ClassLoader loader = ReflectLoader.class.getClassLoader();
        System.out.println((loader != null) + " " + (String.class.getClassLoader() == null));
        System.out.println(loader.loadClass("everyday.ReflectLoader") == ReflectLoader.class);
        System.out.println(Thread.currentThread().getContextClassLoader() == ClassLoader.getSystemClassLoader());
    }
}

// deadlock: a synchronized method that reflection calls takes its monitor
class ReflectedLock {
    static synchronized void first() throws Exception {
        second(ReflectedLock.class);
    }

    static void second(Class<?> type) throws Exception {
        synchronized (ReflectedLock.made) {
            type.getMethod("third").invoke(null);
        }
    }

    static final Object made = new Object();

    public static synchronized void third() {}

    public static void main(String[] args) throws Exception {
        new Thread(() -> {
            try {
                second(ReflectedLock.class);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }).start();
        first();
    }
}
