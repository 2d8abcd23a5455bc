package waymark.internal;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The literals of a scenario, and which methods they fit. */
final class Literals {
    private static final int NEVER = 1000;

    private Literals() {}

    /** The first letter says what it is. */
    static Object read(String word) {
        String value = word.substring(1);
        return switch (word.charAt(0)) {
            case 'i' -> Integer.valueOf(value);
            case 'l' -> Long.valueOf(value);
            case 'd' -> Double.valueOf(value);
            case 'z' -> Boolean.valueOf(value);
            case 'c' -> value.charAt(0);
            case 's' -> value;
            default -> null;
        };
    }

    static String quoted(Object value) {
        if (value instanceof String) return '"' + (String) value + '"';
        if (value instanceof Character) return "'" + value + "'";
        return String.valueOf(value);
    }

    static String text(Object[] literals) {
        StringBuilder out = new StringBuilder("(");
        for (int i = 0; i < literals.length; i++) {
            out.append(i == 0 ? "" : ", ").append(quoted(literals[i]));
        }
        return out.append(")").toString();
    }

    static Object made(Class<?> type, Object[] literals) throws InvocationTargetException {
        Constructor<?> best = best(type, type.getSimpleName() + text(literals), Arrays.asList(type.getDeclaredConstructors()), literals);
        try {
            best.setAccessible(true);
            return best.newInstance(converted(best.getParameterTypes(), literals));
        } catch (InstantiationException | IllegalAccessException e) {
            throw Disk.unmodelled("--linearizable: " + type.getName() + " is abstract");
        }
    }

    /** Of a class and those above it: public methods before others. To find them takes long, so it is done once. */
    record Methods(Class<?> type, List<Method> all) {
        static Methods of(Class<?> type) {
            List<Method> all = new ArrayList<>(Arrays.asList(type.getMethods()));
            for (Class<?> it = type; it != null && it != Object.class; it = it.getSuperclass()) {
                for (Method method : it.getDeclaredMethods()) {
                    if (!Modifier.isPublic(method.getModifiers())) all.add(method);
                }
            }
            return new Methods(type, all);
        }

        Method find(String name, String call, Object[] literals) {
            List<Method> found = new ArrayList<>();
            for (Method method : all) {
                if (method.getName().equals(name) && !method.isBridge()) found.add(method);
            }
            return best(type, call, found, literals);
        }
    }

    private static <E extends Executable> E best(Class<?> type, String call, List<E> all, Object[] literals) {
        E best = null;
        boolean several = false;
        int least = NEVER;
        for (E it : all) {
            int cost = cost(it.getParameterTypes(), literals);
            if (cost > least || cost >= NEVER) continue;
            boolean same = best != null && Arrays.equals(best.getParameterTypes(), it.getParameterTypes());
            several = cost == least && (several || !same);
            // Of two with the same parameters, an interface's is no better than that of a class.
            if (cost < least || (same && it.getDeclaringClass() != Object.class && best.getDeclaringClass().isInterface())) best = it;
            least = cost;
        }
        if (best == null) throw Disk.unmodelled("--linearizable: " + type.getName() + " has no " + call);
        if (several) throw Disk.unmodelled("--linearizable: " + type.getName() + " has several methods that fit " + call);
        return best;
    }

    private static int cost(Class<?>[] parameters, Object[] literals) {
        if (parameters.length != literals.length) return NEVER;
        int sum = 0;
        for (int i = 0; i < literals.length; i++) {
            sum += cost(parameters[i], literals[i]);
        }
        return sum;
    }

    private static int cost(Class<?> type, Object literal) {
        if (literal == null) return type.isPrimitive() ? NEVER : type == Object.class ? 1 : 0;
        Class<?> own = literal.getClass();
        if (type == int.class && own == Integer.class || type == long.class && own == Long.class || type == double.class && own == Double.class
            || type == boolean.class && own == Boolean.class || type == char.class && own == Character.class) {
            return 0;
        }
        if (type == own) return 1;
        if (type.isPrimitive()) {
            if (own == Integer.class && !fits((Integer) literal, type)) return NEVER;
            if (own == Integer.class && type == long.class) return 2;
            boolean number = type != boolean.class && type != char.class;
            boolean whole = type == short.class || type == byte.class || type == int.class || type == long.class;
            if (own == Integer.class && number) return whole ? 4 : 3;
            return own == Long.class && number && !whole || own == Double.class && type == float.class ? 3 : NEVER;
        }
        return type.isInstance(literal) ? type == Object.class ? 6 : 5 : NEVER;
    }

    private static boolean fits(int number, Class<?> type) {
        return type == byte.class ? number == (byte) number : type != short.class || number == (short) number;
    }

    static Object[] converted(Class<?>[] types, Object[] literals) {
        Object[] out = literals.clone();
        for (int i = 0; i < out.length; i++) {
            if (!types[i].isPrimitive() || !(out[i] instanceof Number number)) continue;
            if (types[i] == byte.class) out[i] = number.byteValue();
            if (types[i] == short.class) out[i] = number.shortValue();
            if (types[i] == long.class) out[i] = number.longValue();
            if (types[i] == float.class) out[i] = number.floatValue();
            if (types[i] == double.class) out[i] = number.doubleValue();
        }
        return out;
    }
}
