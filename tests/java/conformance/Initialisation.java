// The order in which classes and objects are initialised.
package conformance;

import java.util.function.*;

class StaticOrder {
    public static void main(String[] args) throws Exception {
        System.out.println("main");
        new B();
        System.out.println(A.y);
    }

    static { System.out.println("first"); }
    static class A { static int x = say("A.x"); static { System.out.println("A block"); } static int y = say("A.y"); }
    static class B extends A { static int z = say("B.z"); { System.out.println("B instance"); } B() { System.out.println("B()"); } }
    static int say(String s) { System.out.println(s); return s.length(); }
    static { System.out.println("second"); }
}

class ConstantsDoNotInitialise {
    public static void main(String[] args) throws Exception {
        System.out.println(C.CONST);
        System.out.println(C.TEXT);
        System.out.println(C.BOXED);
    }

    static class C { static { System.out.println("C initialised"); } static final int CONST = 5; static final String TEXT = "t" + 1; static final Integer BOXED = 7; }
}

class ArrayDoesNotInitialise {
    public static void main(String[] args) throws Exception {
        C[] a = new C[2];
        System.out.println(a.length + C.class.getSimpleName());
        Object o = null;
        System.out.println(o instanceof C);
        new C();
    }

    static class C { static { System.out.println("C initialised"); } }
}

class SubclassFieldReference {
    public static void main(String[] args) throws Exception {
        System.out.println(Sub.value);
    }

    static class Base { static int value = 3; static { System.out.println("Base"); } }
    static class Sub extends Base { static { System.out.println("Sub"); } }
}

class InterfaceInit {
    public static void main(String[] args) throws Exception {
        System.out.println("start");
        new Impl();
        System.out.println("made");
        System.out.println(I.X);
        System.out.println(J.Y);
    }

    interface I { int X = say("I.X"); }
    interface J { int Y = say("J.Y"); default void m() {} }
    static class Impl implements I, J { static { System.out.println("Impl"); } }
    static int say(String s) { System.out.println(s); return 1; }
}

class CyclicInit {
    public static void main(String[] args) throws Exception {
        System.out.println(A.a + " " + B.b);
    }

    static class A { static int a = B.b + 1; }
    static class B { static int b = A.a + 1; }
}

class ForwardReference {
    public static void main(String[] args) throws Exception {
        System.out.println(x + " " + y);
    }

    static int get() { return y; }
    static int x = get();
    static int y = 5;
}

class InstanceOrder {
    public static void main(String[] args) throws Exception {
        new Sub(1);
    }

    static void p(String s) { System.out.print(s + " "); }
    static class Base { int a = i("Base.a"); { p("Base{}"); } Base(int n) { p("Base()"); } int i(String s) { p(s); return 0; } }
    static class Sub extends Base { int b = i("Sub.b"); { p("Sub{}"); } Sub() { super(n("arg")); System.out.println("Sub()"); } Sub(int x) { this(); System.out.println("Sub(int)"); } static int n(String s) { p(s); return 1; } }
}

class LazySingleton {
    public static void main(String[] args) throws Exception {
        System.out.println("before");
        System.out.println(Holder.get() == Holder.get());
    }

    static class Holder { private static class Lazy { static { System.out.println("created"); } static final Object IT = new Object(); } static Object get() { return Lazy.IT; } }
}

class EnumInit {
    public static void main(String[] args) throws Exception {
        System.out.println(E.B.next());
    }

    enum E { A, B, C; static final E[] ALL = values(); static { System.out.println("enum ready"); } E() { System.out.println("con " + name()); } E next() { return ALL[(ordinal() + 1) % 3]; } }
}

class FailedInit {
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 2; i++) { try { Bad.go(); } catch (Throwable t) { System.out.println(t.getClass().getSimpleName()); } }
        try { new SubBad(); } catch (Throwable t) { System.out.println(t.getClass().getSimpleName()); }
    }

    static class Bad { static { if (true) throw new IllegalStateException(); } static void go() {} }
    static class SubBad extends Bad {}
}

class ForNameInit {
    public static void main(String[] args) throws Exception {
        System.out.println("a");
        Class<?> c = Class.forName(T.class.getName());
        System.out.println(c.getSimpleName());
        Class.forName(T.class.getName());
        try { Class.forName("no.Such"); } catch (ClassNotFoundException e) { System.out.println(e.getMessage()); }
    }

    static class T { static { System.out.println("T initialised"); } }
}

class FinalFields {
    public static void main(String[] args) throws Exception {
        System.out.println(new F(2).total() + F.COUNT);
    }

    static class F { final int a, b; static final int COUNT; static { COUNT = 40 + 2; } { a = 1; } F(int b) { this.b = b; } int total() { return a + b; } }
}

class StaticMethodTriggers {
    public static void main(String[] args) throws Exception {
        System.out.println("x");
        Util.hello();
    }

    static class Util { static { System.out.println("Util ready"); } static void hello() { System.out.println("hello"); } }
}

class RecordInit {
    public static void main(String[] args) throws Exception {
        System.out.println(new P(3) + " " + P.made);
    }

    record P(int x) { static int made; static { System.out.println("P"); } P { made++; if (x < 0) throw new IllegalArgumentException(); } P() { this(9); } }
}

class InitViaLambda {
    public static void main(String[] args) throws Exception {
        Supplier<String> s = Later::get;
        System.out.println("not yet");
        System.out.println(s.get());
    }

    static class Later { static { System.out.println("Later ready"); } static String get() { return "got"; } }
}
