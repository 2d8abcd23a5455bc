// Integer arithmetic: overflow, division, remainders, shifts, comparisons.
package conformance;


class AddOverflow {
    public static void main(String[] args) throws Exception {
        System.out.println(Integer.MAX_VALUE + one());
        System.out.println(Long.MAX_VALUE + one());
        System.out.println(Integer.MIN_VALUE - one());
    }

    static int one() { return 1; }
}

class MultiplyOverflow {
    public static void main(String[] args) throws Exception {
        int a = 123456789, b = 987654321;
        System.out.println(a * b);
        System.out.println((long) a * b);
        System.out.println((long) a * b * a);
    }
}

class Divide {
    public static void main(String[] args) throws Exception {
        int[] xs = {7, -7, 0, Integer.MIN_VALUE}, ys = {2, -2, -1, 3};
        for (int x : xs) for (int y : ys) System.out.println(x + "/" + y + "=" + x / y + " r " + x % y);
    }
}

class DivideLong {
    public static void main(String[] args) throws Exception {
        long[] xs = {7, -7, Long.MIN_VALUE, Long.MAX_VALUE}, ys = {2, -2, -1, 10};
        for (long x : xs) for (long y : ys) System.out.println(x / y + " " + x % y);
    }
}

class DivideByZero {
    public static void main(String[] args) throws Exception {
        int zero = args.length;
        try { System.out.println(1 / zero); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        try { System.out.println(1L % zero); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
    }
}

class FloorDivision {
    public static void main(String[] args) throws Exception {
        for (int x = -5; x <= 5; x++) System.out.println(Math.floorDiv(x, 3) + " " + Math.floorMod(x, 3) + " " + Math.floorMod(x, -3));
    }
}

class ShiftInt {
    public static void main(String[] args) throws Exception {
        for (int s : new int[] {0, 1, 4, 31, 32, 33, -1}) System.out.println((-17 << s) + " " + (-17 >> s) + " " + (-17 >>> s));
    }
}

class ShiftLong {
    public static void main(String[] args) throws Exception {
        for (int s : new int[] {0, 1, 31, 32, 63, 64, 65, -1}) System.out.println((-17L << s) + " " + (-17L >> s) + " " + (-17L >>> s));
    }
}

class Bitwise {
    public static void main(String[] args) throws Exception {
        int a = 0b1100, b = 0b1010;
        System.out.println((a & b) + " " + (a | b) + " " + (a ^ b) + " " + ~a);
        long c = 0xff00ff00ff00L, d = 0x0ff00ff00ff0L;
        System.out.println((c & d) + " " + (c | d) + " " + (c ^ d) + " " + ~c);
    }
}

class Increments {
    public static void main(String[] args) throws Exception {
        int i = 5;
        i += i++ + ++i;
        System.out.println(i);
        byte b = 127;
        b++;
        short s = -32768;
        s--;
        char c = 0xffff;
        c++;
        System.out.println(b + " " + s + " " + (int) c);
    }
}

class WideIncrement {
    public static void main(String[] args) throws Exception {
        int i = 0;
        i += 30000;
        i += -40000;
        int l0 = 1, l1 = 2, l2 = 3;
        i += l0; i += 100; i += l2;
        System.out.println(i + " " + l1);
    }
}

class CompoundNarrowing {
    public static void main(String[] args) throws Exception {
        byte b = 10;
        b *= 30;
        short s = 1000;
        s += 3.7;
        char c = 'a';
        c += 1.5;
        int i = 10;
        i /= 0.3;
        i <<= 33;
        System.out.println(b + " " + s + " " + c + " " + i);
    }
}

class CompareInts {
    public static void main(String[] args) throws Exception {
        int[] v = {-1, 0, 1, Integer.MIN_VALUE, Integer.MAX_VALUE};
        for (int x : v) for (int y : v) System.out.print((x < y ? "<" : x == y ? "=" : ">") + (x <= y) + (x >= y) + (x != y) + " ");
        System.out.println();
    }
}

class CompareLongs {
    public static void main(String[] args) throws Exception {
        long[] v = {-1, 0, 1L << 40, Long.MIN_VALUE, Long.MAX_VALUE};
        for (long x : v) for (long y : v) System.out.print((x < y ? "<" : x == y ? "=" : ">") + (x <= y) + " ");
        System.out.println();
    }
}

class CompareWithZero {
    public static void main(String[] args) throws Exception {
        for (int x = -1; x <= 1; x++) {
            if (x == 0) System.out.print("eq ");
            if (x != 0) System.out.print("ne ");
            if (x < 0) System.out.print("lt ");
            if (x >= 0) System.out.print("ge ");
            if (x > 0) System.out.print("gt ");
            if (x <= 0) System.out.println("le");
            else System.out.println();
        }
    }
}

class Negate {
    public static void main(String[] args) throws Exception {
        System.out.println(-Integer.MIN_VALUE);
        long l = Long.MIN_VALUE;
        System.out.println(-l);
        double d = 0.0;
        System.out.println(-d);
        float f = -1.5f;
        System.out.println(-f);
    }
}

class ExactMath {
    public static void main(String[] args) throws Exception {
        try { Math.addExact(Integer.MAX_VALUE, 1); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        try { Math.multiplyExact(Long.MAX_VALUE, 2L); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        try { Math.toIntExact(1L << 40); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        System.out.println(Math.subtractExact(5, 7) + Math.negateExact(3) + Math.incrementExact(1));
    }
}

class BitTricks {
    public static void main(String[] args) throws Exception {
        int x = 0x00f0_1234;
        System.out.println(Integer.bitCount(x) + " " + Integer.numberOfLeadingZeros(x) + " " + Integer.numberOfTrailingZeros(x));
        System.out.println(Integer.reverse(x) + " " + Integer.reverseBytes(x) + " " + Integer.highestOneBit(x) + " " + Integer.lowestOneBit(x));
        System.out.println(Integer.rotateLeft(x, 7) + " " + Integer.rotateRight(x, 9));
        long y = 0x0123456789abcdefL;
        System.out.println(Long.bitCount(y) + " " + Long.numberOfLeadingZeros(y) + " " + Long.reverse(y) + " " + Long.reverseBytes(y));
    }
}

class UnsignedMath {
    public static void main(String[] args) throws Exception {
        System.out.println(Integer.divideUnsigned(-1, 10) + " " + Integer.remainderUnsigned(-1, 10));
        System.out.println(Integer.toUnsignedString(-1) + " " + Integer.compareUnsigned(-1, 1));
        System.out.println(Long.divideUnsigned(-1L, 10) + " " + Long.toUnsignedString(-1L) + " " + Integer.parseUnsignedInt("4294967295"));
    }
}

class Gcd {
    public static void main(String[] args) throws Exception {
        System.out.println(gcd(1071, 462) + " " + gcd(17, 5));
    }

    static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
}

class Fibonacci {
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 20; i++) System.out.print(fib(i) + " ");
        System.out.println();
    }

    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
}

class Primes {
    public static void main(String[] args) throws Exception {
        StringBuilder s = new StringBuilder();
        outer:
        for (int i = 2; i < 100; i++) {
            for (int j = 2; j * j <= i; j++) if (i % j == 0) continue outer;
            s.append(i).append(' ');
        }
        System.out.println(s);
    }
}

class Collatz {
    public static void main(String[] args) throws Exception {
        long n = 27;
        int steps = 0;
        do { n = n % 2 == 0 ? n / 2 : 3 * n + 1; steps++; } while (n != 1);
        System.out.println(steps);
    }
}

class Ackermann {
    public static void main(String[] args) throws Exception {
        System.out.println(ack(2, 3));
    }

    static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
}

class HashMix {
    public static void main(String[] args) throws Exception {
        int h = 17;
        for (int i = 0; i < 1000; i++) h = h * 31 + (h >>> 7) ^ i;
        System.out.println(h);
        long l = 1125899906842597L;
        for (int i = 0; i < 1000; i++) l = 31 * l + (l >>> 11) ^ i;
        System.out.println(l);
    }
}

class Constants {
    public static void main(String[] args) throws Exception {
        System.out.println(Byte.MIN_VALUE + " " + Byte.MAX_VALUE + " " + Short.MIN_VALUE + " " + (int) Character.MAX_VALUE);
        int a = -1, b = 5, c = 6, d = 127, e = 128, f = 32767, g = 32768;
        long l0 = 0, l1 = 1, l2 = 2;
        float f0 = 0, f1 = 1, f2 = 2, f3 = 3;
        double d0 = 0, d1 = 1, d2 = 2;
        System.out.println(a + b + c + d + e + f + g + l0 + l1 + l2 + f0 + f1 + f2 + f3 + d0 + d1 + d2);
    }
}

class MathFunctions {
    public static void main(String[] args) throws Exception {
        System.out.println(Math.abs(-5) + " " + Math.abs(-5L) + " " + Math.abs(Integer.MIN_VALUE) + " " + Math.max(3, 9) + " " + Math.min(-3L, 2));
        System.out.println(Math.signum(-2.5) + " " + Math.round(2.5) + " " + Math.round(-2.5) + " " + Math.rint(2.5) + " " + Math.ceil(-0.5) + " " + Math.floor(-0.5));
        System.out.println(Math.sqrt(2) + " " + Math.cbrt(27) + " " + Math.hypot(3, 4) + " " + Math.pow(2, 10));
    }
}

class StrictMathFunctions {
    public static void main(String[] args) throws Exception {
        System.out.println(StrictMath.sin(1) + " " + StrictMath.cos(1) + " " + StrictMath.tan(1) + " " + StrictMath.atan2(1, 2));
        System.out.println(StrictMath.log(10) + " " + StrictMath.exp(1) + " " + StrictMath.log10(1000) + " " + StrictMath.sinh(1));
    }
}

class ManyLocals {
    public static void main(String[] args) throws Exception {
        int a0 = 0, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5;
        long b0 = 10, b1 = 11, b2 = 12, b3 = 13;
        float c0 = 20, c1 = 21, c2 = 22, c3 = 23;
        double d0 = 30, d1 = 31, d2 = 32, d3 = 33;
        a0 += a1 * a2 - a3 + a4 % a5;
        b0 += b1 * b2 - b3;
        c0 += c1 * c2 - c3;
        d0 += d1 * d2 - d3;
        System.out.println(a0 + " " + b0 + " " + c0 + " " + d0);
    }
}
