package today;

import java.util.*;
import java.util.stream.Collectors;

// holds, sequential: who called
class Walks {
    static List<String> names() {
        return StackWalker.getInstance().walk(frames -> frames.map(it -> it.getMethodName() + ":" + it.getClassName()).collect(Collectors.toList()));
    }

    static Class<?> caller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
    }

    static class Inner {
        static Class<?> asks() {
            return caller();
        }

        static String method() {
            StackWalker.StackFrame frame = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk(it -> it.findFirst().get());
            return frame.getDeclaringClass().getName() + " " + frame.getMethodType() + " " + frame.getDescriptor();
        }
    }

    public static void main(String[] args) {
        System.out.println(names().subList(0, 2));
        System.out.println(Inner.asks());
        System.out.println(Inner.method());
    }
}

// holds: threads of a group
class GroupMembers {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("workers");
        Object lock = new Object();
        Thread[] made = new Thread[2];
        synchronized (lock) {
            for (int i = 0; i < 2; i++) {
                made[i] = new Thread(group, () -> {
                    synchronized (lock) {
                    }
                }, "worker" + i);
                made[i].start();
            }
            Thread[] found = new Thread[5];
            int count = group.enumerate(found);
            assert count == 2 && group.activeCount() == 2 : count;
            assert new HashSet<>(Arrays.asList(found).subList(0, 2)).equals(new HashSet<>(Arrays.asList(made)));
        }
        for (Thread each : made) {
            each.join();
        }
        assert group.activeCount() == 0;
    }
}

// holds: stacks of all threads
class AllStacks {
    static void rests(Object lock) {
        synchronized (lock) {
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread other = new Thread(() -> rests(lock), "other");
        synchronized (lock) {
            other.start();
            Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
            assert all.containsKey(other) && all.containsKey(Thread.currentThread());
        }
        other.join();
        assert !Thread.getAllStackTraces().containsKey(other);
    }
}

// holds, sequential: a loader of the program that asks its parent first
class OwnLoader extends ClassLoader {
    OwnLoader() {
        super(OwnLoader.class.getClassLoader());
    }

    @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
        System.out.println("asked for " + name);
        throw new ClassNotFoundException(name);
    }

    public static void main(String[] args) throws Exception {
        OwnLoader loader = new OwnLoader();
        System.out.println(loader.loadClass("today.Walks") == Walks.class);
        System.out.println(loader.loadClass("java.util.ArrayList") == ArrayList.class);
        try {
            loader.loadClass("today.Nowhere");
        } catch (ClassNotFoundException e) {
            System.out.println(e.getMessage());
        }
    }
}

// holds, sequential: packages
class Packages {
    public static void main(String[] args) {
        System.out.println(Packages.class.getPackage().getName());
        System.out.println(String.class.getPackage());
        System.out.println(Packages.class.getPackage() == Walks.class.getPackage());
        System.out.println(Packages.class.getPackage().getImplementationVersion());
    }
}
