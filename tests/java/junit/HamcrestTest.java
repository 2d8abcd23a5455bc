package junit;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.*;

import java.util.*;
import java.util.concurrent.*;
import org.junit.jupiter.api.Test;

/** Assertions of Hamcrest. */
class HamcrestTest {
    private int plain;

    // holds
    @Test void matches() {
        assertThat(List.of(1, 2, 3), everyItem(greaterThan(0)));
        assertThat(List.of(1, 2, 3), hasItem(2));
        assertThat(List.of(1, 2, 3), hasSize(3));
        assertThat("waymark", both(startsWith("way")).and(endsWith("mark")));
        assertThat(Map.of("a", 1), hasEntry("a", 1));
        assertThat(new int[] {1, 2}, is(new int[] {1, 2}));
        assertThat(null, nullValue());
    }

    // assertion
    @Test void doesNotMatch() {
        assertThat(List.of("b", "a"), contains("a", "b"));
    }

    // assertion
    @Test void lostUpdate() throws Exception {
        Thread other = new Thread(() -> plain++);
        other.start();
        plain++;
        other.join();
        assertThat(plain, equalTo(2));
    }

    // holds
    @Test void mapsOfThreads() throws Exception {
        Map<String, Integer> map = new ConcurrentHashMap<>();
        Thread other = new Thread(() -> map.merge("a", 1, Integer::sum));
        other.start();
        map.merge("a", 1, Integer::sum);
        other.join();
        assertThat(map, is(Map.of("a", 2)));
    }
}
