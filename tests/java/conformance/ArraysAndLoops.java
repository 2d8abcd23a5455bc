// Arrays of every type, bounds, copies, several dimensions; loops and labels.
package conformance;

import java.util.*;

class ArrayTypes {
    public static void main(String[] args) throws Exception {
        byte[] b = {1, -2}; short[] s = {3, -4}; char[] c = {'a', 'b'}; int[] i = {5}; long[] l = {6L}; float[] f = {7.5f}; double[] d = {8.5}; boolean[] z = {true, false}; String[] t = {"x"};
        b[0] += 200; s[1]--; c[1]++; i[0] *= 2; l[0] <<= 40; f[0] /= 2; d[0] -= 1; z[1] = !z[1]; t[0] += "y";
        System.out.println(b[0] + " " + s[1] + " " + c[1] + " " + i[0] + " " + l[0] + " " + f[0] + " " + d[0] + " " + z[1] + " " + t[0]);
    }
}

class ArrayDefaults {
    public static void main(String[] args) throws Exception {
        int[][] i = new int[2][3]; boolean[] z = new boolean[1]; String[] s = new String[1]; char[] c = new char[1]; double[][][] d = new double[1][1][];
        System.out.println(i[1][2] + " " + z[0] + " " + s[0] + " " + (int) c[0] + " " + d[0][0]);
    }
}

class ArrayBounds {
    public static void main(String[] args) throws Exception {
        int[] a = new int[2];
        try { a[2] = 1; } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { a[-1]++; } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { a = new int[-1]; } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
        a = null;
        try { System.out.println(a[0]); } catch (NullPointerException e) { System.out.println("null"); }
        try { System.out.println(a.length); } catch (NullPointerException e) { System.out.println("null"); }
    }
}

class ArrayStore {
    public static void main(String[] args) throws Exception {
        Object[] a = new String[1];
        try { a[0] = 1; } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        Number[] n = new Integer[] {1, 2};
        System.out.println(n[1] + " " + (n instanceof Integer[]) + " " + n.getClass().getName() + " " + n.getClass().getComponentType());
    }
}

class ArrayClone {
    public static void main(String[] args) throws Exception {
        int[][] a = {{1, 2}, {3}};
        int[][] b = a.clone();
        b[0][0] = 9;
        b[1] = new int[] {7};
        System.out.println(a[0][0] + " " + a[1][0] + " " + a.equals(b) + " " + (a.getClass() == b.getClass()));
    }
}

class ArrayJagged {
    public static void main(String[] args) throws Exception {
        int[][] triangle = new int[5][];
        for (int i = 0; i < 5; i++) { triangle[i] = new int[i + 1]; triangle[i][0] = triangle[i][i] = 1; for (int j = 1; j < i; j++) triangle[i][j] = triangle[i - 1][j - 1] + triangle[i - 1][j]; }
        for (int[] row : triangle) System.out.println(Arrays.toString(row));
        System.out.println(Arrays.deepToString(new int[2][2][2]) + new String[3][].length);
    }
}

class ArrayClassNames {
    public static void main(String[] args) throws Exception {
        System.out.println(new int[0].getClass().getName() + " " + new long[0][0].getClass().getSimpleName() + " " + String[].class + " " + int[][].class.getName() + " " + void.class + " " + int.class);
    }
}

class ArrayCopy {
    public static void main(String[] args) throws Exception {
        int[] a = {1, 2, 3, 4, 5};
        System.arraycopy(a, 0, a, 1, 4);
        System.out.println(Arrays.toString(a));
        System.arraycopy(a, 2, a, 0, 3);
        System.out.println(Arrays.toString(a));
        try { System.arraycopy(a, 3, a, 0, 3); } catch (ArrayIndexOutOfBoundsException e) { System.out.println("bounds"); }
        try { System.arraycopy(a, 0, new long[5], 0, 3); } catch (ArrayStoreException e) { System.out.println("store"); }
        Object[] o = {"a", 1, "b"};
        String[] s = new String[3];
        try { System.arraycopy(o, 0, s, 0, 3); } catch (ArrayStoreException e) { System.out.println(Arrays.toString(s)); }
    }
}

class ArraysMethods {
    public static void main(String[] args) throws Exception {
        int[] a = {5, 3, 9, 1};
        int[] b = Arrays.copyOf(a, 6);
        Arrays.sort(a);
        System.out.println(Arrays.toString(a) + Arrays.binarySearch(a, 5) + Arrays.binarySearch(a, 4) + Arrays.toString(b) + Arrays.equals(a, b) + Arrays.hashCode(a));
        Arrays.fill(b, 1, 3, -1);
        System.out.println(Arrays.toString(b) + Arrays.toString(Arrays.copyOfRange(b, 2, 8)) + Arrays.stream(b).sum() + Arrays.asList(1, 2));
        System.out.println(Arrays.mismatch(new int[] {1, 2, 3}, new int[] {1, 2, 4}) + " " + Arrays.compare(new long[] {1, 5}, new long[] {1, 4}) + " " + Arrays.equals(new double[] {1, 2}, new double[] {1, 2}));
    }
}

class ArraysSortObjects {
    public static void main(String[] args) throws Exception {
        String[] s = {"pear", "fig", "apple", "kiwi"};
        Arrays.sort(s);
        System.out.println(Arrays.toString(s));
        Arrays.sort(s, Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        System.out.println(Arrays.toString(s));
        Integer[] n = new Integer[100];
        for (int i = 0; i < 100; i++) n[i] = i * 37 % 101;
        Arrays.sort(n, Collections.reverseOrder());
        System.out.println(n[0] + " " + n[50] + " " + n[99]);
    }
}

class ArraysSortLarge {
    public static void main(String[] args) throws Exception {
        int[] a = new int[500];
        for (int i = 0; i < a.length; i++) a[i] = i * 7919 % 503 - 250;
        long[] l = Arrays.stream(a).asLongStream().toArray();
        double[] d = Arrays.stream(a).asDoubleStream().toArray();
        Arrays.sort(a);
        Arrays.sort(l);
        Arrays.sort(d);
        System.out.println(a[0] + " " + a[250] + " " + a[499] + " " + l[100] + " " + d[400]);
    }
}

class BubbleSort {
    public static void main(String[] args) throws Exception {
        int[] a = {5, 2, 8, 1, 9, 3};
        for (int i = a.length - 1; i > 0; i--) for (int j = 0; j < i; j++) if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
        System.out.println(Arrays.toString(a));
    }
}

class MatrixProduct {
    public static void main(String[] args) throws Exception {
        double[][] a = {{1, 2}, {3, 4}}, b = {{0.5, -1}, {2, 0}}, c = new double[2][2];
        for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) for (int k = 0; k < 2; k++) c[i][j] += a[i][k] * b[k][j];
        System.out.println(Arrays.deepToString(c));
    }
}

class Labels {
    public static void main(String[] args) throws Exception {
        outer:
        for (int i = 0; ; i++) {
            for (int j = 0; j < 5; j++) {
                if (j == 3) continue outer;
                if (i == 2) break outer;
                System.out.print(i + "" + j + " ");
            }
        }
        block: { if (args.length == 0) break block; System.out.print("not reached"); }
        System.out.println("end");
    }
}

class LoopForms {
    public static void main(String[] args) throws Exception {
        int i = 0;
        while (i < 3) System.out.print(i++);
        do System.out.print(i--); while (i > 0);
        for (int a = 0, b = 10; a < b; a += 3, b--) System.out.print(" " + a + b);
        for (char c = 'a'; c <= 'e'; c += 2) System.out.print(c);
        System.out.println();
    }
}

class EvaluationOrder {
    public static void main(String[] args) throws Exception {
        int[] a = {0, 0, 0};
        int i = 0;
        a[i++] = i++ + i;
        a[i] = i = 1;
        System.out.println(Arrays.toString(a) + i);
        int x = 5;
        x = x++ + x-- - --x;
        System.out.println(x + f("a") * f("bb") - f("ccc"));
        System.out.println();
    }

    static int f(String s) { System.out.print(s); return s.length(); }
}

class ShortCircuit {
    public static void main(String[] args) throws Exception {
        System.out.println((t("a") || t("b")) + " " + (f("c") && t("d")) + " " + (f("e") | t("f")) + " " + (t("g") & f("h")) + " " + (t("i") ^ t("j")));
    }

    static boolean t(String s) { System.out.print(s); return true; }
    static boolean f(String s) { System.out.print(s); return false; }
}

class Varargs {
    public static void main(String[] args) throws Exception {
        System.out.println(sum() + " " + sum(1) + " " + sum(1, 2, 3) + " " + sum(new int[] {4, 5}) + count("a", null) + count((Object[]) new String[] {"x", "y", "z"}) + count((Object) null));
    }

    static int sum(int... v) { int s = 0; for (int i : v) s += i; return s; }
    static int count(Object... v) { return v.length; }
}

class Sieve {
    public static void main(String[] args) throws Exception {
        boolean[] composite = new boolean[200];
        int count = 0;
        for (int i = 2; i < 200; i++) if (!composite[i]) { count++; for (int j = i * i; j < 200; j += i) composite[j] = true; }
        System.out.println(count);
    }
}

class WideIndex {
    public static void main(String[] args) throws Exception {
        int v0=0,v1=1,v2=2,v3=3,v4=4,v5=5,v6=6,v7=7,v8=8,v9=9;
        long[] a = new long[300];
        for (int i = 0; i < 300; i++) a[i] = (long) i * i;
        System.out.println(a[255] + a[256] + a[299] + v0 + v1 + v2 + v3 + v4 + v5 + v6 + v7 + v8 + v9);
    }
}
