package waymark.internal;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** An operation of a scenario: a method of the class under test, the same of its twin, and the arguments. */
final class Operation {
    /** What an operation yields instead of a value. */
    record Thrown(String type) {
        @Override public String toString() {
            return "throws " + type;
        }
    }

    enum Special {
        NOTHING("returns"),  // of a method without a result
        ITSELF("= this");

        private final String text;

        Special(String text) {
            this.text = text;
        }

        @Override public String toString() {
            return text;
        }
    }

    final String text;
    final Method method;
    final Object[] arguments;
    private final Method ofTwin;
    private final Object[] twinArguments;

    Operation(Literals.Methods tested, Literals.Methods twin, String name, Object[] literals) {
        text = name + Literals.text(literals);
        method = tested.find(name, text, literals);
        arguments = Literals.converted(method.getParameterTypes(), literals);
        ofTwin = twin.find(name, text, literals);
        twinArguments = Literals.converted(ofTwin.getParameterTypes(), literals);
    }

    /** On the sequential twin. */
    Object onTwin(Object twin) {
        try {
            return value(ofTwin, Linear.call(ofTwin, twin, twinArguments), twin);
        } catch (InvocationTargetException e) {
            return thrown(e);
        }
    }

    Object result(Object returned, Object target) {
        return value(method, returned, target);
    }

    /** An exception is a result. An error is none: it ends the thread. */
    static Object thrown(InvocationTargetException e) {
        if (e.getCause() instanceof Error error) throw error;
        return new Thrown(e.getCause().getClass().getName());
    }

    private static Object value(Method method, Object returned, Object target) {
        if (method.getReturnType() == void.class) return Special.NOTHING;
        return returned != null && returned == target ? Special.ITSELF : frozen(returned);
    }

    /** Whether it stays what it is. */
    static boolean isFixed(Object result) {
        return result == null || result instanceof Special || result instanceof Thrown || result instanceof String || result instanceof Enum
            || result.getClass().getName().startsWith("java.lang.");
    }

    /** Others may write an array later. */
    private static Object frozen(Object returned) {
        if (returned == null || !returned.getClass().isArray()) return returned;
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < Array.getLength(returned); i++) {
            elements.add(frozen(Array.get(returned, i)));
        }
        return elements;
    }

    String told(Object result) {
        if (result instanceof Special || result instanceof Thrown) return text + " " + result;
        return text + " = " + Literals.quoted(result);
    }

    /** Objects without a method equals cannot be compared with those of the twin. */
    void refuseIncomparable(Object result) {
        if (result == null || result instanceof Class<?>) return;
        try {
            if (result.getClass().getMethod("equals", Object.class).getDeclaringClass() != Object.class) return;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
        Disk.refuse("--linearizable: " + text + " returns an object of " + result.getClass().getName() + ", which has no method equals");
    }
}
