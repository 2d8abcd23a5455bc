// One thread, much library: streams, records, string formatting, switch expressions, text blocks.
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Streams {
    record Order(String customer, int cents, Kind kind) {
        Order {
            if (cents < 0) throw new IllegalArgumentException("negative: " + cents);
        }
    }

    enum Kind { BOOK, TEA }

    sealed interface Shape permits Circle, Square {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    static String describe(Object o) {
        if (o instanceof Circle c && c.radius() > 1) return "large " + c;
        return o instanceof Shape s ? s.toString() : "no shape";
    }

    static int weight(Kind kind) {
        return switch (kind) {
            case BOOK -> 3;
            case TEA -> 1;
        };
    }

    public static void main(String[] args) {
        List<Order> orders = List.of(new Order("Ada", 1250, Kind.BOOK), new Order("Bo", 399, Kind.TEA),
                new Order("Ada", 425, Kind.TEA));
        Map<String, Integer> byCustomer = orders.stream()
                .collect(Collectors.groupingBy(Order::customer, Collectors.summingInt(Order::cents)));
        assert byCustomer.get("Ada") == 1675 : byCustomer;
        String names = orders.stream().map(Order::customer).distinct().sorted(Comparator.reverseOrder())
                .collect(Collectors.joining(", ", "[", "]"));
        assert names.equals("[Bo, Ada]") : names;
        assert IntStream.rangeClosed(1, 5).map(i -> i * i).sum() == 55;
        String line = String.format("%-5s|%6.2f|%04d|%x", "Ada", 16.75, 42, 255);
        assert line.equals("Ada  | 16.75|0042|ff") : line;
        assert describe(new Circle(2)).equals("large Circle[radius=2]");
        assert describe(new Square(1)).equals("Square[side=1]");
        assert orders.stream().mapToInt(o -> weight(o.kind())).sum() == 5;
        String block = """
                {"name": "%s",
                 "cents": %d}
                """.formatted("Ada", 5);
        assert block.lines().count() == 2 : block;
        System.out.println(line + " " + names);
        boolean refused = false;
        try {
            new Order("X", -1, Kind.TEA);
        } catch (IllegalArgumentException e) {
            refused = e.getMessage().equals("negative: -1");
        }
        assert refused;
    }
}
