// since JDK 25: scoped values, gatherers, constructors that begin before super().
package newer;

import java.util.*;
import java.util.stream.*;

// holds, sequential: bindings that are nested, and end
class Scopes {
    static final ScopedValue<String> USER = ScopedValue.newInstance();
    static final ScopedValue<Integer> DEPTH = ScopedValue.newInstance();

    static void tell() {
        System.out.println(USER.orElse("nobody") + " " + (DEPTH.isBound() ? DEPTH.get() : -1));
    }

    public static void main(String[] args) throws Exception {
        tell();
        ScopedValue.where(USER, "ann").where(DEPTH, 1).run(() -> {
            tell();
            ScopedValue.where(DEPTH, 2).run(Scopes::tell);
            tell();
        });
        int length = ScopedValue.where(USER, "bob").call(() -> USER.get().length());
        System.out.println(length);
        try {
            ScopedValue.where(USER, "carl").run(() -> {
                throw new IllegalStateException(USER.get());
            });
        } catch (IllegalStateException expected) {
            System.out.println(expected.getMessage());
        }
        tell();
        try {
            USER.get();
        } catch (NoSuchElementException expected) {
            System.out.println(expected.getMessage());
        }
    }
}

// holds: each of two threads sees its own binding, and a new thread none
class ScopesOfThreads {
    static final ScopedValue<Integer> NUMBER = ScopedValue.newInstance();

    public static void main(String[] args) throws Exception {
        int[] seen = new int[2];
        Thread other = Thread.startVirtualThread(() -> {
            assert !NUMBER.isBound();
            ScopedValue.where(NUMBER, 1).run(() -> seen[1] = NUMBER.get());
        });
        ScopedValue.where(NUMBER, 5).run(() -> seen[0] = NUMBER.get());
        other.join();
        assert seen[0] == 5 && seen[1] == 1;
    }
}

// holds, sequential: gatherers, and a constructor that checks before super()
class Later {
    static class Positive {
        final int value;

        Positive(int value) {
            if (value <= 0) throw new IllegalArgumentException("not positive: " + value);
            super();
            this.value = value;
        }
    }

    public static void main(String[] args) {
        System.out.println(Stream.of(1, 2, 3, 4, 5).gather(Gatherers.windowFixed(2)).toList());
        System.out.println(IntStream.range(0, 4).boxed().gather(Gatherers.scan(() -> 0, Integer::sum)).toList());
        System.out.println(new Positive(3).value);
        try {
            new Positive(-1);
        } catch (IllegalArgumentException expected) {
            System.out.println(expected.getMessage());
        }
        IO.println("written by IO");
    }
}
