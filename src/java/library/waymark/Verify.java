package waymark;

/** Choices and assumptions of a program under check. Run by an ordinary JVM, a choice is made at random. */
public final class Verify {
    private Verify() {}

    /** Both values are tried. */
    public static boolean getBoolean() {
        return java.util.concurrent.ThreadLocalRandom.current().nextBoolean();
    }

    /** Every number from {@code low} to {@code high} is tried. */
    public static int getInt(int low, int high) {
        return java.util.concurrent.ThreadLocalRandom.current().nextInt(low, high + 1);
    }

    /** Every one of the numbers is tried. */
    public static int oneOf(int... values) {
        return values[getInt(0, values.length - 1)];
    }

    /** Runs on which this does not hold are of no interest: the search does not follow them. */
    public static void assume(boolean condition) {
        if (!condition) throw new IllegalStateException("an assumption does not hold");
    }

    /** Until {@link #endAtomic}, no other thread runs, unless this one has to wait. */
    public static void beginAtomic() {}

    public static void endAtomic() {}

    /** Whether this run is one of a check. */
    public static boolean isChecking() {
        return false;
    }
}
