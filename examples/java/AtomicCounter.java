// Threads that count together.
//   AtomicCounter THREADS          by compareAndSet in a loop
//   AtomicCounter THREADS torn     by get and set: a count may be lost
import java.util.concurrent.atomic.AtomicInteger;

public class AtomicCounter {
    public static void main(String[] args) throws InterruptedException {
        int n = Integer.parseInt(args[0]);
        boolean torn = args.length > 1 && args[1].equals("torn");
        AtomicInteger counter = new AtomicInteger();
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            threads[i] = new Thread(() -> {
                if (torn) {
                    counter.set(counter.get() + 1);
                } else {
                    int seen;
                    do {
                        seen = counter.get();
                    } while (!counter.compareAndSet(seen, seen + 1));
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        assert counter.get() == n : "counted " + counter.get() + " of " + n;
    }
}
