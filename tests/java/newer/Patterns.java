// since JDK 21: patterns of records and in switches, collections with an order.
package newer;

import java.util.*;
import java.util.stream.Stream;

// holds, sequential: patterns of types, records, constants of enums, and guards
class Patterns {
    sealed interface Shape permits Circle, Square, Fixed {}
    record Circle(double radius) implements Shape {}
    record Square(int side, String name) implements Shape {}
    enum Fixed implements Shape { DOT, LINE }
    record Pair<A, B>(A left, B right) {}

    static String shape(Shape shape) {
        return switch (shape) {
            case Fixed.DOT -> "dot";
            case Fixed.LINE -> "line";
            case Circle(double radius) when radius > 10 -> "large circle";
            case Circle(var radius) -> "circle " + radius;
            case Square(int side, String name) when side > 3 -> "large " + name;
            case Square(int side, String name) -> name + side;
        };
    }

    static String object(Object object) {
        return switch (object) {
            case null -> "null";
            case Integer i when i > 100 -> "many";
            case Integer i -> "int " + i;
            case Long l -> "long " + l;
            case String s when s.isEmpty() -> "empty";
            case String s -> "text " + s;
            case int[] array -> "array of " + array.length;
            case Pair(Pair(var a, var b), String c) -> "nested " + a + b + c;
            case Pair(Integer a, Integer b) -> "sum " + (a + b);
            case Pair<?, ?> pair -> "pair " + pair;
            case Shape s -> shape(s);
            case Enum<?> e -> "enum " + e.name();
            default -> object.getClass().getSimpleName();
        };
    }

    static String small(Byte value) {
        return switch (value) {
            case 1 -> "one";
            case 2 -> "two";
            case Byte b when b < 0 -> "negative";
            case Byte b -> "byte " + b;
        };
    }

    static String letter(Character value) {
        return switch (value) {
            case 'a' -> "first";
            case Character c when Character.isDigit(c) -> "digit";
            case Character c -> "letter " + c;
        };
    }

    static String word(String value) {
        return switch (value) {
            case "yes", "y" -> "agreed";
            case String s when s.length() > 5 -> "long";
            case String s -> s;
        };
    }

    static String fixed(Fixed value) {
        return switch (value) {
            case DOT -> "d";
            case Fixed f when f.ordinal() == 1 -> "l";
            case Fixed f -> "?";
        };
    }

    public static void main(String[] args) {
        Object[] all = {null, 5, 500, 7L, "", "word", new int[3], new Pair<>(new Pair<>(1, 2), "x"), new Pair<>(3, 4), new Pair<>("a", 1),
            Fixed.DOT, Fixed.LINE, new Circle(11), new Circle(1.5), new Square(4, "box"), new Square(2, "box"), Thread.State.NEW, 'c', new ArrayList<>()};
        for (Object each : all) System.out.println(object(each));
        for (byte each : new byte[] {1, 2, -1, 9}) System.out.println(small(each));
        for (char each : new char[] {'a', '7', 'z'}) System.out.println(letter(each));
        for (String each : List.of("yes", "y", "perhaps", "no")) System.out.println(word(each));
        for (Fixed each : Fixed.values()) System.out.println(fixed(each));
        if (all[7] instanceof Pair<?, ?>(Pair<?, ?>(Integer a, Integer b), var c)) System.out.println(a + b + " " + c);
        try {
            word(null);
        } catch (NullPointerException expected) {
            System.out.println("null");
        }
    }
}

// exception: a selector is null, and no label takes it
class PatternNull {
    public static void main(String[] args) {
        Object given = args.length == 0 ? null : args[0];
        switch (given) {
            case String text -> System.out.println(text);
            default -> System.out.println("other");
        }
    }
}

// holds, sequential: collections with a first and a last element
class Sequenced {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        list.addFirst(0);
        list.addLast(4);
        System.out.println(list + " " + list.reversed() + " " + list.getFirst() + list.getLast() + " " + list.removeLast());
        LinkedHashMap<String, Integer> map = new LinkedHashMap<>(Map.of("b", 2));
        map.putFirst("a", 1);
        map.putLast("c", 3);
        System.out.println(map + " " + map.reversed() + " " + map.firstEntry() + " " + map.pollLastEntry() + " " + map.sequencedKeySet());
        SequencedSet<String> set = new LinkedHashSet<>(List.of("x", "y"));
        set.addFirst("y");
        System.out.println(set + " " + set.reversed());
        SequencedCollection<Integer> queue = new ArrayDeque<>(List.of(1, 2));
        System.out.println(queue.reversed().getFirst() + " " + new TreeSet<>(queue).reversed());
        System.out.println(Stream.of("b", "a").sorted(Comparator.reverseOrder()).toList().reversed());
        System.out.println(new StringBuilder().repeat("ab", 2) + " " + Math.clamp(12L, 0, 9) + " " + "a,b".splitWithDelimiters(",", 0).length);
        try {
            new ArrayList<>().getFirst();
        } catch (NoSuchElementException expected) {
            System.out.println(expected);
        }
    }
}
