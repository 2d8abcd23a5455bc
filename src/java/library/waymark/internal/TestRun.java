package waymark.internal;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * One JUnit test as a program. The command has read the annotations and says what is to be called; a test that fails ends main with what
 * it threw, one whose assumption fails has nothing to show.
 */
final class TestRun {
    private TestRun() {}

    /** The test's class; OWNER#METHOD with its parameters, by names of types; the exception that is expected, or nothing; then, as
     * lists of OWNER#METHOD separated by spaces, what comes before all, before, after and after all; then the arguments. */
    public static void main(String[] given) throws Throwable {
        Throwable failed = null;
        try {
            callAll(null, given[3]);
            Constructor<?> make = Class.forName(given[0]).getDeclaredConstructor();
            make.setAccessible(true);
            Object test = made(make);
            try {
                callAll(test, given[4]);
                call(test, given[1], Arrays.copyOfRange(given, 7, given.length));
            } catch (Throwable thrown) {
                failed = thrown;
            }
            failed = cleanUp(test, given[5], failed);
        } catch (Throwable thrown) {
            failed = thrown;
        }
        judge(cleanUp(null, given[6], failed), given[2]);
    }

    private static void judge(Throwable failed, String expected) throws Throwable {
        if (failed == null) {
            if (!expected.isEmpty()) throw new AssertionError("Expected exception: " + expected);
            return;
        }
        for (Class<?> type = failed.getClass(); type != null; type = type.getSuperclass()) {
            String name = type.getName();
            if (name.equals(expected)) return;
            if (name.equals("org.opentest4j.TestAbortedException") || name.equals("org.junit.AssumptionViolatedException")
                || name.equals("org.junit.internal.AssumptionViolatedException")) {
                return;
            }
        }
        throw failed;
    }

    private static Throwable cleanUp(Object test, String methods, Throwable failed) {
        try {
            callAll(test, methods);
        } catch (Throwable thrown) {
            if (failed == null) return thrown;
        }
        return failed;
    }

    private static Object made(Constructor<?> make) throws Throwable {
        try {
            return make.newInstance();
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static void callAll(Object test, String methods) throws Throwable {
        if (methods.isEmpty()) return;
        for (String each : methods.split(" ")) call(test, each);
    }

    private static void call(Object test, String method, String... texts) throws Throwable {
        int name = method.indexOf('#'), types = method.indexOf('(');
        Class<?> owner = Class.forName(method.substring(0, name));
        String list = method.substring(types + 1, method.length() - 1);
        String[] names = list.isEmpty() ? new String[0] : list.split(",");
        Class<?>[] parameters = new Class<?>[names.length];
        for (int i = 0; i < names.length; i++) {
            parameters[i] = type(names[i]);
        }
        boolean made = texts.length != 0 && TestArguments.isSource(texts[0]);
        Object[] given = made ? TestArguments.chosen(test, owner, texts) : texts;
        if (given.length < parameters.length) {
            throw new IllegalArgumentException(given.length + " arguments for " + parameters.length + " parameters");
        }
        Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < arguments.length; i++) {
            boolean literal = !made || (given[i] instanceof String && !parameters[i].isAssignableFrom(String.class));
            arguments[i] = literal ? value(parameters[i], made ? "v" + given[i] : (String) given[i]) : given[i];
        }
        Method found = owner.getDeclaredMethod(method.substring(name + 1, types), parameters);
        found.setAccessible(true);
        try {
            found.invoke(test, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return switch (name) {
            case "int" -> int.class;
            case "long" -> long.class;
            case "short" -> short.class;
            case "byte" -> byte.class;
            case "char" -> char.class;
            case "boolean" -> boolean.class;
            case "float" -> float.class;
            case "double" -> double.class;
            default -> Class.forName(name);
        };
    }

    /** A text begins with a letter that says what it is: nothing at all, or a value. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object value(Class<?> type, String text) {
        if (text.equals("n")) return null;
        String value = text.substring(1);
        if (type == int.class || type == Integer.class) return Integer.valueOf(value);
        if (type == long.class || type == Long.class) return Long.valueOf(value);
        if (type == short.class || type == Short.class) return Short.valueOf(value);
        if (type == byte.class || type == Byte.class) return Byte.valueOf(value);
        if (type == char.class || type == Character.class) return value.charAt(0);
        if (type == boolean.class || type == Boolean.class) return Boolean.valueOf(value);
        if (type == float.class || type == Float.class) return Float.valueOf(value);
        if (type == double.class || type == Double.class) return Double.valueOf(value);
        if (type.isEnum()) return Enum.valueOf((Class) type, value);
        if (type.isAssignableFrom(String.class)) return value;
        throw new IllegalArgumentException("a test's parameter of " + type + "; numbers, characters, booleans, strings and enums are possible");
    }
}
