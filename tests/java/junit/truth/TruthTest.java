package junit;

import static com.google.common.truth.Truth.assertThat;

import java.util.*;
import org.junit.jupiter.api.Test;

/** Assertions of Truth. */
class TruthTest {
    private int plain;

    // holds
    @Test void matches() {
        assertThat(List.of(1, 2, 3)).containsExactly(3, 2, 1);
        assertThat("waymark").startsWith("way");
        assertThat(Optional.of(1).get()).isEqualTo(1);
    }

    // assertion
    @Test void lostUpdate() throws Exception {
        Thread other = new Thread(() -> plain++);
        other.start();
        plain++;
        other.join();
        assertThat(plain).isEqualTo(2);
    }
}
