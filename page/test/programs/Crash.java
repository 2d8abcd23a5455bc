// Two threads, one of which runs into an exception two calls deep.
public class Crash {
    static int[] cells = new int[2];
    static volatile int next = 0;

    static void put(int value) {
        cells[next] = value;
        next = next + 1;
    }

    static void fill(int from) {
        put(from);
        put(from + 1);
    }

    public static void main(String[] arguments) {
        Thread other = new Thread(() -> fill(10));
        other.start();
        put(1);
    }
}
