// A preview in JDK 25: a scope counts its threads, and closes when all have ended.
import java.util.concurrent.StructuredTaskScope;

class Structured {
    public static void main(String[] args) throws Exception {
        int[] written = new int[2];
        try (var scope = StructuredTaskScope.open()) {
            var one = scope.fork(() -> written[0] = 1);
            var other = scope.fork(() -> written[1] = 2);
            scope.join();
            System.out.println(one.get() + other.get() + " " + (written[0] + written[1]));
        }
        try (var scope = StructuredTaskScope.open()) {
            scope.fork(() -> {
                throw new IllegalStateException("lost");
            });
            scope.join();
        } catch (StructuredTaskScope.FailedException failed) {
            System.out.println(failed.getCause());
        }
    }
}
