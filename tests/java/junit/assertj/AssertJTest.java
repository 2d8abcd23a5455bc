package junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.*;
import org.junit.jupiter.api.Test;

/** Assertions of AssertJ. */
class AssertJTest {
    private int plain;

    // holds
    @Test void matches() {
        assertThat(List.of(1, 2, 3)).contains(2).hasSize(3);
        assertThat("waymark").startsWith("way").endsWith("mark");
        assertThatThrownBy(() -> List.of().get(0)).isInstanceOf(IndexOutOfBoundsException.class);
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
