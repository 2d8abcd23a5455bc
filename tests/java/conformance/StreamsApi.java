// Streams.
package conformance;

import java.util.*;
import java.util.function.*;
import java.util.stream.*;

class StreamBasics {
    public static void main(String[] args) throws Exception {
        System.out.println(Stream.of(5, 3, 8, 1).filter(x -> x > 2).map(x -> x * 10).sorted().toList());
        System.out.println(IntStream.range(0, 10).filter(i -> i % 3 == 0).boxed().collect(Collectors.toList()));
        System.out.println(Stream.of("a", "b").reduce("", String::concat) + IntStream.rangeClosed(1, 5).reduce(1, (a, b) -> a * b));
    }
}

class StreamCollectors {
    public static void main(String[] args) throws Exception {
        List<String> w = List.of("apple", "bob", "cat", "apricot", "bee");
        System.out.println("" + w.stream().collect(Collectors.groupingBy(s -> s.charAt(0), TreeMap::new, Collectors.toList())));
        System.out.println("" + w.stream().collect(Collectors.partitioningBy(s -> s.length() > 3, Collectors.counting())));
        System.out.println("" + w.stream().collect(Collectors.toMap(s -> s, String::length, (a, b) -> a, LinkedHashMap::new)));
        System.out.println("" + w.stream().collect(Collectors.joining("/", "<", ">")) + w.stream().collect(Collectors.averagingInt(String::length)) + w.stream().collect(Collectors.summarizingInt(String::length)));
    }
}

class StreamCollectorsMore {
    public static void main(String[] args) throws Exception {
        Stream<Integer> s = Stream.of(1, 2, 3, 4, 5, 6);
        System.out.println("" + s.collect(Collectors.teeing(Collectors.summingInt(x -> x), Collectors.counting(), (a, b) -> a + "/" + b)));
        System.out.println(Stream.of("x", "yy", "zzz").collect(Collectors.mapping(String::length, Collectors.reducing(0, Integer::sum))) + "" + Stream.of(1, 2).collect(Collectors.collectingAndThen(Collectors.toList(), List::size)) + Stream.of(3, 1, 2).collect(Collectors.minBy(Comparator.naturalOrder())).get());
        System.out.println(Stream.of(1, 2, 3, 4).collect(Collectors.filtering(x -> x > 2, Collectors.toSet())) + "" + Stream.of(List.of(1), List.of(2, 3)).collect(Collectors.flatMapping(List::stream, Collectors.toList())));
    }
}

class StreamFlatMap {
    public static void main(String[] args) throws Exception {
        System.out.println(Stream.of(List.of(1, 2), List.<Integer>of(), List.of(3)).flatMap(List::stream).map(x -> x + 1).toList() + "" + Stream.of("ab", "c").flatMapToInt(String::chars).sum());
        System.out.println(Stream.of(1, 2, 3).<String>mapMulti((x, c) -> { for (int i = 0; i < x; i++) c.accept("" + x); }).collect(Collectors.joining()));
    }
}

class StreamLazy {
    public static void main(String[] args) throws Exception {
        Stream.of(1, 2, 3, 4).peek(x -> System.out.print("p" + x)).filter(x -> x % 2 == 0).peek(x -> System.out.print("f" + x)).limit(1).forEach(x -> System.out.println("!" + x));
        Stream<Integer> lazy = Stream.of(1).peek(x -> System.out.print("never"));
        System.out.println(lazy != null);
    }
}

class StreamInfinite {
    public static void main(String[] args) throws Exception {
        System.out.println(Stream.iterate(1, x -> x * 2).limit(8).toList() + "" + Stream.iterate(1, x -> x < 50, x -> x * 3).toList() + IntStream.iterate(0, i -> i + 5).skip(2).limit(3).sum() + Stream.generate(() -> "g").limit(2).toList());
    }
}

class StreamMatch {
    public static void main(String[] args) throws Exception {
        List<Integer> l = List.of(2, 4, 6);
        System.out.println(l.stream().allMatch(x -> x % 2 == 0) + " " + l.stream().anyMatch(x -> x > 5) + " " + l.stream().noneMatch(x -> x > 9) + " " + l.stream().findFirst().get() + l.stream().max(Integer::compare).get() + Stream.empty().findAny().isPresent());
    }
}

class StreamNumbers {
    public static void main(String[] args) throws Exception {
        IntSummaryStatistics s = IntStream.of(4, 8, 1).summaryStatistics();
        System.out.println(s + " " + IntStream.of(1, 2, 3).average().getAsDouble() + " " + DoubleStream.of(0.5, 1.5).sum() + " " + LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b) + " " + IntStream.range(0, 5).mapToObj(i -> "s" + i).toList() + IntStream.empty().max());
    }
}

class StreamSorting {
    public static void main(String[] args) throws Exception {
        record P(String n, int a) {}
        List<P> l = List.of(new P("x", 3), new P("y", 1), new P("z", 3));
        System.out.println(l.stream().sorted(Comparator.comparingInt(P::a).thenComparing(P::n, Comparator.reverseOrder())).map(P::n).collect(Collectors.joining()));
        System.out.println(Stream.of(3, 1, 3, 2, 1).distinct().sorted(Comparator.reverseOrder()).toList());
    }
}

class StreamArrays {
    public static void main(String[] args) throws Exception {
        System.out.println(Arrays.stream(new int[] {1, 2, 3}, 1, 3).sum() + " " + Arrays.toString(Stream.of("a", "b").toArray(String[]::new)) + Arrays.toString(IntStream.range(0, 4).map(i -> i * i).toArray()) + Stream.of(1, 2).mapToDouble(x -> x / 2.0).boxed().toList());
    }
}

class StreamTakeDrop {
    public static void main(String[] args) throws Exception {
        System.out.println(Stream.of(1, 2, 5, 1).takeWhile(x -> x < 3).toList() + "" + Stream.of(1, 2, 5, 1).dropWhile(x -> x < 3).toList() + Stream.concat(Stream.of(1), Stream.of(2)).toList() + Stream.of(1, 2, 3, 4).skip(1).limit(2).toList());
    }
}

class StreamReuse {
    public static void main(String[] args) throws Exception {
        Stream<Integer> s = Stream.of(1);
        s.count();
        try { s.count(); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        try { Stream.of("a", "a").collect(Collectors.toMap(x -> x, x -> 1)); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
    }
}

class StreamReduceThree {
    public static void main(String[] args) throws Exception {
        System.out.println(Stream.of("aa", "b", "cccc").reduce(0, (n, s) -> n + s.length(), Integer::sum) + " " + Stream.of(1, 2, 3).collect(ArrayList::new, ArrayList::add, ArrayList::addAll) + Stream.of(4, 9).reduce(Math::max).get());
    }
}

class StreamWords {
    public static void main(String[] args) throws Exception {
        String text = "it was the best of times it was the worst of times";
        Map<String, Long> m = Arrays.stream(text.split(" ")).collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        System.out.println(m.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey())).limit(4).map(Object::toString).collect(Collectors.joining(", ")));
    }
}

class StreamIterator {
    public static void main(String[] args) throws Exception {
        Iterator<Integer> it = Stream.of(1, 2, 3).filter(x -> x != 2).iterator();
        while (it.hasNext()) System.out.print(it.next());
        System.out.println(Stream.of(1, null, 2).filter(Objects::nonNull).count() + " " + Stream.ofNullable(null).count());
    }
}

class CharStreams {
    public static void main(String[] args) throws Exception {
        System.out.println("hello".chars().mapToObj(c -> (char) c).map(Character::toUpperCase).map(String::valueOf).collect(Collectors.joining("-")));
        System.out.println("" + "mississippi".chars().boxed().collect(Collectors.groupingBy(c -> (char) c.intValue(), TreeMap::new, Collectors.counting())));
    }
}

class PrimeStream {
    public static void main(String[] args) throws Exception {
        System.out.println(IntStream.rangeClosed(2, 50).filter(n -> IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0)).boxed().toList());
    }
}

class CollectorOf {
    public static void main(String[] args) throws Exception {
        Collector<String, StringBuilder, String> c = Collector.of(StringBuilder::new, (b, s) -> b.append(s.charAt(0)), StringBuilder::append, StringBuilder::toString);
        System.out.println(Stream.of("model", "checker").collect(c));
    }
}
