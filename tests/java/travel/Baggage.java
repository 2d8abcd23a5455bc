// States that hold, while another thread may run, what a process makes up only when it is asked: classes of call sites,
// mirrors, literals, handles, a backtrace, a class that is being initialised.
package travel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

public class Baggage {
    static volatile int stop;
    static volatile int turn;
    volatile int field;
    static volatile int counted;

    record Pair(int left, Object right) {}

    static class Slow {
        static int first = 1;
        static Object literal = "slow \u03bb";
        static int last;

        static {
            stop = first;
            last = first + 1;
        }
    }

    // Its static field comes back to where it began.
    static class Plain {
        static int up;
    }

    static class Stubborn {
        @Override
        public String toString() {
            stop++;
            return "stubborn";
        }

        @Override
        public int hashCode() {
            stop++;
            return 3;
        }

        @Override
        public boolean equals(Object other) {
            stop++;
            return other instanceof Stubborn;
        }
    }

    static void pause() {
        stop++;
    }

    static void callSites(int n) {
        Supplier<String> constant = () -> "constant";
        IntSupplier captures = () -> {
            pause();
            return n + counted;
        };
        Object many = Array.newInstance(captures.getClass(), 2);
        Array.set(many, 1, captures);
        pause();
        counted = captures.getAsInt() + constant.get().length();
        Pair pair = new Pair(n, new Stubborn());
        String text = "n = " + n + pair;
        pause();
        if (!pair.equals(new Pair(n, new Stubborn())) || text.length() < pair.hashCode() % 2) throw new AssertionError();
    }

    static void literals() {
        String latin = "latin" + stop;
        String wide = ("\u03b1\u03b2" + latin).intern();
        Object[] all = {latin, wide, "plain", int.class, Pair[][].class, float[].class, Stubborn.class};
        pause();
        if (all[1] != wide || stop < 0) throw new AssertionError();
    }

    static void handles() throws Exception {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        pause();
        VarHandle handle = lookup.findVarHandle(Baggage.class, "field", int.class);
        VarHandle counter = lookup.findStaticVarHandle(Baggage.class, "counted", int.class);
        VarHandle elements = MethodHandles.arrayElementVarHandle(int[].class);
        Baggage one = new Baggage();
        int[] array = new int[3];
        pause();
        handle.getAndAdd(one, 2);
        counter.getAndAdd(1);
        elements.setVolatile(array, 1, 5);
        pause();
    }

    static void exceptions() {
        try {
            synchronized (Baggage.class) {
                pause();
                throw new IllegalStateException("kept");
            }
        } catch (IllegalStateException kept) {
            pause();
            if (kept.getStackTrace().length == 0) throw new AssertionError();
        }
    }

    static void reflection() throws Exception {
        Method method = Baggage.class.getDeclaredMethod("pause");
        method.invoke(null);
        pause();
        System.out.printf("%d%n", stop);
    }

    static void classes() {
        Plain.up++;
        pause();
        Plain.up--;
        stop += Slow.last;
        pause();
    }

    static void run(int which) {
        try {
            switch (which) {
                case 0 -> callSites(which);
                case 1 -> literals();
                case 2 -> handles();
                case 3 -> exceptions();
                case 4 -> reflection();
                default -> classes();
            }
        } catch (Exception unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    public static void main(String[] args) throws Exception {
        int first = Integer.parseInt(args[0]);
        Thread one = new Thread(() -> run(first));
        Thread two = new Thread(() -> run(Integer.parseInt(args[1])));
        one.start();
        two.start();
        synchronized (one) {
            while (turn == 0) {
                one.wait(1);
                turn = 1;
            }
        }
        one.join();
        two.join();
    }
}
