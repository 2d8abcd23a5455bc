// Conversions between primitive types, boxes and text.
package conformance;


class IntToOthers {
    public static void main(String[] args) throws Exception {
        int[] v = {0, 1, -1, 127, 128, 255, 256, 32768, 65536, -129, Integer.MIN_VALUE, Integer.MAX_VALUE};
        for (int i : v) System.out.println((byte) i + " " + (short) i + " " + (int) (char) i + " " + (long) i + " " + (float) i + " " + (double) i);
    }
}

class LongToOthers {
    public static void main(String[] args) throws Exception {
        long[] v = {0, 1L << 31, 1L << 32, (1L << 53) + 1, Long.MIN_VALUE, Long.MAX_VALUE, -1};
        for (long l : v) System.out.println((int) l + " " + (byte) l + " " + (float) l + " " + (double) l);
    }
}

class FloatToOthers {
    public static void main(String[] args) throws Exception {
        float[] v = {0f, -0f, 1.9f, -1.9f, 1e10f, -1e10f, 1e20f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MIN_VALUE};
        for (float f : v) System.out.println((int) f + " " + (long) f + " " + (byte) f + " " + (int) (char) f + " " + (double) f);
    }
}

class DoubleToOthers {
    public static void main(String[] args) throws Exception {
        double[] v = {0, -0.0, 1.9, -1.9, 1e10, 1e20, -1e20, 1e300, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE, 0.1};
        for (double d : v) System.out.println((int) d + " " + (long) d + " " + (short) d + " " + (float) d);
    }
}

class CharArithmetic {
    public static void main(String[] args) throws Exception {
        char c = 'a';
        System.out.println(c + 1);
        System.out.println((char) (c + 1));
        System.out.println('a' + 'b' + "c");
        System.out.println("c" + 'a' + 'b');
        System.out.println((int) 'é' + " " + (char) 233);
    }
}

class Boxing {
    public static void main(String[] args) throws Exception {
        Integer a = 127, b = 127, c = 1000, d = 1000;
        System.out.println((a == b) + " " + c.equals(d) + " " + (c <= d && c >= d));
        Object o = 5;
        System.out.println(o.equals(5) + " " + o.equals(5L) + " " + o.getClass().getName());
        Character ch = 'x';
        Boolean t = true;
        System.out.println(ch + " " + t + " " + (t ? 1 : 2));
    }
}

class Unboxing {
    public static void main(String[] args) throws Exception {
        Integer n = null;
        try { int i = n; System.out.println(i); } catch (NullPointerException e) { System.out.println("null"); }
        Long l = 5L;
        long sum = l + Integer.valueOf(7) + Short.valueOf((short) 1);
        System.out.println(sum);
        Integer count = 0;
        count++;
        count += 5;
        System.out.println(count);
    }
}

class TernaryTypes {
    public static void main(String[] args) throws Exception {
        System.out.println(true ? 1 : 2.0);
        System.out.println((Object) (true ? 1 : 'a'));
        Integer i = null;
        System.out.println(args.length == 0 ? "none" : i);
        char x = 'X';
        System.out.println(false ? 0 : x);
    }
}

class ParseNumbers {
    public static void main(String[] args) throws Exception {
        System.out.println(Integer.parseInt("-123") + Integer.parseInt("ff", 16) + Integer.valueOf("+7"));
        System.out.println(Long.parseLong("123456789012") + " " + Double.parseDouble("1.5e3") + " " + Float.parseFloat("0.1"));
        for (String s : new String[] {"", "12x", "2147483648", "-", " 1"}) {
            try { System.out.println(Integer.parseInt(s)); } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
        }
    }
}

class Radix {
    public static void main(String[] args) throws Exception {
        System.out.println(Integer.toBinaryString(42) + " " + Integer.toHexString(-1) + " " + Integer.toOctalString(64) + " " + Integer.toString(255, 36));
        System.out.println(Long.toHexString(Long.MIN_VALUE) + " " + Long.toString(-255, 16) + " " + Integer.parseInt("-zz", 36));
    }
}

class NumberClasses {
    public static void main(String[] args) throws Exception {
        Number[] ns = {1, 2L, 3.7f, -4.9, (byte) 5, (short) 6};
        for (Number n : ns) System.out.println(n.intValue() + " " + n.longValue() + " " + n.doubleValue() + " " + n.byteValue() + " " + n.getClass().getSimpleName());
    }
}

class BoxHashes {
    public static void main(String[] args) throws Exception {
        System.out.println(Integer.hashCode(7) + " " + Long.hashCode(1L << 33) + " " + Double.hashCode(1.5) + " " + Float.hashCode(2.5f) + " " + Boolean.hashCode(true) + " " + Character.hashCode('a'));
        System.out.println(Integer.compare(3, 5) + " " + Long.signum(-9) + " " + Double.compare(0.0, -0.0) + " " + Double.compare(Double.NaN, 1));
    }
}

class CharacterClass {
    public static void main(String[] args) throws Exception {
        for (char c : "aZ5 _é€\t".toCharArray())
            System.out.println((int) c + " " + Character.isLetter(c) + Character.isDigit(c) + Character.isWhitespace(c) + Character.isUpperCase(c) + Character.isJavaIdentifierPart(c) + (int) Character.toUpperCase(c));
        System.out.println(Character.getNumericValue('7') + " " + Character.digit('f', 16) + " " + Character.forDigit(11, 16));
    }
}

class CodePoints {
    public static void main(String[] args) throws Exception {
        String s = "a\uD83D\uDE00b";
        System.out.println(s.length() + " " + s.codePointCount(0, s.length()) + " " + s.codePointAt(1) + " " + Character.charCount(s.codePointAt(1)));
        System.out.println(Character.toChars(128512).length + " " + s.codePoints().sum() + " " + s.offsetByCodePoints(0, 2));
    }
}

class ImplicitWidening {
    public static void main(String[] args) throws Exception {
        byte b = -1;
        char c = (char) b;
        int i = c;
        long l = b;
        float f = l;
        double d = f;
        System.out.println(i + " " + l + " " + f + " " + d);
        take(b);
        take('c');
        take(1L);
    }

    static void take(int x) { System.out.println("int " + x); }
    static void take(double x) { System.out.println("double " + x); }
}

class Overloads {
    public static void main(String[] args) throws Exception {
        f(1); f(1L); f((char) 99); f((short) 1); f(1f); f("s"); f(new int[0]); f(Integer.valueOf(1));
    }

    static void f(int x) { System.out.println("int"); }
    static void f(long x) { System.out.println("long"); }
    static void f(double x) { System.out.println("double"); }
    static void f(Integer x) { System.out.println("Integer"); }
    static void f(Object x) { System.out.println("Object"); }
    static void f(String x) { System.out.println("String"); }
    static void f(int[] x) { System.out.println("int[]"); }
    static { System.out.println("chosen at compile time"); }
}

class RawBits {
    public static void main(String[] args) throws Exception {
        System.out.println(Double.doubleToLongBits(1.0) + " " + Double.doubleToRawLongBits(-0.0) + " " + Float.floatToIntBits(1f) + " " + Float.intBitsToFloat(0x7f800000) + " " + Double.longBitsToDouble(1));
        System.out.println(Double.doubleToLongBits(Double.NaN) == Double.doubleToLongBits(0.0 / 0.0));
    }
}
