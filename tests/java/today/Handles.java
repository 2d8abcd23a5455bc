package today;

import java.lang.invoke.*;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

// holds, sequential: which method a handle stands for
class Reveals {
    private int value = 3;

    static String twice(String text) {
        return text + text;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle[] handles = {
            lookup.findStatic(Reveals.class, "twice", MethodType.methodType(String.class, String.class)),
            lookup.findVirtual(String.class, "length", MethodType.methodType(int.class)),
            lookup.findConstructor(StringBuilder.class, MethodType.methodType(void.class, String.class)),
            lookup.findGetter(Reveals.class, "value", int.class),
            lookup.findVirtual(Runnable.class, "run", MethodType.methodType(void.class)),
        };
        for (MethodHandle each : handles) {
            MethodHandleInfo info = lookup.revealDirect(each);
            System.out.println(MethodHandleInfo.referenceKindToString(info.getReferenceKind()) + " " + info.getDeclaringClass().getName() + "." + info.getName()
                + info.getMethodType());
        }
    }
}

// holds, sequential: combinators that fold and collect
class Folds {
    static int sum(int a, int b, int c) {
        return a + 10 * b + 100 * c;
    }

    static int difference(int a, int b) {
        return a - b;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle sum = lookup.findStatic(Folds.class, "sum", MethodType.methodType(int.class, int.class, int.class, int.class));
        MethodHandle difference = lookup.findStatic(Folds.class, "difference", MethodType.methodType(int.class, int.class, int.class));
        System.out.println((int) MethodHandles.foldArguments(sum, difference).invokeExact(7, 2));
        System.out.println((int) MethodHandles.foldArguments(sum, 1, MethodHandles.identity(int.class)).invokeExact(7, 2));
        System.out.println((int) MethodHandles.collectArguments(sum, 1, difference).invokeExact(1, 9, 4, 2));
        System.out.println(MethodHandles.collectArguments(sum, 1, difference).type());
    }
}

// holds, sequential: loops and cleaning up
class Loops {
    static int step(int sum, int i) {
        return sum + i;
    }

    static int zero() {
        return 0;
    }

    static int clean(Throwable thrown, int result, int divisor) {
        System.out.println("clean " + thrown + " " + result);
        return result + 1;
    }

    static int divide(int divisor) {
        return 12 / divisor;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle step = lookup.findStatic(Loops.class, "step", MethodType.methodType(int.class, int.class, int.class));
        MethodHandle zero = lookup.findStatic(Loops.class, "zero", MethodType.methodType(int.class));
        MethodHandle count = MethodHandles.constant(int.class, 5);
        System.out.println((int) MethodHandles.countedLoop(count, zero, step).invokeExact());
        MethodHandle divide = lookup.findStatic(Loops.class, "divide", MethodType.methodType(int.class, int.class));
        MethodHandle clean = lookup.findStatic(Loops.class, "clean", MethodType.methodType(int.class, Throwable.class, int.class, int.class));
        MethodHandle both = MethodHandles.tryFinally(divide, clean);
        System.out.println((int) both.invokeExact(4));
        try {
            System.out.println((int) both.invokeExact(0));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}

// holds, sequential: casts and calls by a handle of a type
class Invokers {
    public static void main(String[] args) throws Throwable {
        MethodHandle length = MethodHandles.lookup().findVirtual(String.class, "length", MethodType.methodType(int.class));
        MethodHandle asByte = MethodHandles.explicitCastArguments(MethodHandles.identity(byte.class), MethodType.methodType(byte.class, int.class));
        System.out.println((byte) asByte.invokeExact(300));
        MethodHandle invoker = MethodHandles.exactInvoker(length.type());
        System.out.println((int) invoker.invokeExact(length, "four"));
        System.out.println((Object) MethodHandles.invoker(MethodType.methodType(Object.class, Object.class)).invokeExact(length, (Object) "five!"));
        System.out.println((int) MethodHandles.zero(int.class).invokeExact());
        System.out.println(MethodHandles.empty(MethodType.methodType(String.class, int.class)).invoke(3));
    }
}

// holds, sequential: values of other types, as a call converts them
class VarHandleTypes {
    long wide;
    float real;
    Object any;
    short small;

    public static void main(String[] args) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        VarHandle wide = lookup.findVarHandle(VarHandleTypes.class, "wide", long.class);
        VarHandle real = lookup.findVarHandle(VarHandleTypes.class, "real", float.class);
        VarHandle any = lookup.findVarHandle(VarHandleTypes.class, "any", Object.class);
        VarHandle small = lookup.findVarHandle(VarHandleTypes.class, "small", short.class);
        VarHandleTypes it = new VarHandleTypes();
        wide.set(it, 7);
        System.out.println(wide.getAndAdd(it, 5));
        System.out.println(wide.compareAndSet(it, 12, 13) + " " + it.wide);
        System.out.println((Object) wide.get(it));
        System.out.println((float) real.getAndAdd(it, 1.5f) + " " + it.real);
        real.setVolatile(it, 3);
        System.out.println(it.real);
        any.set(it, 5);
        System.out.println(any.get(it));
        small.set(it, (byte) 4);
        System.out.println((short) small.getAndBitwiseOr(it, (short) 3) + " " + it.small);
        Integer boxed = 9;
        wide.setRelease(it, boxed.intValue());
        System.out.println((long) wide.getAcquire(it));
        System.out.println(wide.varType() + " " + wide.coordinateTypes());
    }
}

// holds, sequential: bytes of an array as numbers
class ByteViews {
    public static void main(String[] args) {
        VarHandle ints = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        VarHandle longs = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        byte[] bytes = new byte[16];
        ints.set(bytes, 1, 0x01020304);
        System.out.println(Arrays.toString(bytes));
        longs.set(bytes, 8, -2L);
        System.out.println((long) longs.get(bytes, 8) + " " + (int) ints.get(bytes, 9));
        VarHandle buffers = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        buffers.set(buffer, 4, 77);
        System.out.println((int) buffers.get(buffer, 4) + " " + buffer.getInt(4));
        try {
            ints.get(bytes, 13);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
