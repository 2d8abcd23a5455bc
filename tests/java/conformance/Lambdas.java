// Lambdas and method references of every kind.
package conformance;

import java.io.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;

class LambdaBasics {
    public static void main(String[] args) throws Exception {
        Function<Integer, Integer> twice = x -> x * 2;
        BiFunction<Integer, Integer, Integer> add = (a, b) -> a + b;
        Supplier<String> s = () -> "s";
        Runnable r = () -> System.out.print("run ");
        r.run();
        System.out.println(twice.apply(4) + add.apply(1, 2) + s.get() + twice.andThen(x -> x + 1).compose((Integer x) -> x - 1).apply(10));
    }
}

class LambdaCaptures {
    public static void main(String[] args) throws Exception {
        int i = 1; long l = 2; double d = 3; String t = "t"; byte b = 4; char c = 'c'; boolean z = true; float f = 5; short h = 6; int[] arr = {7};
        Supplier<String> s = () -> "" + i + l + d + t + b + c + z + f + h + arr[0];
        arr[0] = 8;
        System.out.println(s.get());
    }
}

class LambdaThis {
    public static void main(String[] args) throws Exception {
        System.out.println(new LambdaThis().go());
    }

    int f = 3;
    int go() { IntSupplier s = () -> ++f + this.f; return s.getAsInt(); }
}

class MethodRefStatic {
    public static void main(String[] args) throws Exception {
        IntBinaryOperator max = Math::max;
        Function<String, Integer> parse = Integer::parseInt;
        BiFunction<Integer, Integer, Integer> sum = Integer::sum;
        ToIntFunction<Integer> bits = Integer::bitCount;
        System.out.println(max.applyAsInt(3, 9) + parse.apply("5") + sum.apply(1, 2) + bits.applyAsInt(7));
    }
}

class MethodRefBound {
    public static void main(String[] args) throws Exception {
        String s = "hello";
        IntFunction<Character> at = s::charAt;
        Predicate<Object> eq = s::equals;
        Supplier<Integer> len = s::length;
        System.out.println(at.apply(1) + "" + eq.test("hello") + len.get());
        String n = null;
        try { Supplier<Integer> bad = n::length; System.out.println(bad); } catch (NullPointerException e) { System.out.println("null receiver"); }
    }
}

class MethodRefUnbound {
    public static void main(String[] args) throws Exception {
        Function<String, String> up = String::toUpperCase;
        BiFunction<String, String, Boolean> starts = String::startsWith;
        Comparator<String> c = String::compareTo;
        System.out.println(up.apply("x") + starts.apply("abc", "a") + c.compare("a", "b"));
    }
}

class MethodRefNew {
    public static void main(String[] args) throws Exception {
        Supplier<List<String>> list = ArrayList::new;
        Function<String, StringBuilder> sb = StringBuilder::new;
        IntFunction<int[]> arr = int[]::new;
        Function<Integer, P> p = P::new;
        System.out.println(list.get().size() + sb.apply("q").append(1).toString() + arr.apply(3).length + p.apply(4));
    }

    record P(int v) {}
}

class MethodRefSuper {
    public static void main(String[] args) throws Exception {
        System.out.println(new B().go());
    }

    static class A { String n() { return "A"; } }
    static class B extends A { String n() { return "B"; } String go() { Supplier<String> s = super::n, t = this::n; return s.get() + t.get(); } }
}

class Adaptation {
    public static void main(String[] args) throws Exception {
        ToLongFunction<Integer> wide = Integer::intValue;
        Function<Integer, Object> box = x -> x;
        IntToLongFunction bits = Integer::bitCount;
        Consumer<String> drop = "a"::concat;
        drop.accept("b");
        Function<Object, String> str = Object::toString;
        IntPredicate same = Integer.valueOf(5)::equals;
        Supplier<Object> sup = () -> 5L;
        System.out.println(wide.applyAsLong(5) + " " + box.apply(6) + bits.applyAsLong(255) + str.apply(List.of(1)) + same.test(5) + sup.get());
    }
}

class Currying {
    public static void main(String[] args) throws Exception {
        Function<Integer, Function<Integer, Function<Integer, Integer>>> f = a -> b -> c -> a * b + c;
        System.out.println(f.apply(2).apply(3).apply(4));
    }
}

class Recursion {
    public static void main(String[] args) throws Exception {
        fact = n -> n == 0 ? 1 : n * fact.apply(n - 1);
        System.out.println(fact.apply(10));
    }

    static Function<Integer, Integer> fact;
}

class HigherOrder {
    public static void main(String[] args) throws Exception {
        System.out.println(compose(x -> x + 1, x -> x * 2, x -> x - 3).apply(5));
    }

    @SafeVarargs static Function<Integer, Integer> compose(Function<Integer, Integer>... fs) { Function<Integer, Integer> r = Function.identity(); for (Function<Integer, Integer> f : fs) r = r.andThen(f); return r; }
}

class Predicates {
    public static void main(String[] args) throws Exception {
        Predicate<Integer> even = x -> x % 2 == 0, big = x -> x > 10;
        System.out.println(even.and(big).test(12) + " " + even.or(big).test(11) + " " + even.negate().test(3) + " " + Predicate.not(even).test(4) + " " + Predicate.isEqual("a").test("a"));
    }
}

class IntersectionCast {
    public static void main(String[] args) throws Exception {
        Runnable r = (Runnable & Serializable) () -> System.out.println("serializable " );
        r.run();
        System.out.println(r instanceof Serializable);
    }
}

class GenericFunctional {
    public static void main(String[] args) throws Exception {
        Tri<Integer, String, Double, String> t = (a, b, c) -> a + b + c;
        System.out.println(t.apply(1, "x", 2.5) + t.<String>then(s -> s.length() + "").apply(1, "abc", 0.5));
    }

    interface Tri<A, B, C, R> { R apply(A a, B b, C c); default <S> Tri<A, B, C, S> then(Function<? super R, ? extends S> f) { return (a, b, c) -> f.apply(apply(a, b, c)); } }
}

class DefaultMethodLambda {
    public static void main(String[] args) throws Exception {
        Shape s = () -> 4;
        System.out.println(s.area() + s.twice() + Shape.unit().area());
    }

    interface Shape { int area(); default int twice() { Supplier<Integer> x = () -> area() * 2; return x.get(); } static Shape unit() { return () -> 1; } }
}

class LambdaExceptions {
    public static void main(String[] args) throws Exception {
        Callable<Integer> c = () -> { throw new Exception("called"); };
        try { c.call(); } catch (Exception e) { System.out.println(e.getMessage()); }
        Supplier<Integer> s = () -> Integer.parseInt("x");
        try { s.get(); } catch (NumberFormatException e) { System.out.println("nfe"); }
    }
}

class LambdaInLoop {
    public static void main(String[] args) throws Exception {
        List<Supplier<Integer>> l = new ArrayList<>();
        for (int i = 0; i < 3; i++) { int j = i * i; l.add(() -> j); }
        for (int x : new int[] {7, 8}) l.add(() -> x);
        StringBuilder b = new StringBuilder();
        for (Supplier<Integer> s : l) b.append(s.get()).append(' ');
        System.out.println(b);
    }
}

class LambdaIdentity {
    public static void main(String[] args) throws Exception {
        Supplier<Runnable> make = () -> () -> {};
        System.out.println((make.get() == make.get()) + " " + make.get().equals(null));
    }
}

class VarargsReference {
    public static void main(String[] args) throws Exception {
        Function<String, String> f = LambdaHelp::join;
        BiFunction<String, String, String> g = LambdaHelp::join;
        System.out.println(f.apply("a") + g.apply("b", "c"));
    }

    static class LambdaHelp { static String join(String... s) { return String.join("+", s) + s.length; } }
}

class ComparatorChains {
    public static void main(String[] args) throws Exception {
        List<String> l = new ArrayList<>(List.of("bb", "a", "ccc", "aa", "b"));
        l.sort(Comparator.comparing(String::length).reversed().thenComparing(Comparator.naturalOrder()));
        System.out.println(l);
        l.sort(Comparator.comparingInt(String::length).thenComparing(s -> s.charAt(0), Comparator.reverseOrder()));
        System.out.println(l);
        l.set(0, null);
        l.sort(Comparator.nullsLast(Comparator.naturalOrder()));
        System.out.println(l);
    }
}

class PrimitiveFunctions {
    public static void main(String[] args) throws Exception {
        IntUnaryOperator f = x -> x + 1;
        LongUnaryOperator g = x -> x * 2;
        DoubleUnaryOperator h = Math::sqrt;
        System.out.println(f.andThen(x -> x * 10).applyAsInt(1) + " " + g.compose(x -> x + 5).applyAsLong(1) + " " + h.applyAsDouble(16));
        BooleanSupplier b = () -> true;
        ObjIntConsumer<String> o = (s, i) -> System.out.println(s + i);
        o.accept("n", 4);
        System.out.println(b.getAsBoolean());
    }
}
