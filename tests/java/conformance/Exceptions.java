// Exceptions: throwing, catching, finally, causes, resources, stack traces.
package conformance;

import java.io.*;
import java.util.*;

class TryCatch {
    public static void main(String[] args) throws Exception {
        try { throw new IllegalStateException("boom"); } catch (IllegalArgumentException e) { System.out.println("wrong"); } catch (RuntimeException e) { System.out.println(e); }
    }
}

class MultiCatch {
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3; i++) {
            try { if (i == 0) throw new java.io.IOException("io"); if (i == 1) throw new IllegalStateException("state"); System.out.println("none"); }
            catch (java.io.IOException | IllegalStateException e) { System.out.println(e.getClass().getSimpleName() + e.getMessage()); }
        }
    }
}

class FinallyOrder {
    public static void main(String[] args) throws Exception {
        System.out.println(f(0) + " " + f(1) + " " + f(2));
    }

    static String log = "";
    static String f(int i) {
        try { log += "t"; if (i == 1) throw new RuntimeException(); if (i == 2) return log + "r"; }
        catch (RuntimeException e) { log += "c"; }
        finally { log += "f"; }
        return log;
    }
}

class FinallyOverrides {
    public static void main(String[] args) throws Exception {
        System.out.println(a() + b() + c());
    }

    @SuppressWarnings("finally") static int a() { try { return 1; } finally { return 2; } }
    @SuppressWarnings("finally") static int b() { try { throw new RuntimeException(); } finally { return 3; } }
    static int c() { int x = 1; try { return x; } finally { x = 5; } }
}

class FinallyLoop {
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3; i++) { try { if (i == 1) continue; System.out.print("b" + i); } finally { System.out.print("f" + i); } }
        while (true) { try { break; } finally { System.out.println("out"); } }
    }
}

class NestedTry {
    public static void main(String[] args) throws Exception {
        try { try { throw new Exception("inner"); } finally { System.out.println("cleaning"); } } catch (Exception e) { System.out.println(e.getMessage()); }
        try { try { throw new Exception("first"); } catch (Exception e) { throw new RuntimeException("second", e); } } catch (RuntimeException e) { System.out.println(e.getMessage() + " < " + e.getCause().getMessage()); }
    }
}

class Resources {
    public static void main(String[] args) throws Exception {
        try (R a = new R("a"); R b = new R("b")) { System.out.println("body"); }
        try (R c = new R("c")) { throw new RuntimeException("body"); } catch (RuntimeException e) { System.out.println(e.getMessage()); }
    }

    record R(String n) implements AutoCloseable { R { System.out.println("open " + n); } public void close() { System.out.println("close " + n); } }
}

class Suppressed {
    public static void main(String[] args) throws Exception {
        try (F a = new F("a"); F b = new F("b")) { throw new Exception("main"); } catch (Exception e) { System.out.println(e.getMessage() + " " + e.getSuppressed().length + " " + e.getSuppressed()[0].getMessage()); }
        try (F a = null) { System.out.println("null resource"); }
    }

    record F(String n) implements AutoCloseable { public void close() throws Exception { throw new Exception("closing " + n); } }
}

class CustomException {
    public static void main(String[] args) throws Exception {
        try { throw new Mine(7); } catch (Mine e) { System.out.println(e + " " + e.code); }
    }

    static class Mine extends Exception { final int code; Mine(int c) { super("code " + c); code = c; } @Override public String toString() { return "Mine:" + getMessage(); } }
}

class StackTraceNames {
    public static void main(String[] args) throws Exception {
        try { a(); } catch (RuntimeException e) { for (int i = 0; i < 3; i++) { StackTraceElement t = e.getStackTrace()[i]; System.out.println(t.getMethodName() + " " + t.getClassName()); } }
    }

    static void a() { b(); }
    static void b() { throw new RuntimeException(); }
}

class StackTraceLines {
    public static void main(String[] args) throws Exception {
        StackTraceElement t = new Throwable().getStackTrace()[0];
        System.out.println(t.getFileName() + " " + (t.getLineNumber() > 0));
        StackTraceElement u = new Throwable().getStackTrace()[0];
        System.out.println(u.getLineNumber() - t.getLineNumber());
    }
}

class CauseChain {
    public static void main(String[] args) throws Exception {
        Throwable t = new RuntimeException(new IllegalArgumentException("deep"));
        System.out.println(t.getMessage());
        System.out.println(t.getCause());
        Exception e = new Exception("x");
        e.initCause(t);
        try { e.initCause(null); } catch (IllegalStateException f) { System.out.println("again"); }
        int n = 0;
        for (Throwable c = e; c != null; c = c.getCause()) n++;
        System.out.println(n);
    }
}

class ClassCast {
    public static void main(String[] args) throws Exception {
        Object o = "text";
        try { Integer i = (Integer) o; System.out.println(i); } catch (ClassCastException e) { System.out.println("cast"); }
        Object n = null;
        System.out.println((Integer) n);
        try { Object[] a = (Object[]) (Object) new int[0]; System.out.println(a); } catch (ClassCastException e) { System.out.println("array cast"); }
    }
}

class NullPointers {
    public static void main(String[] args) throws Exception {
        String s = null;
        try { s.length(); } catch (NullPointerException e) { System.out.println("call"); }
        NullPointers p = null;
        try { p.x = 1; } catch (NullPointerException e) { System.out.println("putfield"); }
        try { System.out.println(p.x); } catch (NullPointerException e) { System.out.println("getfield"); }
        try { synchronized (s) { } } catch (NullPointerException e) { System.out.println("monitor"); }
        try { throw null; } catch (NullPointerException e) { System.out.println("throw"); }
        System.out.println(p.st);
    }

    int x;
    static String st = "static through null";
}

class StackOverflow {
    public static void main(String[] args) throws Exception {
        try { System.out.println(deep(0)); } catch (StackOverflowError e) { System.out.println("overflow"); }
        System.out.println("goes on");
    }

    static int deep(int n) { return deep(n + 1) + 1; }
}

class ArithmeticInClinit {
    public static void main(String[] args) throws Exception {
        try { System.out.println(Bad.x); } catch (ExceptionInInitializerError e) { System.out.println(e.getCause().getMessage()); }
        try { System.out.println(Bad.x); } catch (NoClassDefFoundError e) { System.out.println("no class"); }
    }

    static class Bad { static int zero = 0; static int x = 1 / zero; }
}

class AssertionErrors {
    public static void main(String[] args) throws Exception {
        try { throw new AssertionError("told"); } catch (AssertionError e) { System.out.println(e.getMessage()); }
        System.out.println(new AssertionError(5).getMessage() + new AssertionError(1.5).getMessage() + new Error("e").getMessage());
    }
}

class ObjectsChecks {
    public static void main(String[] args) throws Exception {
        try { Objects.requireNonNull(null, "must be there"); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { Objects.checkIndex(3, 3); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        System.out.println(Objects.requireNonNullElse(null, "other") + Objects.equals(null, null) + Objects.hash(1, 2, 3) + Objects.toString(null, "d"));
    }
}

class CollectionErrors {
    public static void main(String[] args) throws Exception {
        try { List.of(1).add(2); } catch (UnsupportedOperationException e) { System.out.println("unsupported " + e.getMessage()); }
        try { new ArrayList<Integer>().iterator().next(); } catch (NoSuchElementException e) { System.out.println("none"); }
        try { List.of(1, null); } catch (NullPointerException e) { System.out.println("null"); }
        try { Map.of("a", 1, "a", 2); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { new ArrayList<>(List.of(1)).get(5); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { List<Integer> l = new ArrayList<>(List.of(1, 2, 3)); for (Integer i : l) l.remove(i); } catch (ConcurrentModificationException e) { System.out.println("modified"); }
    }
}

class ThrowThroughFrames {
    public static void main(String[] args) throws Exception {
        int caught = 0;
        for (int i = 0; i < 5; i++) try { down(i); } catch (Exception e) { caught += Integer.parseInt(e.getMessage()); }
        System.out.println(caught);
    }

    static void down(int n) throws Exception { if (n == 0) throw new Exception("1"); try { down(n - 1); } finally { count++; } if (count > 100) System.out.println(count); }
    static int count;
}

class RethrowPrecise {
    public static void main(String[] args) throws Exception {
        try { r(true); } catch (java.io.IOException e) { System.out.println("io"); }
        try { r(false); } catch (IllegalStateException e) { System.out.println("state"); }
    }

    static void r(boolean io) throws java.io.IOException { try { if (io) throw new java.io.IOException(); throw new IllegalStateException(); } catch (Exception e) { System.out.print("re "); throw e; } }
}

class PrintStackTraceText {
    public static void main(String[] args) throws Exception {
        StringWriter w = new StringWriter();
        new IllegalStateException("top", new RuntimeException("below")).printStackTrace(new PrintWriter(w, true));
        String s = w.toString();
        System.out.println(s.lines().findFirst().get() + " " + s.contains("Caused by: java.lang.RuntimeException: below") + " " + s.contains("\tat "));
    }
}

class ExceptionInConstructor {
    public static void main(String[] args) throws Exception {
        try { new Half(); } catch (RuntimeException e) { System.out.println(e.getMessage() + Half.made); }
    }

    static class Half { static int made; Half() { made++; if (made > 0) throw new RuntimeException("half "); } }
}

class FinallyThrow {
    public static void main(String[] args) throws Exception {
        try { try { throw new RuntimeException("lost"); } finally { if (args.length == 0) throw new IllegalStateException("wins"); } } catch (RuntimeException e) { System.out.println(e.getMessage() + e.getSuppressed().length); }
    }
}

class SneakyThrow {
    public static void main(String[] args) throws Exception {
        try { FinallyLike.<RuntimeException>sneak(new java.io.IOException("sneaked")); } catch (Exception e) { System.out.println(e); }
    }

    static class FinallyLike { @SuppressWarnings("unchecked") static <T extends Throwable> void sneak(Throwable t) throws T { throw (T) t; } }
}

class NegativeChecks {
    public static void main(String[] args) throws Exception {
        try { new ArrayList<>(-1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { "x".repeat(-1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { Integer.parseInt(null); } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
        try { Enum.valueOf(Thread.State.class, "NOPE"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
}
