// Floating point: special values, rounding, printing.
package conformance;


class FloatSpecials {
    public static void main(String[] args) throws Exception {
        System.out.println(1.0f / 0 + " " + -1.0f / 0 + " " + 0.0f / 0 + " " + (0.0f == -0.0f));
        System.out.println(1.0 / 0 + " " + -1.0 / 0 + " " + 0.0 / 0 + " " + 1 / -0.0);
    }
}

class NanCompares {
    public static void main(String[] args) throws Exception {
        double n = Double.NaN;
        System.out.println((n < 1) + " " + (n > 1) + " " + (n == n) + " " + (n != n) + " " + (n <= n) + " " + !(n >= 1));
        float m = Float.NaN;
        System.out.println((m < 1) + " " + (m > 1) + " " + (m == m) + " " + (m != m) + " " + (m <= m) + " " + !(m >= 1));
    }
}

class FloatRemainder {
    public static void main(String[] args) throws Exception {
        System.out.println(5.5 % 2 + " " + -5.5 % 2 + " " + 5.5 % -2 + " " + 5.5f % 2.25f + " " + 1e300 % 7 + " " + 5.0 % 0 + " " + 5.0 % Double.POSITIVE_INFINITY);
    }
}

class PrintDoubles {
    public static void main(String[] args) throws Exception {
        double[] v = {0.1, 100, 1e7, 1e-3, 9.999e-4, 12345678.9, 1.0 / 3, 2.0 / 3, 1e21, 1.7976931348623157E308, 4.9E-324, 123456789012345680.0, 0.5, -2.25};
        for (double d : v) System.out.println(d);
    }
}

class PrintFloats {
    public static void main(String[] args) throws Exception {
        float[] v = {0.1f, 100, 1e7f, 1e-3f, 9.999e-4f, 16777216f, 1f / 3, 3.4028235E38f, 1.4E-45f, 0.3f, 1.1f * 1.1f};
        for (float f : v) System.out.println(f);
    }
}

class Accumulate {
    public static void main(String[] args) throws Exception {
        double d = 0;
        float f = 0;
        for (int i = 0; i < 10; i++) { d += 0.1; f += 0.1f; }
        System.out.println(d + " " + f + " " + (float) d);
    }
}

class FloatArithmetic {
    public static void main(String[] args) throws Exception {
        float a = 1.1f, b = 2.2f;
        System.out.println(a + b);
        System.out.println(a - b);
        System.out.println(a * b);
        System.out.println(a / b);
        double c = 1.1, d = 2.2;
        System.out.println(c + d);
        System.out.println(c - d);
        System.out.println(c * d);
        System.out.println(c / d);
    }
}

class Denormals {
    public static void main(String[] args) throws Exception {
        double d = Double.MIN_NORMAL;
        for (int i = 0; i < 5; i++) { d /= 1024; System.out.println(d); }
        float f = Float.MIN_NORMAL;
        System.out.println(f / 2 + " " + f / (1 << 23) + " " + f / (1 << 24));
    }
}

class MinMaxZero {
    public static void main(String[] args) throws Exception {
        System.out.println(Math.min(0.0, -0.0) + " " + Math.max(-0.0, 0.0) + " " + Math.min(Double.NaN, 1) + " " + Math.max(1f, Float.NaN));
    }
}

class Ulp {
    public static void main(String[] args) throws Exception {
        System.out.println(Math.ulp(1.0) + " " + Math.nextUp(1.0) + " " + Math.nextDown(1f) + " " + Math.getExponent(1024.5) + " " + Math.scalb(1.5, 4) + " " + Math.copySign(3, -0.0));
    }
}

class Rounding {
    public static void main(String[] args) throws Exception {
        double[] v = {0.49999999999999994, 0.5, 1.5, 2.5, -0.5, -1.5, 4503599627370497.5, Double.NaN, 1e300};
        for (double d : v) System.out.println(Math.round(d) + " " + Math.rint(d) + " " + (long) d);
    }
}

class ParseDoubles {
    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"1", "-0", "1e400", "1e-400", "0x1.8p1", "NaN", "Infinity", " 2.5 ", "1.7976931348623159e308", "4.9e-324", "123456789.123456789"}) System.out.println(Double.parseDouble(s));
        try { Double.parseDouble("1,5"); } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
    }
}

class DoubleBoxes {
    public static void main(String[] args) throws Exception {
        Double a = 0.0, b = -0.0, n = Double.NaN;
        System.out.println(a.equals(b) + " " + n.equals(Double.NaN) + " " + (a.doubleValue() == b) + " " + a.compareTo(b) + " " + Double.isNaN(n) + " " + Double.isInfinite(1 / a));
    }
}

class NewtonRoot {
    public static void main(String[] args) throws Exception {
        double x = 2;
        for (int i = 0; i < 6; i++) { x = x - (x * x - 2) / (2 * x); System.out.println(x); }
    }
}

class FloatCompareBranches {
    public static void main(String[] args) throws Exception {
        float[] v = {-1, -0f, 0, 1, Float.NaN};
        for (float x : v) for (float y : v) {
            String s = "";
            if (x < y) s += "<";
            if (x > y) s += ">";
            if (x == y) s += "=";
            if (!(x < y)) s += "!<";
            if (!(x > y)) s += "!>";
            System.out.print(s + " ");
        }
        System.out.println();
    }
}

class DoubleCompareBranches {
    public static void main(String[] args) throws Exception {
        double[] v = {-1, -0.0, 0, 1, Double.NaN};
        for (double x : v) for (double y : v) {
            String s = "";
            if (x <= y) s += "<=";
            if (x >= y) s += ">=";
            if (x != y) s += "!=";
            if (!(x <= y)) s += "!<=";
            if (!(x >= y)) s += "!>=";
            System.out.print(s + " ");
        }
        System.out.println();
    }
}

class HexDoubles {
    public static void main(String[] args) throws Exception {
        System.out.println(Double.toHexString(1.0) + " " + Double.toHexString(-0.1) + " " + Double.toHexString(Double.MIN_VALUE) + " " + Float.toHexString(0.1f));
    }
}

class Fma {
    public static void main(String[] args) throws Exception {
        System.out.println(Math.fma(1.1, 2.2, 3.3) + " " + Math.fma(1.5f, 2f, 0.25f));
    }
}
