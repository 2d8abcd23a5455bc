package waymark.internal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.util.Arrays;
import java.util.List;

/** The methods of java.lang.invoke.MethodHandles that make handles of handles, by their names. */
final class Combinators {
    private Combinators() {}

    static MethodHandle insertArguments(MethodHandle handle, int at, Object[] values) {
        MethodType type = handle.type();
        Handles.Body body = Handles.body(handle);
        Object[] bound = values.clone();
        for (int i = 0; i < bound.length; i++) {
            bound[i] = Handles.convert(bound[i], type.parameterType(at + i));
        }
        return Handles.make(type.dropParameterTypes(at, at + bound.length), arguments -> {
            Object[] all = new Object[arguments.length + bound.length];
            System.arraycopy(arguments, 0, all, 0, at);
            System.arraycopy(bound, 0, all, at, bound.length);
            System.arraycopy(arguments, at, all, at + bound.length, arguments.length - at);
            return body.run(all);
        });
    }

    static MethodHandle dropArguments(MethodHandle handle, int at, Class<?>[] types) {
        Handles.Body body = Handles.body(handle);
        int count = types.length;
        return Handles.make(handle.type().insertParameterTypes(at, types), arguments -> {
            Object[] kept = new Object[arguments.length - count];
            System.arraycopy(arguments, 0, kept, 0, at);
            System.arraycopy(arguments, at + count, kept, at, kept.length - at);
            return body.run(kept);
        });
    }

    static MethodHandle dropArguments(MethodHandle handle, int at, List<Class<?>> types) {
        return dropArguments(handle, at, types.toArray(new Class<?>[0]));
    }

    static MethodHandle permuteArguments(MethodHandle handle, MethodType type, int[] order) {
        Handles.Body body = Handles.body(handle);
        int[] from = order.clone();
        return Handles.make(type, arguments -> {
            Object[] all = new Object[from.length];
            for (int i = 0; i < from.length; i++) {
                all[i] = arguments[from[i]];
            }
            return body.run(all);
        });
    }

    static MethodHandle filterReturnValue(MethodHandle handle, MethodHandle filter) {
        Handles.Body body = Handles.body(handle);
        Handles.Body then = Handles.body(filter);
        boolean takes = filter.type().parameterCount() == 1;
        return Handles.make(handle.type().changeReturnType(filter.type().returnType()), arguments -> {
            Object result = body.run(arguments);
            return then.run(takes ? new Object[] {result} : new Object[0]);
        });
    }

    static MethodHandle filterArguments(MethodHandle handle, int at, MethodHandle[] filters) {
        MethodType type = handle.type();
        Handles.Body body = Handles.body(handle);
        MethodHandle[] each = filters.clone();
        for (int i = 0; i < each.length; i++) {
            if (each[i] != null) {
                type = type.changeParameterType(at + i, each[i].type().parameterType(0));
            }
        }
        return Handles.make(type, arguments -> {
            Object[] all = arguments.clone();
            for (int i = 0; i < each.length; i++) {
                if (each[i] != null) {
                    all[at + i] = Handles.body(each[i]).run(new Object[] {all[at + i]});
                }
            }
            return body.run(all);
        });
    }

    static MethodHandle foldArguments(MethodHandle handle, MethodHandle combiner) {
        return foldArguments(handle, 0, combiner);
    }

    static MethodHandle foldArguments(MethodHandle handle, int at, MethodHandle combiner) {
        MethodType type = handle.type();
        Handles.Body body = Handles.body(handle);
        Handles.Body first = Handles.body(combiner);
        int taken = combiner.type().parameterCount();
        boolean gives = combiner.type().returnType() != void.class;
        return Handles.make(gives ? type.dropParameterTypes(at, at + 1) : type, arguments -> {
            Object made = first.run(Arrays.copyOfRange(arguments, at, at + taken));
            return body.run(gives ? replaced(arguments, at, 0, made) : arguments);
        });
    }

    static MethodHandle collectArguments(MethodHandle handle, int at, MethodHandle filter) {
        MethodType type = handle.type();
        Handles.Body body = Handles.body(handle);
        Handles.Body first = Handles.body(filter);
        int taken = filter.type().parameterCount();
        boolean gives = filter.type().returnType() != void.class;
        MethodType without = gives ? type.dropParameterTypes(at, at + 1) : type;
        return Handles.make(without.insertParameterTypes(at, filter.type().parameterArray()), arguments -> {
            Object made = first.run(Arrays.copyOfRange(arguments, at, at + taken));
            return body.run(gives ? replaced(arguments, at, taken, made) : replaced(arguments, at, taken));
        });
    }

    /** The arguments, so many of which others take the place of. */
    private static Object[] replaced(Object[] arguments, int at, int count, Object... others) {
        Object[] all = new Object[arguments.length - count + others.length];
        System.arraycopy(arguments, 0, all, 0, at);
        System.arraycopy(others, 0, all, at, others.length);
        System.arraycopy(arguments, at + count, all, at + others.length, arguments.length - at - count);
        return all;
    }

    static MethodHandle explicitCastArguments(MethodHandle handle, MethodType asked) {
        MethodType type = handle.type();
        if (type.parameterCount() != asked.parameterCount()) {
            throw new WrongMethodTypeException("cannot explicitly cast " + handle + " to " + asked);
        }
        Handles.Body body = Handles.body(handle);
        return Handles.make(asked, arguments -> {
            Object[] cast = new Object[arguments.length];
            for (int i = 0; i < arguments.length; i++) {
                cast[i] = cast(arguments[i], type.parameterType(i));
            }
            return cast(body.run(cast), asked.returnType());
        });
    }

    /** As casts of the language do it; a boolean is the lowest bit of a byte. */
    private static Object cast(Object value, Class<?> to) {
        if (!to.isPrimitive() || to == void.class) {
            return to == void.class ? null : to.isInterface() ? value : to.cast(value);
        }
        if (value == null) {
            return Handles.nothing(to);
        }
        Object plain = value instanceof Character character ? (Object) (int) character : value instanceof Boolean bit ? (Object) (bit ? 1 : 0) : value;
        Number number = (Number) plain;
        boolean real = number instanceof Float || number instanceof Double;
        long whole = real && to != long.class ? (int) number.doubleValue() : number.longValue();
        return switch (to.getName()) {
            case "boolean" -> (Object) ((whole & 1) != 0);
            case "char" -> (char) whole;
            case "byte" -> (byte) whole;
            case "short" -> (short) whole;
            case "int" -> (int) whole;
            case "long" -> whole;
            case "float" -> number.floatValue();
            default -> number.doubleValue();
        };
    }

    static MethodHandle exactInvoker(MethodType type) {
        return Handles.make(type.insertParameterTypes(0, MethodHandle.class), arguments -> {
            MethodHandle handle = (MethodHandle) arguments[0];
            if (!handle.type().equals(type)) {
                throw new WrongMethodTypeException("expected " + type + " but found " + handle.type());
            }
            return Handles.body(handle).run(replaced(arguments, 0, 1));
        });
    }

    static MethodHandle invoker(MethodType type) {
        return Handles.make(type.insertParameterTypes(0, MethodHandle.class),
            arguments -> Handles.body(Handles.asType((MethodHandle) arguments[0], type)).run(replaced(arguments, 0, 1)));
    }

    static MethodHandle zero(Class<?> type) {
        return empty(MethodType.methodType(type));
    }

    static MethodHandle empty(MethodType type) {
        return Handles.make(type, arguments -> Handles.nothing(type.returnType()));
    }

    static MethodHandle dropReturn(MethodHandle handle) {
        Handles.Body body = Handles.body(handle);
        return Handles.make(handle.type().changeReturnType(void.class), arguments -> {
            body.run(arguments);
            return null;
        });
    }

    static MethodHandle tryFinally(MethodHandle target, MethodHandle cleanup) {
        Handles.Body body = Handles.body(target);
        Handles.Body then = Handles.body(cleanup);
        boolean gives = target.type().returnType() != void.class;
        int taken = cleanup.type().parameterCount() - (gives ? 2 : 1);
        return Handles.make(target.type(), arguments -> {
            Throwable thrown = null;
            Object result = Handles.nothing(target.type().returnType());
            try {
                result = body.run(arguments);
            } catch (Throwable it) {
                thrown = it;
            }
            Object[] some = Arrays.copyOf(arguments, taken);
            Object cleaned = then.run(gives ? replaced(some, 0, 0, thrown, result) : replaced(some, 0, 0, thrown));
            if (thrown != null) {
                throw thrown;
            }
            return cleaned;
        });
    }

    // --- loops: a value goes round, unless the body gives none ---

    static MethodHandle countedLoop(MethodHandle iterations, MethodHandle init, MethodHandle body) {
        return countedLoop(null, iterations, init, body);
    }

    static MethodHandle countedLoop(MethodHandle start, MethodHandle end, MethodHandle init, MethodHandle body) {
        return loop(body, 1, end, init, (round, arguments) -> {
            int last = (Integer) prefixed(end, arguments);
            for (int i = start == null ? 0 : (Integer) prefixed(start, arguments); i < last; i++) {
                round.go(body, i);
            }
        });
    }

    static MethodHandle whileLoop(MethodHandle init, MethodHandle test, MethodHandle body) {
        return loop(body, 0, init, init, (round, arguments) -> {
            while ((Boolean) round.ask(test)) {
                round.go(body);
            }
        });
    }

    static MethodHandle doWhileLoop(MethodHandle init, MethodHandle body, MethodHandle test) {
        return loop(body, 0, init, init, (round, arguments) -> {
            do {
                round.go(body);
            } while ((Boolean) round.ask(test));
        });
    }

    static MethodHandle iteratedLoop(MethodHandle iterator, MethodHandle init, MethodHandle body) {
        return loop(body, 1, iterator, init, (round, arguments) -> {
            Object all = iterator == null ? ((Iterable<?>) Handles.receiver(arguments)).iterator() : prefixed(iterator, arguments);
            for (java.util.Iterator<?> it = (java.util.Iterator<?>) all; it.hasNext();) {
                round.go(body, it.next());
            }
        });
    }

    private interface Loop {
        void run(Round round, Object[] arguments) throws Throwable;
    }

    private static final class Round {
        private final boolean gives;
        private final Object[] arguments;
        private Object value;

        Round(boolean gives, Object value, Object[] arguments) {
            this.gives = gives;
            this.value = value;
            this.arguments = arguments;
        }

        Object ask(MethodHandle handle, Object... more) throws Throwable {
            Object[] first = gives ? replaced(more, 0, 0, value) : more;
            return prefixed(handle, replaced(arguments, 0, 0, first));
        }

        void go(MethodHandle body, Object... more) throws Throwable {
            Object result = ask(body, more);
            value = gives ? result : null;
        }
    }

    /** A handle takes as many of the arguments as it has parameters. */
    private static Object prefixed(MethodHandle handle, Object[] arguments) throws Throwable {
        return Handles.body(handle).run(Arrays.copyOf(arguments, handle.type().parameterCount()));
    }

    /** What the loop takes is what the body takes besides its value and so many more; if that is nothing, what another handle takes. */
    private static MethodHandle loop(MethodHandle body, int more, MethodHandle other, MethodHandle init, Loop loop) {
        Class<?> result = body.type().returnType();
        boolean gives = result != void.class;
        int own = more + (gives ? 1 : 0);
        List<Class<?>> taken = body.type().parameterList().subList(own, body.type().parameterCount());
        if (taken.isEmpty() && other != null) {
            taken = other.type().parameterList();
        }
        return Handles.make(MethodType.methodType(result, taken), arguments -> {
            Object first = init == null ? Handles.nothing(result) : prefixed(init, arguments);
            Round round = new Round(gives, first, arguments);
            loop.run(round, arguments);
            return round.value;
        });
    }

    static MethodHandle arrayConstructor(Class<?> array) {
        return Handles.make(MethodType.methodType(array, int.class),
            arguments -> java.lang.reflect.Array.newInstance(array.getComponentType(), (Integer) arguments[0]));
    }

    static MethodHandle arrayLength(Class<?> array) {
        return Handles.make(MethodType.methodType(int.class, array), arguments -> java.lang.reflect.Array.getLength(Handles.receiver(arguments)));
    }

    static MethodHandle guardWithTest(MethodHandle test, MethodHandle target, MethodHandle fallback) {
        int taken = test.type().parameterCount();
        Handles.Body asks = Handles.body(test);
        Handles.Body yes = Handles.body(target);
        Handles.Body no = Handles.body(fallback);
        return Handles.make(target.type(), arguments -> (Boolean) asks.run(Arrays.copyOf(arguments, taken)) ? yes.run(arguments) : no.run(arguments));
    }

    static MethodHandle catchException(MethodHandle target, Class<? extends Throwable> type, MethodHandle handler) {
        Handles.Body body = Handles.body(target);
        Handles.Body then = Handles.body(handler);
        int taken = handler.type().parameterCount();
        return Handles.make(target.type(), arguments -> {
            try {
                return body.run(arguments);
            } catch (Throwable thrown) {
                if (!type.isInstance(thrown)) {
                    throw thrown;
                }
                Object[] all = new Object[taken];
                all[0] = thrown;
                System.arraycopy(arguments, 0, all, 1, taken - 1);
                return then.run(all);
            }
        });
    }

    static MethodHandle throwException(Class<?> result, Class<? extends Throwable> type) {
        return Handles.make(MethodType.methodType(result, type), arguments -> {
            throw (Throwable) arguments[0];
        });
    }

    static MethodHandle constant(Class<?> type, Object value) {
        Object kept = Handles.convert(value, type);
        return Handles.make(MethodType.methodType(type), arguments -> kept);
    }

    static MethodHandle identity(Class<?> type) {
        return Handles.make(MethodType.methodType(type, type), arguments -> arguments[0]);
    }

    static MethodHandle arrayElementGetter(Class<?> array) {
        return Handles.make(MethodType.methodType(array.getComponentType(), array, int.class),
            arguments -> java.lang.reflect.Array.get(Handles.receiver(arguments), (Integer) arguments[1]));
    }

    static MethodHandle arrayElementSetter(Class<?> array) {
        return Handles.make(MethodType.methodType(void.class, array, int.class, array.getComponentType()), arguments -> {
            java.lang.reflect.Array.set(Handles.receiver(arguments), (Integer) arguments[1], arguments[2]);
            return null;
        });
    }
}
