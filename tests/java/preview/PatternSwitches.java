// Pattern switches, final in Java 21 and a preview in 17: compiled with --enable-preview.
package conformance;

import java.util.List;

class TypeSwitch {
    public static void main(String[] args) throws Exception {
        for (Object o : new Object[] {1, -5, "text", "", 2.5, 'c', List.of(1, 2), new int[] {3}, Thread.State.NEW}) System.out.println(f(o));
    }

    static String f(Object o) {
        return switch (o) {
            case Integer i && i < 0 -> "negative " + i;
            case Integer i -> "int " + (i + 1);
            case String s && s.isEmpty() -> "empty";
            case String s -> s.toUpperCase();
            case List<?> l -> "list of " + l.size();
            case int[] a -> "array " + a[0];
            case Thread.State t -> "state " + t.ordinal();
            default -> "other " + o;
        };
    }
}

class NullSwitch {
    public static void main(String[] args) throws Exception {
        System.out.println(g(null) + g("a") + g("b"));
        try {
            h(null);
        } catch (NullPointerException e) {
            System.out.println("null refused");
        }
    }

    static String g(String s) {
        return switch (s) {
            case null -> "null ";
            case "a" -> "A ";
            default -> s;
        };
    }

    static int h(Object o) {
        return switch (o) {
            case String s -> s.length();
            default -> -1;
        };
    }
}

class SealedSwitch {
    public static void main(String[] args) throws Exception {
        System.out.println(area(new Circle(2)) + " " + area(new Square(3)));
    }

    sealed interface Shape permits Circle, Square {}

    record Circle(int r) implements Shape {}

    record Square(int a) implements Shape {}

    static int area(Shape s) {
        return switch (s) {
            case Circle c -> 3 * c.r() * c.r();
            case Square q -> q.a() * q.a();
        };
    }
}

class GuardedStatement {
    public static void main(String[] args) throws Exception {
        Object[] all = {5, 50, "x", 7L};
        int n = 0;
        for (Object o : all) {
            switch (o) {
                case Integer i && i > 10:
                    n += 100;
                    break;
                case Integer i:
                    n += 10;
                    break;
                case String s:
                    n += 1;
                    break;
                default:
                    n += 1000;
            }
        }
        System.out.println(n);
    }
}
