package explored;

import static org.junit.jupiter.api.Assertions.assertEquals;

import explore.Explore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CounterTest {
    private int plain;
    private final AtomicInteger atomic = new AtomicInteger();

    private static void both(Runnable action) throws InterruptedException {
        Thread other = new Thread(action);
        other.start();
        action.run();
        other.join();
    }

    @Test @Explore void losesUpdates() throws InterruptedException {
        both(() -> plain++);
        assertEquals(2, plain);
    }

    @Test @Explore({"--time", "1m"}) void keepsUpdates() throws InterruptedException {
        both(atomic::incrementAndGet);
        assertEquals(2, atomic.get());
    }

    @Test @Explore({"--states", "10", "--por", "off"}) void hasItsLimit() throws InterruptedException {
        both(() -> {
            synchronized (this) {
                plain++;
            }
        });
        assertEquals(2, plain);
    }
}
