package gov.nasa.jpf.vm;

import java.util.Arrays;

/**
 * The part of Java PathFinder's interface to a program under check that needs nothing of its inside, so that existing
 * drivers run as they are. Most methods are served by the checker; the bodies here are what an ordinary JVM does. Native
 * methods without a service (choices by a configured key, stored traces, JSON) are reported by name when they are called.
 */
public class Verify {
    public static final int MAX_COUNTERS = 500;
    public static final int NO_VALUE = -1;
    public static final int SEVERE = 1, WARNING = 2, INFO = 3, FINE = 4, FINER = 5, FINEST = 6;

    private static final int[] counters = new int[MAX_COUNTERS];

    // --- choices: every value is tried

    public static boolean getBoolean() {
        return Math.random() < 0.5;
    }

    public static boolean getBoolean(boolean falseFirst) {
        return getBoolean();
    }

    public static int getInt(int min, int max) {
        return min + (int) (Math.random() * ((double) max - min + 1));
    }

    public static int getIntFromList(int... values) {
        return values[getInt(0, values.length - 1)];
    }

    public static int getIntFromSet(int... values) {
        return getIntFromList(Arrays.stream(values).sorted().distinct().toArray());
    }

    public static long getLongFromList(long... values) {
        return values[getInt(0, values.length - 1)];
    }

    public static long getLongFromSet(long... values) {
        return getLongFromList(Arrays.stream(values).sorted().distinct().toArray());
    }

    public static double getDoubleFromList(double... values) {
        return values[getInt(0, values.length - 1)];
    }

    public static double getDoubleFromSet(double... values) {
        return getDoubleFromList(Arrays.stream(values).sorted().distinct().toArray());
    }

    public static float getFloatFromList(float... values) {
        return values[getInt(0, values.length - 1)];
    }

    public static short getShortFromList(short... values) {
        return values[getInt(0, values.length - 1)];
    }

    public static byte getByteFromList(byte... values) {
        return values[getInt(0, values.length - 1)];
    }

    public static char getCharFromList(char... values) {
        return values[getInt(0, values.length - 1)];
    }

    public static int random(int max) {
        return getInt(0, max);
    }

    public static boolean randomBool() {
        return getBoolean();
    }

    // --- steering the search

    public static void ignoreIf(boolean condition) {}

    public static void terminateSearch() {}

    public static void beginAtomic() {}

    public static void endAtomic() {}

    public static void busyWait(long duration) {}

    public static void breakTransition(String reason) {}

    public static void breakTransition() {
        breakTransition("");
    }

    public static void interesting(boolean condition) {}

    public static void boring(boolean condition) {}

    public static void instrumentPoint(String label) {}

    public static void instrumentPointDeep(String label) {}

    public static void instrumentPointDeepRecur(String label, int depth) {}

    // --- what belongs to the whole search and not to a state

    public static int getCounter(int id) {
        return counters[id];
    }

    public static void setCounter(int id, int value) {
        counters[id] = value;
    }

    public static void resetCounter(int id) {
        setCounter(id, 0);
    }

    public static int incrementCounter(int id) {
        return ++counters[id];
    }

    public static native void putValue(String key, int value);

    public static native int getValue(String key);

    public static boolean isRunningInJPF() {
        return false;
    }

    public static boolean vmIsMatchingStates() {
        return false;
    }

    public static boolean isCalledFromClass(String className) {
        return false;
    }

    // --- assertions and output

    public static void assertTrue(boolean condition) {
        if (!condition) throw new AssertionError("Verify.assertTrue failed");
    }

    public static void assertTrue(String message, boolean condition) {
        if (!condition) throw new AssertionError(message);
    }

    public static void print(String text) {
        System.out.print(text);
    }

    public static void print(String... parts) {
        for (String part : parts) print(part);
    }

    public static void println(String text) {
        print(text);
        println();
    }

    public static void println() {
        System.out.println();
    }

    public static void threadPrint(String text) {
        print(Thread.currentThread().getName());
        print(" : ");
        print(text);
    }

    public static void threadPrintln(String text) {
        threadPrint(text);
        println();
    }

    public static void log(String logger, int level, String message) {
        println(message);
    }

    public static void log(String logger, int level, String message, String argument) {
        println(message + argument);
    }

    public static void log(String logger, int level, String format, Object... arguments) {
        println(String.format(format, arguments));
    }

    public static void printPathOutput(String message) {
        println(message);
    }

    public static void printPathOutput(boolean condition, String message) {
        if (condition) println(message);
    }

    public static void setProperty(String key, String value) {
        System.setProperty(key, value);
    }

    public static String getProperty(String key) {
        return System.getProperty(key);
    }

    // --- choices by a key of Java PathFinder's configuration, and its files

    public static native boolean getBoolean(String key);

    public static native int getInt(String key);

    public static native double getDouble(String key);

    public static native Object getObject(String key);

    public static native Object randomObject(String type);

    public static native void storeTrace(String fileName, String comment);

    public static native boolean isTraceReachable(String fileName);
}
