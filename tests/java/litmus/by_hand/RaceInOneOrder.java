// outcomes: 0 | 1
// The writer may get the number of the thread that has ended, and so stand before or after the reader. Its race is one.
package litmus;

public class RaceInOneOrder {
    static final Object monitor = new Object();
    static int value, seen;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> { });
        Thread reader = new Thread(() -> {
            synchronized (monitor) {
                seen = value;
            }
        });
        Thread writer = new Thread(() -> value = 1);
        first.start();
        reader.start();
        writer.start();
        first.join();
        reader.join();
        writer.join();
        System.out.println(seen);
    }
}
