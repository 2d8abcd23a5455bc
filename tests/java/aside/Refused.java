package aside;

import java.io.*;
import java.lang.invoke.*;
import java.net.URL;
import java.nio.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.*;

interface Colour {}

// holds, sequential: ServiceLoader: loaded by a loader, and loaded again
class AsksServices {
    public static void main(String[] args) {
        ServiceLoader<Colour> loader = ServiceLoader.load(Colour.class, Thread.currentThread().getContextClassLoader());
        loader.forEach(System.out::println);
        loader.reload();
        int count = 0;
        for (Iterator<Colour> it = loader.iterator(); it.hasNext(); it.next()) {
            count++;
        }
        System.out.println(count);
    }
}

// holds, sequential: ClassLoader.getResources: properties that are merged
class AsksResources {
    public static void main(String[] args) throws IOException {
        Properties all = new Properties();
        Enumeration<URL> urls = Thread.currentThread().getContextClassLoader().getResources("texts/Words.properties");
        while (urls.hasMoreElements()) {
            URL url = urls.nextElement();
            System.out.println(url.getProtocol());
            try (InputStream in = url.openConnection().getInputStream()) {
                all.load(in);
            }
        }
        System.out.println(new TreeMap<>(all));
    }
}

// holds, sequential: NoClassDefFoundError: a field of a type that is not there
class AsksAbsent {
    static class Holder {
        AbsentThing thing = new AbsentThing();
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            try {
                new Holder();
            } catch (LinkageError e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
    }
}

class AbsentThing {}

// holds, sequential: System.setOut: a stream that counts lines
class AsksOutput {
    static class Counting extends PrintStream {
        int lines;

        Counting(OutputStream out) {
            super(out);
        }

        @Override public void println(String text) {
            lines++;
            super.println(text);
        }
    }

    public static void main(String[] args) {
        PrintStream real = System.out;
        Counting counting = new Counting(new ByteArrayOutputStream());
        System.setOut(counting);
        System.out.println("one");
        System.out.println("two");
        System.setOut(real);
        System.out.println(counting.lines);
    }
}

// holds, sequential: MethodHandles: revealDirect and reflectAs
class AsksReveal {
    static void hello(String name) {
        System.out.println("hello " + name);
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle handle = lookup.unreflect(AsksReveal.class.getDeclaredMethod("hello", String.class));
        MethodHandleInfo info = lookup.revealDirect(handle);
        System.out.println(info.getName() + " " + info.getReferenceKind() + " " + info.isVarArgs());
        info.reflectAs(java.lang.reflect.Method.class, lookup).invoke(null, "Ada");
    }
}

// holds, sequential: VarHandle: exchanges, and the modes that a variable has
class AsksVarHandle {
    static int counter = 1;

    public static void main(String[] args) throws ReflectiveOperationException {
        VarHandle handle = MethodHandles.lookup().findStaticVarHandle(AsksVarHandle.class, "counter", int.class);
        System.out.println((int) handle.compareAndExchange(1, 5) + " " + (int) handle.getAndSet(6));
        System.out.println((int) handle.getAndBitwiseXor(3) + " " + counter);
        handle.setOpaque((short) 2);
        long widened = (int) handle.getOpaque();
        System.out.println(widened + " " + handle.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD));
        double[] reals = {1.5, 2};
        VarHandle elements = MethodHandles.arrayElementVarHandle(double[].class);
        System.out.println((double) elements.getAndAdd(reals, 0, 2) + " " + reals[0]);
    }
}

// holds, sequential: byte views: short and double
class AsksByteView {
    public static void main(String[] args) {
        byte[] bytes = new byte[16];
        VarHandle doubles = MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.BIG_ENDIAN);
        doubles.set(bytes, 0, 2.5);
        VarHandle shorts = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
        System.out.println((short) shorts.get(bytes, 0) + " " + (double) doubles.get(bytes, 0));
        VarHandle longs = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
        System.out.println((long) longs.getVolatile(bytes, 8));
    }
}

// holds, sequential: CRC32 of a stream
class AsksChecked {
    public static void main(String[] args) throws IOException {
        CheckedInputStream in = new CheckedInputStream(new ByteArrayInputStream(new byte[] {1, 2, 3}), new CRC32());
        System.out.println(in.readAllBytes().length + " " + in.getChecksum().getValue());
    }
}

// holds, sequential: Deflater: without a header, at two levels
class AsksDeflater {
    public static void main(String[] args) throws DataFormatException {
        byte[] text = "abcabcabcabcabcabcabcabcabc".repeat(4).getBytes(StandardCharsets.US_ASCII);
        for (int level : new int[] {Deflater.NO_COMPRESSION, Deflater.BEST_SPEED}) {
            Deflater deflater = new Deflater(level, true);
            deflater.setInput(text);
            deflater.finish();
            byte[] out = new byte[200];
            int length = deflater.deflate(out);
            Inflater inflater = new Inflater(true);
            inflater.setInput(out, 0, length);
            byte[] back = new byte[200];
            System.out.println(length + " " + inflater.inflate(back) + " " + Arrays.equals(text, Arrays.copyOf(back, text.length)));
        }
    }
}

// holds, sequential: Inflater: a stream of many parts
class AsksInflater {
    public static void main(String[] args) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflating = new DeflaterOutputStream(out, true)) {
            deflating.write("first".getBytes(StandardCharsets.US_ASCII));
            deflating.flush();
            deflating.write(" second".getBytes(StandardCharsets.US_ASCII));
        }
        System.out.println(new String(new InflaterInputStream(new ByteArrayInputStream(out.toByteArray())).readAllBytes(), StandardCharsets.US_ASCII));
    }
}

// holds, sequential: StackWalker: frames are skipped
class AsksWalker {
    static long deep(int n) {
        return n == 0 ? StackWalker.getInstance().walk(frames -> frames.filter(it -> it.getMethodName().equals("deep")).count()) : deep(n - 1);
    }

    public static void main(String[] args) {
        System.out.println(deep(4));
        StackWalker.getInstance().forEach(frame -> {
            if (frame.getClassName().equals("aside.AsksWalker")) {
                System.out.println(frame.getMethodName() + " " + frame.isNativeMethod() + " " + frame.getFileName());
            }
        });
    }
}

// refused: packages of a loader
class AsksPackages {
    public static void main(String[] args) {
        Package found = AsksPackages.class.getClassLoader().getDefinedPackage("aside");
        System.out.println(found + " " + found.isSealed());
        System.out.println(AsksPackages.class.getClassLoader().getDefinedPackage("no.where"));
        System.out.println(Package.getPackage("java.lang").getName());
    }
}

// refused: class loaders: a class defined from bytes
class AsksDefining extends ClassLoader {
    AsksDefining() {
        super(null);
    }

    @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
        try (InputStream in = AsksDefining.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?> twin = new AsksDefining().loadClass("aside.RedColour".replace("Red", "Red"));
        System.out.println(twin.getName() + " " + (twin == RedColour.class));
    }
}

// holds: ThreadGroup.enumerate over groups within groups
class AsksGroups {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup outer = new ThreadGroup("outer");
        ThreadGroup inner = new ThreadGroup(outer, "inner");
        Object lock = new Object();
        Thread one;
        synchronized (lock) {
            one = new Thread(inner, () -> {
                synchronized (lock) {
                }
            });
            one.start();
            Thread[] found = new Thread[3];
            assert outer.enumerate(found) == 1 && found[0] == one;
            assert outer.enumerate(found, false) == 0;
            ThreadGroup[] groups = new ThreadGroup[3];
            assert outer.enumerate(groups) == 1 && groups[0] == inner;
        }
        one.join();
    }
}

// holds: Thread.getAllStackTraces of one thread
class AsksStacks {
    public static void main(String[] args) {
        StackTraceElement[] own = Thread.getAllStackTraces().get(Thread.currentThread());
        assert Arrays.stream(own).anyMatch(it -> it.getMethodName().equals("main"));
    }
}
