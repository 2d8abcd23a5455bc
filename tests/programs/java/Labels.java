/* expect:  holds
   output:  Line[from=1, to=4] 3
   output:  true false
   output:  point
   output:  a\tb */
import java.util.List;

/** What the language itself prints: records (JLS 8.10.3), equality of boxed numbers (5.1.7), patterns, text blocks (3.10.6). */
class Labels {
    sealed interface Shape permits Point, Line {}

    record Point(int at) implements Shape {}

    record Line(int from, int to) implements Shape {
        int length() {
            return to - from;
        }
    }

    static String name(Shape shape) {
        return shape instanceof Line line ? line + " " + line.length() : "point";
    }

    public static void main(String[] args) {
        List<Shape> shapes = List.of(new Line(1, 4), new Point(2));
        System.out.println(name(shapes.get(0)));
        Integer low = 127, again = 127;
        System.out.println((low == again) + " " + new Point(1).equals(new Point(2)));
        System.out.println(name(shapes.get(1)));
        System.out.println("""
            a\\tb""");
    }
}
