// Method dispatch: overriding, overloading, interfaces, defaults, super, bridges, fields.
package conformance;

import java.util.*;

class Overriding {
    public static void main(String[] args) throws Exception {
        A[] all = {new A(), new B(), new C()};
        for (A a : all) System.out.println(a.name() + a.twice() + a.x + ((A) a).st());
    }

    static class A { int x = 1; String name() { return "A"; } String twice() { return name() + name(); } static String st() { return "sA"; } }
    static class B extends A { int x = 2; @Override String name() { return "B" + super.name(); } static String st() { return "sB"; } }
    static class C extends B { @Override String name() { return "C" + super.name() + super.x + ((A) this).x; } }
}

class OverloadOnStaticType {
    public static void main(String[] args) throws Exception {
        Object o = "s";
        String s = "s";
        f(o); f(s); f((CharSequence) s); f((Comparable<String>) s);
    }

    static void f(Object o) { System.out.println("Object"); }
    static void f(CharSequence o) { System.out.println("CharSequence"); }
    static void f(Comparable<?> o) { System.out.println("Comparable"); }
    static void f(String o) { System.out.println("String"); }
}

class DefaultMethods {
    public static void main(String[] args) throws Exception {
        System.out.println(new X().hi() + new Y().hi() + new Z().hi() + new W().hi());
    }

    interface I { default String hi() { return "I"; } }
    interface J extends I { default String hi() { return "J" + I.super.hi(); } }
    static class X implements I {}
    static class Y implements I, J {}
    static class Z extends X implements J {}
    static class P { public String hi() { return "P"; } }
    static class W extends P implements J {}
}

class Diamond {
    public static void main(String[] args) throws Exception {
        System.out.println(new D().m());
    }

    interface A { default String m() { return "A"; } }
    interface B { default String m() { return "B"; } }
    static class D implements A, B { public String m() { return A.super.m() + B.super.m(); } }
}

class InterfaceStaticPrivate {
    public static void main(String[] args) throws Exception {
        System.out.println(S.make() + new S() {}.pub());
    }

    interface S { static String make() { return "made" + help(); } private static String help() { return "!"; } private String priv() { return "private"; } default String pub() { return priv() + X; } int X = 5; }
}

class AbstractTemplate {
    public static void main(String[] args) throws Exception {
        for (Shape s : new Shape[] {new Sq(2), new Ci(1)}) System.out.println(s.describe());
    }

    static abstract class Shape { abstract double area(); String describe() { return getClass().getSimpleName() + " " + area(); } }
    static class Sq extends Shape { double a; Sq(double a) { this.a = a; } double area() { return a * a; } }
    static class Ci extends Shape { double r; Ci(double r) { this.r = r; } double area() { return 3 * r * r; } }
}

class BridgeMethods {
    public static void main(String[] args) throws Exception {
        Comparable<Num> c = new Num(3);
        System.out.println(c.compareTo(new Num(5)));
        Copy o = new Sub();
        System.out.println(o.copy().getClass().getSimpleName() + new Sub().copy().extra());
    }

    record Num(int n) implements Comparable<Num> { public int compareTo(Num o) { return Integer.compare(n, o.n); } }
    static class Copy { Copy copy() { return new Copy(); } }
    static class Sub extends Copy { @Override Sub copy() { return new Sub(); } String extra() { return "+"; } }
}

class GenericBridge {
    public static void main(String[] args) throws Exception {
        Box<String> b = new Loud();
        b.set("x");
        System.out.println(b.get());
        @SuppressWarnings({"rawtypes", "unchecked"}) Runnable r = () -> ((Box) b).set(5);
        try { r.run(); } catch (ClassCastException e) { System.out.println("heap pollution stopped by the bridge"); }
    }

    static class Box<T> { T v; void set(T t) { v = t; } T get() { return v; } }
    static class Loud extends Box<String> { @Override void set(String s) { super.set(s.toUpperCase() + "!"); } }
}

class PrivateMethods {
    public static void main(String[] args) throws Exception {
        System.out.println(new Q().call(new R()));
    }

    static class Q { private String m() { return "Q"; } String call(Q q) { return q.m() + m(); } }
    static class R extends Q { private String m() { return "R"; } }
}

class VirtualInConstructor {
    public static void main(String[] args) throws Exception {
        new Derived();
    }

    static class Base { Base() { show(); } void show() { System.out.println("base"); } }
    static class Derived extends Base { int x = 7; final int y = 8; String s = "set"; @Override void show() { System.out.println(x + " " + y + " " + s); } }
}

class InstanceOf {
    public static void main(String[] args) throws Exception {
        Object[] v = {1, "s", new int[0], new String[0], null, new ArrayList<>(), Thread.State.NEW};
        for (Object o : v) System.out.println((o instanceof Number) + " " + (o instanceof Comparable) + " " + (o instanceof Object[]) + " " + (o instanceof Cloneable) + " " + (o instanceof List<?> l ? "list" + l.size() : "-"));
    }
}

class EqualsHash {
    public static void main(String[] args) throws Exception {
        P a = new P(1), b = new P(1);
        System.out.println(a.equals(b) + " " + (a == b) + " " + new HashSet<>(List.of(a)).contains(b) + " " + a.hashCode());
    }

    static class P { int v; P(int v) { this.v = v; } @Override public boolean equals(Object o) { return o instanceof P p && p.v == v; } @Override public int hashCode() { return 31 * v; } }
}

class ToStringCalls {
    public static void main(String[] args) throws Exception {
        System.out.println(new T() + "" + List.of(new T()) + String.valueOf(new T()));
        StringBuilder b = new StringBuilder().append(new T());
        System.out.println(b);
    }

    static class T { static int n; @Override public String toString() { return "T" + n++; } }
}

class InnerAccess {
    public static void main(String[] args) throws Exception {
        Outer o = new Outer();
        Outer.In i = o.new In();
        System.out.println(i.get() + o.secret);
    }

    static class Outer { private int secret = 1; class In { private int secret = 2; int get() { Outer.this.secret += 10; return secret + Outer.this.secret; } } }
}

class AnonymousCapture {
    public static void main(String[] args) throws Exception {
        int base = 10;
        Comparator<Integer> c = new Comparator<>() { int calls; public int compare(Integer a, Integer b) { calls++; return Integer.compare(a % base, b % base) * (calls > 0 ? 1 : -1); } };
        List<Integer> l = new ArrayList<>(List.of(19, 21, 35));
        l.sort(c);
        System.out.println(l);
    }
}

class LocalClasses {
    public static void main(String[] args) throws Exception {
        int n = args.length + 3;
        class Counter { int c = n; int next() { return c++ + n; } }
        Counter c = new Counter();
        System.out.println(c.next() + c.next() + new Counter().c);
        record Pair(int a, int b) {}
        enum E { X, Y }
        interface F { int f(int x); }
        F f = x -> x * n;
        System.out.println(new Pair(f.f(2), E.Y.ordinal()));
    }
}

class StaticNested {
    public static void main(String[] args) throws Exception {
        System.out.println(Nest.Deep.VALUE + new Nest.Deep().up());
    }

    static class Nest { private static int hidden = 4; static class Deep { static final String VALUE = "deep"; int up() { return ++hidden; } } }
}

class GenericsMethods {
    public static void main(String[] args) throws Exception {
        System.out.println(max(List.of(3, 9, 4)) + max(List.of("b", "a")) + first("x", 1) + id(5).getClass());
    }

    static <T extends Comparable<? super T>> T max(List<? extends T> l) { T m = l.get(0); for (T t : l) if (t.compareTo(m) > 0) m = t; return m; }
    @SafeVarargs static <T> T first(T... t) { return t[0]; }
    static <T> T id(T t) { return t; }
}

class LinkedStack {
    public static void main(String[] args) throws Exception {
        Stack2<String> s = new Stack2<>();
        for (String x : "to be or not".split(" ")) s.push(x);
        StringBuilder b = new StringBuilder();
        for (String x : s) b.append(x).append(' ');
        System.out.println(b + s.pop() + s.size());
    }

    static class Stack2<T> implements Iterable<T> {
        private record Node<T>(T v, Node<T> next) {}
        private Node<T> top; private int n;
        void push(T t) { top = new Node<>(t, top); n++; }
        T pop() { T t = top.v(); top = top.next(); n--; return t; }
        int size() { return n; }
        public Iterator<T> iterator() { return new Iterator<>() { Node<T> at = top; public boolean hasNext() { return at != null; } public T next() { T t = at.v(); at = at.next(); return t; } }; }
    }
}

class VisitorPattern {
    public static void main(String[] args) throws Exception {
        Ex e = new Add(new Num(2), new Mul(new Num(3), new Num(4)));
        System.out.println(e.accept(new V<Integer>() { public Integer num(int n) { return n; } public Integer add(Integer a, Integer b) { return a + b; } public Integer mul(Integer a, Integer b) { return a * b; } }));
        System.out.println(e.accept(new V<String>() { public String num(int n) { return "" + n; } public String add(String a, String b) { return "(" + a + "+" + b + ")"; } public String mul(String a, String b) { return a + "*" + b; } }));
    }

    interface V<R> { R num(int n); R add(R a, R b); R mul(R a, R b); }
    interface Ex { <R> R accept(V<R> v); }
    record Num(int n) implements Ex { public <R> R accept(V<R> v) { return v.num(n); } }
    record Add(Ex a, Ex b) implements Ex { public <R> R accept(V<R> v) { return v.add(a.accept(v), b.accept(v)); } }
    record Mul(Ex a, Ex b) implements Ex { public <R> R accept(V<R> v) { return v.mul(a.accept(v), b.accept(v)); } }
}

class CloneObject {
    public static void main(String[] args) throws Exception {
        P p = new P();
        P q = p.clone();
        q.n = 5;
        q.a[0] = 9;
        System.out.println(p.n + " " + p.a[0] + " " + (p.getClass() == q.getClass()));
        try { new N().go(); } catch (CloneNotSupportedException e) { System.out.println(e.getMessage().endsWith("N")); }
    }

    static class P implements Cloneable { int n = 1; int[] a = {1}; @Override public P clone() { try { return (P) super.clone(); } catch (CloneNotSupportedException e) { throw new AssertionError(e); } } }
    static class N { Object go() throws CloneNotSupportedException { return super.clone(); } }
}

class ClassObjects {
    public static void main(String[] args) throws Exception {
        System.out.println(String.class.getName() + " " + int[].class.isArray() + " " + Runnable.class.isInterface() + " " + Integer.class.getSuperclass() + " " + Number.class.isAssignableFrom(Long.class) + " " + Long.class.isInstance(5L) + " " + Integer.TYPE + " " + Map.Entry.class.getName() + " " + Map.Entry.class.getSimpleName());
        System.out.println(new Object() {}.getClass().getSimpleName().isEmpty() + " " + ClassObjects.class.getName() + " " + Thread.State.NEW.getDeclaringClass().getSimpleName() + " " + ClassObjects.class.getPackageName().isEmpty());
    }
}

class SuperFieldsAndStatics {
    public static void main(String[] args) throws Exception {
        Sub s = new Sub();
        s.a = 1;
        ((Base) s).a = 2;
        Sub.count++;
        Base.count++;
        System.out.println(s.a + " " + ((Base) s).a + " " + Base.count + s.sum());
    }

    static class Base { int a; static int count; }
    static class Sub extends Base { int a; int sum() { return a + super.a; } }
}

class InterfaceFields {
    public static void main(String[] args) throws Exception {
        System.out.println(K.A + K.B + new Impl().use());
    }

    interface K { int A = 1; int B = A + 1; }
    static class Impl implements K { int use() { return A + B; } }
}
