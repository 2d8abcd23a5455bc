package conformance;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

class Reflected {
    public int x;
    private String name;
    static long made;

    public Reflected(int x, String name) {
        this.x = x;
        this.name = name;
        made++;
    }

    public Reflected() {
        this(7, "seven");
    }

    private Reflected(double d, long l, char c, byte b) {
        this((int) (d + l + c + b), "wide");
    }

    public int add(int y) {
        return x + y;
    }

    public long wide(long a, double b, float c, short d, boolean e) {
        return a + (long) b + (long) c + d + (e ? 1000 : 0);
    }

    static String shout(String s) {
        return s + "!";
    }

    private void fail() {
        throw new IllegalStateException("on purpose");
    }

    synchronized void locked() {
        System.out.println("locked " + Thread.holdsLock(this));
    }

    public String toString() {
        return x + name;
    }
}

class ReflectedChild extends Reflected {
    @Override
    public int add(int y) {
        return -super.add(y);
    }
}

class ReflectConstructors {
    public static void main(String[] args) throws Exception {
        System.out.println(Reflected.class.getConstructor(int.class, String.class).newInstance(3, "three"));
        System.out.println(Reflected.class.getDeclaredConstructor().newInstance());
        Constructor<?> hidden = Reflected.class.getDeclaredConstructor(double.class, long.class, char.class, byte.class);
        hidden.setAccessible(true);
        System.out.println(hidden.newInstance(1.5, 2L, 'a', (byte) 4));
        System.out.println(hidden.newInstance(1f, 2, 'a', (byte) 4));
        System.out.println(Reflected.class.getConstructors().length + " of " + Reflected.class.getDeclaredConstructors().length);
        System.out.println(Reflected.made);
    }
}

class ReflectConstructorFaults {
    static abstract class Unfinished {}

    static class Angry {
        Angry() throws Exception {
            throw new Exception("angry");
        }
    }

    public static void main(String[] args) throws Exception {
        try {
            Unfinished.class.getDeclaredConstructor().newInstance();
        } catch (InstantiationException e) {
            System.out.println(e);
        }
        try {
            Angry.class.getDeclaredConstructor().newInstance();
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause());
        }
        try {
            Reflected.class.getDeclaredConstructor(String.class);
        } catch (NoSuchMethodException e) {
            System.out.println(e.getMessage());
        }
        try {
            Reflected.class.getConstructor(int.class, String.class).newInstance("x", "y");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Reflected.class.getConstructor(int.class, String.class).newInstance(1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}

class ReflectMethods {
    public static void main(String[] args) throws Exception {
        Method add = Reflected.class.getMethod("add", int.class);
        System.out.println(add.invoke(new Reflected(), 5));
        System.out.println(add.invoke(new ReflectedChild(), (short) 5));
        System.out.println(Reflected.class.getDeclaredMethod("shout", String.class).invoke(null, "hey"));
        Method wide = Reflected.class.getMethod("wide", long.class, double.class, float.class, short.class, boolean.class);
        System.out.println(wide.invoke(new Reflected(), 1, 2f, 3L, (byte) 4, true));
        Reflected.class.getDeclaredMethod("locked").invoke(new Reflected());
        System.out.println(add.getName() + " " + add.getReturnType() + " " + Arrays.toString(add.getParameterTypes()) + " " + Modifier.toString(add.getModifiers()));
        System.out.println(String.class.getMethod("substring", int.class, int.class).invoke("reflection", 2, 6));
        List<Object> list = new ArrayList<>();
        List.class.getMethod("add", Object.class).invoke(list, "added");
        System.out.println(list);
    }
}

class ReflectMethodFaults {
    public static void main(String[] args) throws Exception {
        Method fail = Reflected.class.getDeclaredMethod("fail");
        fail.setAccessible(true);
        try {
            fail.invoke(new Reflected());
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause() + " " + e.getTargetException().getMessage());
        }
        Method add = Reflected.class.getMethod("add", int.class);
        for (Object[] wrong : new Object[][] {{"x"}, {1, 2}, {1L}, {null}}) {
            try {
                add.invoke(new Reflected(), wrong);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            add.invoke("not one of them", 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            add.invoke(null, 1);
        } catch (NullPointerException e) {
            System.out.println("null receiver");
        }
        try {
            Reflected.class.getMethod("nothing");
        } catch (NoSuchMethodException e) {
            System.out.println(e.getMessage());
        }
    }
}

class ReflectFields {
    public static void main(String[] args) throws Exception {
        Reflected it = new Reflected();
        Field x = Reflected.class.getField("x");
        x.setInt(it, 42);
        System.out.println(x.getInt(it) + " " + x.get(it) + " " + x.getType());
        Field name = Reflected.class.getDeclaredField("name");
        name.setAccessible(true);
        name.set(it, "changed");
        System.out.println(name.get(it) + " " + it);
        Field made = Reflected.class.getDeclaredField("made");
        made.setLong(null, 99);
        System.out.println(Reflected.made + " " + made.get(null));
        System.out.println(Reflected.class.getFields().length + " " + Reflected.class.getDeclaredFields().length);
        try {
            Reflected.class.getField("absent");
        } catch (NoSuchFieldException e) {
            System.out.println(e.getMessage());
        }
    }
}

class ReflectArrays {
    public static void main(String[] args) {
        Object ints = Array.newInstance(int.class, 3);
        Array.setInt(ints, 1, 5);
        Array.set(ints, 2, (short) 6);
        System.out.println(Array.get(ints, 0) + " " + Array.get(ints, 1) + " " + Array.getLong(ints, 2) + " " + Array.getLength(ints));
        Object words = Array.newInstance(String.class, 2);
        Array.set(words, 1, "w");
        System.out.println(Arrays.toString((String[]) words));
        double[] ds = {1.5, 2.5};
        System.out.println(Array.getDouble(ds, 1) + " " + Array.get(ds, 0));
        boolean[] bs = {true, false, true};
        System.out.println(Array.getBoolean(bs, 2) + " " + Array.get(bs, 1));
        char[] cs = {'a', 'b'};
        System.out.println(Array.getInt(cs, 1) + " " + Array.get(cs, 1));
        for (Runnable wrong : new Runnable[] {() -> Array.get(ints, 3), () -> Array.set(words, 0, 1), () -> Array.getByte(ints, 0), () -> Array.getInt("x", 0)}) {
            try {
                wrong.run();
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
    }
}

class ReflectRecords {
    record Point(int x, List<String> names) {}

    public static void main(String[] args) throws Exception {
        Point point = new Point(3, List.of("p"));
        for (RecordComponent c : Point.class.getRecordComponents()) {
            System.out.println(c.getName() + " " + c.getType() + " " + c.getGenericType() + " " + c.getAccessor().invoke(point));
        }
        System.out.println(ReflectRecords.class.getRecordComponents() == null);
    }
}

class ReflectByName {
    interface Plugin {
        String run();
    }

    static class First implements Plugin {
        public String run() {
            return "first";
        }
    }

    static class Second implements Plugin, Callable<String> {
        public String run() {
            return "second";
        }

        public String call() {
            return "called";
        }
    }

    public static void main(String[] args) throws Exception {
        for (String name : new String[] {"First", "Second", "Third"}) {
            try {
                Class<?> found = Class.forName("conformance.ReflectByName$" + name);
                System.out.println(((Plugin) found.getDeclaredConstructor().newInstance()).run() + " " + found.getSimpleName());
                System.out.println(Arrays.toString(found.getInterfaces()) + Modifier.isStatic(found.getModifiers()));
            } catch (ClassNotFoundException e) {
                System.out.println("none: " + e.getMessage());
            }
        }
    }
}

class ReflectGenerics {
    static List<String> strings() {
        return null;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(ReflectGenerics.class.getDeclaredMethod("strings").getGenericReturnType());
        System.out.println(ArrayList.class.getTypeParameters()[0]);
        System.out.println(Arrays.toString(Integer.class.getGenericInterfaces()));
        System.out.println(Reflected.class.getDeclaredMethod("shout", String.class));
    }
}

class NullMessages {
    int[] array;
    NullMessages next;
    String s;
    static NullMessages nobody;

    NullMessages get(int a, String b) {
        return null;
    }

    static void tell(Runnable r) {
        try {
            r.run();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    void viaThis() {
        System.out.println(this.next.s);
    }

    public static void main(String[] args) {
        NullMessages it = new NullMessages();
        tell(() -> {
            NullMessages z = null;
            z.next = null;
        });
        tell(() -> System.out.println(it.next.s));
        tell(() -> System.out.println(it.next.next.next.s));
        tell(() -> it.array[1] = 2);
        tell(() -> System.out.println(it.array[1]));
        tell(() -> it.get(1, "x").get(2, null));
        tell(() -> System.out.println(it.s.length()));
        tell(() -> System.out.println(it.s.compareTo("x")));
        tell(() -> {
            int[] x = null;
            System.out.println(x.length);
        });
        tell(() -> {
            synchronized (it.next) {
                System.out.println("never");
            }
        });
        tell(() -> {
            throw null;
        });
        tell(() -> {
            int[][] y = new int[2][];
            int i = 1;
            y[i][0] = 3;
        });
        tell(() -> {
            long[][] y = new long[2][];
            y[it.hashCode() * 0][0] = 3L;
        });
        tell(() -> {
            Integer i = null;
            int j = i;
        });
        tell(() -> nobody.get(0, ""));
        tell(it::viaThis);
        tell(() -> {
            throw new NullPointerException();
        });
        tell(() -> {
            throw new NullPointerException("said so");
        });
        tell(() -> ((Object) it.s).hashCode());
        tell(() -> (it.array == null ? it.next : it).get(1, ""));
        tell(() -> java.util.Objects.requireNonNull(it.s));
        tell(() -> java.util.Map.of("k", "v").get("absent").length());
    }
}
