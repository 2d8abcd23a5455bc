// Records, enums, sealed types, pattern matching, switches.
package conformance;

import java.util.*;
import java.util.function.*;

class RecordBasics {
    public static void main(String[] args) throws Exception {
        P a = new P(1, "x"), b = new P(1, "x");
        System.out.println(a + " " + a.equals(b) + " " + (a.hashCode() == b.hashCode()) + " " + a.x() + a.name() + " " + a.equals(null) + new P(2, null));
    }

    record P(int x, String name) {}
}

class RecordTypes {
    public static void main(String[] args) throws Exception {
        R r = new R((byte) 1, (short) 2, 'c', 3, 4L, 5f, 6.0, true, new int[0].length, List.of("x"));
        System.out.println(r + " " + r.equals(new R((byte) 1, (short) 2, 'c', 3, 4L, 5f, 6.0, true, 0, List.of("x"))) + " " + r.hashCode());
    }

    record R(byte b, short s, char c, int i, long l, float f, double d, boolean z, Object o, List<String> t) {}
}

class RecordNan {
    public static void main(String[] args) throws Exception {
        System.out.println(new D(Double.NaN, 0f).equals(new D(Double.NaN, 0f)) + " " + new D(0.0, 0f).equals(new D(-0.0, 0f)) + " " + new D(1, Float.NaN).hashCode());
    }

    record D(double d, float f) {}
}

class RecordMembers {
    public static void main(String[] args) throws Exception {
        System.out.println(new Range(2, 5).length() + " " + Range.of(3) + new Range(1, 2).compareTo(new Range(1, 3)));
        try { new Range(5, 2); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }

    record Range(int lo, int hi) implements Comparable<Range> {
        Range { if (lo > hi) throw new IllegalArgumentException(lo + ">" + hi); }
        static Range of(int n) { return new Range(0, n); }
        int length() { return hi - lo; }
        public int compareTo(Range o) { return Integer.compare(length(), o.length()); }
    }
}

class RecordNested {
    public static void main(String[] args) throws Exception {
        System.out.println(new Line(new Pt(1, 2), new Pt(3, 4)) + " " + new HashMap<>(Map.of(new Pt(1, 1), "v")).get(new Pt(1, 1)) + new Empty() + new Empty().equals(new Empty()) + new Empty().hashCode());
    }

    record Pt(int x, int y) {}
    record Line(Pt a, Pt b) {}
    record Empty() {}
}

class RecordOverride {
    public static void main(String[] args) throws Exception {
        System.out.println(new T("a").toString() + new T("a").equals(new T("A")) + new T("q").v());
    }

    record T(String v) { @Override public String v() { return v + "!"; } @Override public boolean equals(Object o) { return o instanceof T t && t.v.equalsIgnoreCase(v); } @Override public int hashCode() { return 1; } }
}

class GenericRecord {
    public static void main(String[] args) throws Exception {
        Pair<String, Integer> p = new Pair<>("k", 1);
        System.out.println(p + p.map(x -> x + 1).toString() + p.swap());
    }

    record Pair<A, B>(A a, B b) { <C> Pair<A, C> map(Function<B, C> f) { return new Pair<>(a, f.apply(b)); } Pair<B, A> swap() { return new Pair<>(b, a); } }
}

class EnumBasics {
    public static void main(String[] args) throws Exception {
        for (Color c : Color.values()) System.out.println(c + " " + c.ordinal() + " " + c.name() + " " + c.compareTo(Color.GREEN) + " " + (c == Color.valueOf("RED")));
        try { Color.valueOf("PINK"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }

    enum Color { RED, GREEN, BLUE }
}

class EnumBodies {
    public static void main(String[] args) throws Exception {
        for (Op o : Op.values()) System.out.println(o.symbol + o.apply(6, 3) + o.getClass().equals(Op.class) + o.getDeclaringClass().getSimpleName());
    }

    enum Op { PLUS("+") { int apply(int a, int b) { return a + b; } }, TIMES("*") { int apply(int a, int b) { return a * b; } }; final String symbol; Op(String s) { symbol = s; } abstract int apply(int a, int b); }
}

class EnumInterface {
    public static void main(String[] args) throws Exception {
        Supplier<String> s = Level.HIGH;
        System.out.println(s.get() + Level.LOW.get() + Level.by(2));
    }

    enum Level implements Supplier<String> { LOW(1), HIGH(2); private final int n; private static final Map<Integer, Level> BY = new HashMap<>(); static { for (Level l : values()) BY.put(l.n, l); } Level(int n) { this.n = n; } public String get() { return name().toLowerCase() + n; } static Level by(int n) { return BY.get(n); } }
}

class EnumSets {
    public static void main(String[] args) throws Exception {
        EnumSet<Day> s = EnumSet.of(Day.SAT, Day.MON);
        s.add(Day.TUE);
        EnumMap<Day, Integer> m = new EnumMap<>(Day.class);
        m.put(Day.SUN, 7);
        m.put(Day.MON, 1);
        System.out.println(s + " " + EnumSet.complementOf(s) + " " + EnumSet.range(Day.TUE, Day.THU) + EnumSet.allOf(Day.class).size() + m + m.containsKey(Day.SAT));
    }

    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }
}

class EnumSwitch {
    public static void main(String[] args) throws Exception {
        for (Day d : Day.values()) System.out.print(kind(d) + old(d) + " ");
        System.out.println();
    }

    enum Day { MON, SAT, SUN }
    static String kind(Day d) { return switch (d) { case SAT, SUN -> "weekend"; case MON -> { String s = "work"; yield s + d.ordinal(); } }; }
    static int old(Day d) { int r = 0; switch (d) { case MON: r++; case SAT: r += 10; break; default: r = 5; } return r; }
}

class IntSwitches {
    public static void main(String[] args) throws Exception {
        for (int i : new int[] {-1, 0, 1, 2, 3, 100, 1000, 10000, Integer.MIN_VALUE, Integer.MAX_VALUE}) System.out.print(dense(i) + sparse(i) + " ");
        System.out.println();
    }

    static int dense(int i) { switch (i) { case 0: return 10; case 1: case 2: return 20; case 3: break; default: return -1; } return 30; }
    static String sparse(int i) { return switch (i) { case Integer.MIN_VALUE -> "min"; case -1 -> "m"; case 100, 10000 -> "h"; case Integer.MAX_VALUE -> "max"; default -> "d"; }; }
}

class CharSwitch {
    public static void main(String[] args) throws Exception {
        StringBuilder b = new StringBuilder();
        for (char c : "a1-Z".toCharArray()) b.append(switch (c) { case 'a', 'e' -> "vowel"; case '1' -> "digit"; case '-' -> { yield "dash"; } default -> "other" + c; }).append(' ');
        System.out.println(b);
    }
}

class StringSwitch {
    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"one", "two", "three", ""}) System.out.print(switch (s) { case "one" -> 1; case "two", "zwei" -> 2; case "" -> 0; default -> s.length(); } + " ");
        try { String n = null; switch (n) { case "x": break; } } catch (NullPointerException e) { System.out.println("null"); }
    }
}

class SwitchFallthrough {
    public static void main(String[] args) throws Exception {
        int n = 0;
        for (int i = 0; i < 6; i++) switch (i) { case 1: n += 1; case 2: n += 10; case 3: n += 100; break; case 5: n += 1000; default: n += 10000; }
        System.out.println(n);
    }
}

class SwitchBoxed {
    public static void main(String[] args) throws Exception {
        Integer i = 2;
        Character c = 'b';
        switch (i) { case 1: System.out.print("one"); break; case 2: System.out.print("two"); }
        System.out.println(switch (c) { case 'a' -> 1; case 'b' -> 2; default -> 3; });
        byte b = 5;
        switch (b) { case 5 -> System.out.println("five"); default -> System.out.println("?"); }
    }
}

class Sealed {
    public static void main(String[] args) throws Exception {
        for (Shape s : List.of(new Circle(1), new Square(2), new Rect(2, 3))) System.out.println(area(s));
    }

    sealed interface Shape permits Circle, Square, Rect {}
    record Circle(double r) implements Shape {}
    record Square(double a) implements Shape {}
    static final class Rect implements Shape { double a, b; Rect(double a, double b) { this.a = a; this.b = b; } }
    static double area(Shape s) { if (s instanceof Circle c) return 3 * c.r() * c.r(); if (s instanceof Square q && q.a() > 0) return q.a() * q.a(); return s instanceof Rect r ? r.a * r.b : -1; }
}

class InstanceofPatterns {
    public static void main(String[] args) throws Exception {
        for (Object o : new Object[] {1, "text", 2.5, 'c', null, new int[] {1, 2}, List.of()}) System.out.println(f(o));
    }

    static String f(Object o) {
        if (o instanceof Integer i && i > 0) return "int " + (i + 1);
        if (!(o instanceof String s)) return o instanceof int[] a ? "array " + a.length : "other";
        return s.toUpperCase() + s.length();
    }
}

class SwitchYield {
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 4; i++) { int v = switch (i) { case 0: yield 5; case 1: { int x = i; while (x < 10) x *= 3; yield x; } case 2: try { yield Integer.parseInt("x"); } catch (NumberFormatException e) { yield -2; } default: yield -1; }; System.out.print(v + " "); }
        System.out.println();
    }
}

class EnumValueOfMap {
    public static void main(String[] args) throws Exception {
        Map<Thread.State, Integer> m = new TreeMap<>();
        for (String s : "NEW RUNNABLE NEW BLOCKED NEW".split(" ")) m.merge(Thread.State.valueOf(s), 1, Integer::sum);
        System.out.println(m);
    }
}

class VarKeyword {
    public static void main(String[] args) throws Exception {
        var list = new ArrayList<Map<String, Integer>>();
        list.add(Map.of("a", 1));
        for (var m : list) for (var e : m.entrySet()) System.out.println(e.getKey() + e.getValue());
        var x = 5L; var arr = new int[] {1};
        BiFunction<Integer, Integer, Integer> f = (var a, var b) -> a + b;
        System.out.println(x + arr[0] + f.apply(1, 2));
    }
}

class Interfaces {
    public static void main(String[] args) throws Exception {
        System.out.println(((Comparable<String>) "a").compareTo("b") + ((CharSequence) "abc").length() + new Object() { int hidden() { return 42; } }.hidden());
    }
}
