package jars;

import static org.assertj.core.api.Assertions.*;
import static org.mockito.Mockito.*;

import java.util.*;
import java.util.concurrent.*;

// holds: assertions of AssertJ that hold
class FluentHolds {
    public static void main(String[] args) {
        assertThat(List.of(1, 2, 3)).hasSize(3).contains(2).doesNotContain(4);
        assertThat("text").startsWith("te").endsWith("xt");
        assertThat(Map.of("a", 1)).containsEntry("a", 1);
        assertThatThrownBy(() -> List.of().get(0)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}

// assertion: an assertion of AssertJ that another thread makes fail
class FluentFails {
    static int count;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> count++);
        other.start();
        count++;
        other.join();
        assertThat(count).isEqualTo(2);
    }
}

// refused: a mock is a class that is generated when it is asked for
class MockList {
    public static void main(String[] args) {
        @SuppressWarnings("unchecked") List<String> list = mock(List.class);
        when(list.get(0)).thenReturn("x");
        assert list.get(0).equals("x");
    }
}
