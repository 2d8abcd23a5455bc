package everyday;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntBinaryOperator;

// holds, sequential: handles that are made of others
class HandlesCombined {
    static String join(String a, int b, long c) {
        return a + "/" + b + "/" + c;
    }

    static boolean isShort(String text) {
        return text.length() < 3;
    }

    static String sorry(IllegalStateException e, String text) {
        return text + " " + e.getMessage();
    }

    static String fails(String text) {
        throw new IllegalStateException("failed");
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType texts = MethodType.methodType(String.class, String.class);
        MethodHandle join = lookup.findStatic(HandlesCombined.class, "join", MethodType.methodType(String.class, String.class, int.class, long.class));
        System.out.println((String) join.invokeExact("a", 1, 2L));
        System.out.println(join.invoke((Object) "b", (short) 3, 'c'));
        MethodHandle bound = MethodHandles.insertArguments(join, 1, 7, 8);
        System.out.println(bound.type() + " " + (String) bound.invokeExact("c"));
        System.out.println(join.bindTo("d").invokeWithArguments(List.of(9, 10L)));
        MethodHandle upper = lookup.findVirtual(String.class, "toUpperCase", MethodType.methodType(String.class));
        System.out.println((String) MethodHandles.filterReturnValue(bound, upper).invokeExact("e"));
        System.out.println((String) MethodHandles.filterArguments(bound, 0, upper).invokeExact("f"));
        System.out.println((String) MethodHandles.dropArguments(bound, 0, double.class).invokeExact(1.5, "g"));
        System.out.println((String) MethodHandles.permuteArguments(join, MethodType.methodType(String.class, int.class, long.class, String.class), 2, 0, 1)
            .invokeExact(11, 12L, "h"));
        MethodHandle isShort = lookup.findStatic(HandlesCombined.class, "isShort", MethodType.methodType(boolean.class, String.class));
        MethodHandle chosen = MethodHandles.guardWithTest(isShort, upper, MethodHandles.identity(String.class));
        System.out.println((String) chosen.invokeExact("ij") + (String) chosen.invokeExact("klm"));
        MethodHandle sorry = lookup.findStatic(HandlesCombined.class, "sorry", MethodType.methodType(String.class, IllegalStateException.class, String.class));
        MethodHandle caught = MethodHandles.catchException(lookup.findStatic(HandlesCombined.class, "fails", texts), IllegalStateException.class, sorry);
        System.out.println((String) caught.invokeExact("n"));
        System.out.println((int) MethodHandles.constant(int.class, 5).invokeExact());
        System.out.println(join.asSpreader(Object[].class, 3).invoke(new Object[] {"o", 13, 14L}));
        System.out.println(join.asType(MethodType.genericMethodType(3)).type());
    }
}

// holds, sequential: fields, constructors and methods of a superclass by handles
class HandlesOfMembers {
    static class Base {
        protected int value = 3;

        String name() {
            return "base";
        }
    }

    static class Derived extends Base {
        static String shared = "shared";

        Derived(int value) {
            this.value = value;
        }

        @Override String name() {
            return "derived";
        }

        String above() throws Throwable {
            MethodHandle above = MethodHandles.lookup().findSpecial(Base.class, "name", MethodType.methodType(String.class), Derived.class);
            return (String) above.invokeExact(this);
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle make = lookup.findConstructor(Derived.class, MethodType.methodType(void.class, int.class));
        Derived made = (Derived) make.invokeExact(5);
        MethodHandle get = lookup.findGetter(Base.class, "value", int.class);
        MethodHandle set = lookup.findSetter(Base.class, "value", int.class);
        set.invoke(made, (int) get.invoke(made) + 1);
        System.out.println(made.value + " " + get.type() + " " + set.type());
        MethodHandle shared = lookup.findStaticGetter(Derived.class, "shared", String.class);
        lookup.findStaticSetter(Derived.class, "shared", String.class).invokeExact("set");
        System.out.println((String) shared.invokeExact());
        MethodHandle name = lookup.findVirtual(Base.class, "name", MethodType.methodType(String.class));
        System.out.println((String) name.invoke(made) + " " + made.above());
        System.out.println(lookup.unreflect(Derived.class.getDeclaredMethod("name")).invoke(made));
        System.out.println(lookup.bind(made, "name", MethodType.methodType(String.class)).invoke());
        MethodHandle format = lookup.findStatic(String.class, "format", MethodType.methodType(String.class, String.class, Object[].class));
        System.out.println(format.isVarargsCollector() + " " + format.invoke("%s-%s", "x", 3));
    }
}

// exception, sequential: invokeExact asks for the very types
class HandleNotExact {
    public static void main(String[] args) throws Throwable {
        MethodHandle length = MethodHandles.lookup().findVirtual(String.class, "length", MethodType.methodType(int.class));
        System.out.println(length.invoke((Object) "five5"));
        try {
            Object result = length.invokeExact("four");
            System.out.println(result);
        } catch (WrongMethodTypeException e) {
            throw new IllegalStateException("not exact");
        }
    }
}

// exception, sequential: what a method throws comes through its handle
class HandleThrows {
    static void fail(List<String> into) {
        into.add("called");
        throw new UnsupportedOperationException("by a handle");
    }

    public static void main(String[] args) throws Throwable {
        List<String> calls = new ArrayList<>();
        MethodHandle fail = MethodHandles.lookup().findStatic(HandleThrows.class, "fail", MethodType.methodType(void.class, List.class));
        try {
            fail.invokeExact(calls);
        } finally {
            System.out.println(calls);
        }
    }
}

// exception, sequential: a private method of another class
class HandleOfPrivate {
    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        System.out.println(lookup.findStatic(HandleOwner.class, "open", MethodType.methodType(int.class)).invoke());
        try {
            lookup.findStatic(HandleOwner.class, "hidden", MethodType.methodType(int.class));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("hidden");
        }
    }
}

class HandleOwner {
    static int open() {
        return hidden() + 1;
    }

    private static int hidden() {
        return 41;
    }
}

// holds, sequential: an interface by a handle
class HandleAsInterface {
    static int add(int a, int b) {
        return a + b;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandle add = MethodHandles.lookup().findStatic(HandleAsInterface.class, "add", MethodType.methodType(int.class, int.class, int.class));
        IntBinaryOperator operator = MethodHandleProxies.asInterfaceInstance(IntBinaryOperator.class, add);
        System.out.println(operator.applyAsInt(20, 22));
        MethodHandle compare = MethodHandles.lookup().findVirtual(String.class, "compareTo", MethodType.methodType(int.class, String.class));
        List<String> words = new ArrayList<>(List.of("c", "a", "b"));
        @SuppressWarnings("unchecked") Comparator<String> order = MethodHandleProxies.asInterfaceInstance(Comparator.class, compare);
        words.sort(order);
        System.out.println(words);
    }
}

// holds: two threads by a handle of a synchronized method
class HandleSynchronized {
    private int count;

    synchronized void add() {
        count++;
    }

    public static void main(String[] args) throws Throwable {
        HandleSynchronized counter = new HandleSynchronized();
        MethodHandle add = MethodHandles.lookup().findVirtual(HandleSynchronized.class, "add", MethodType.methodType(void.class));
        Runnable run = () -> {
            try {
                add.invokeExact(counter);
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        };
        Thread one = new Thread(run);
        Thread two = new Thread(run);
        one.start();
        two.start();
        one.join();
        two.join();
        assert counter.count == 2;
    }
}

// assertion: two threads by a handle of a method that is not
class HandleUnsynchronized {
    private int count;

    void add() {
        count++;
    }

    public static void main(String[] args) throws Throwable {
        HandleUnsynchronized counter = new HandleUnsynchronized();
        MethodHandle add = MethodHandles.lookup().bind(counter, "add", MethodType.methodType(void.class));
        Runnable run = () -> {
            try {
                add.invokeExact();
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        };
        Thread one = new Thread(run);
        Thread two = new Thread(run);
        one.start();
        two.start();
        one.join();
        two.join();
        assert counter.count == 2;
    }
}

// assertion: a field by handles of it is read and written in two steps
class HandleLostUpdate {
    static int count;

    public static void main(String[] args) throws Throwable {
        MethodHandle get = MethodHandles.lookup().findStaticGetter(HandleLostUpdate.class, "count", int.class);
        MethodHandle set = MethodHandles.lookup().findStaticSetter(HandleLostUpdate.class, "count", int.class);
        Thread other = new Thread(() -> {
            try {
                set.invokeExact((int) get.invokeExact() + 1);
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        });
        other.start();
        set.invokeExact((int) get.invokeExact() + 1);
        other.join();
        assert count == 2;
    }
}
