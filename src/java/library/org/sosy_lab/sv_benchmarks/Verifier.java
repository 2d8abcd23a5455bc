package org.sosy_lab.sv_benchmarks;

import waymark.Verify;

/** The interface of the SV-COMP benchmarks. Choices from billions of values are not served: a check that meets one says so. */
public final class Verifier {
    private Verifier() {}

    public static void assume(boolean condition) {
        Verify.assume(condition);
    }

    public static boolean nondetBoolean() {
        return Verify.getBoolean();
    }

    public static byte nondetByte() {
        return (byte) Verify.getInt(Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    public static char nondetChar() {
        return (char) Verify.getInt(Character.MIN_VALUE, Character.MAX_VALUE);
    }

    public static short nondetShort() {
        return (short) Verify.getInt(Short.MIN_VALUE, Short.MAX_VALUE);
    }

    public static native int nondetInt();

    public static native long nondetLong();

    public static native float nondetFloat();

    public static native double nondetDouble();

    public static native String nondetString();
}
