package waymark.internal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;

/**
 * Handles of methods, by reflection: the JDK's own compile them to classes. A handle is an object that the virtual machine makes, with
 * its type and what it does; where it is called, a class that the machine writes boxes the arguments and comes to {@link #invoke}. The names of
 * methods here are those of java.lang.invoke that they stand for.
 */
@SuppressWarnings("deprecation")  // of isAccessible, which asks what is meant here
final class Handles {
    private Handles() {}

    /** What a handle does with arguments of its type, boxed, and the result as well. */
    interface Body {
        Object run(Object[] arguments) throws Throwable;
    }

    /** A body that takes its last arguments as an array, if it is called by others than of its type. */
    record Varargs(Body body) implements Body {
        @Override public Object run(Object[] arguments) throws Throwable {
            return body.run(arguments);
        }
    }

    private static native MethodHandle make(MethodType type, Body body);
    private static native Body body(MethodHandle handle);
    /** As invokespecial does it: of the class that declares it, whatever overrides it. */
    private static native Object special(Method method, Object receiver, Object[] arguments);

    // --- calls ---

    /** Where a handle is called: what the place says of the types, and whether these have to be the handle's. */
    static Object invoke(MethodHandle handle, String site, boolean exact, Object[] arguments) throws Throwable {
        MethodType type = handle.type();
        if (type.toMethodDescriptorString().equals(site)) {
            return body(handle).run(arguments);
        }
        MethodType asked = MethodType.fromMethodDescriptorString(site, ClassLoader.getSystemClassLoader());
        if (exact) {
            throw new WrongMethodTypeException("expected " + type + " but found " + asked);
        }
        return body(asType(handle, asked)).run(arguments);
    }

    static Object invokeWithArguments(MethodHandle handle, Object[] arguments) throws Throwable {
        return body(asType(handle, MethodType.genericMethodType(arguments.length))).run(arguments);
    }

    static Object invokeWithArguments(MethodHandle handle, List<?> arguments) throws Throwable {
        return invokeWithArguments(handle, arguments.toArray());
    }

    // --- Lookup ---

    static MethodHandle findVirtual(MethodHandles.Lookup lookup, Class<?> owner, String name, MethodType type)
            throws NoSuchMethodException, IllegalAccessException {
        Method method = method(owner, name, type, false);
        check(lookup, method);
        return of(method, owner);
    }

    static MethodHandle findStatic(MethodHandles.Lookup lookup, Class<?> owner, String name, MethodType type)
            throws NoSuchMethodException, IllegalAccessException {
        Method method = method(owner, name, type, true);
        check(lookup, method);
        return of(method, owner);
    }

    static MethodHandle findConstructor(MethodHandles.Lookup lookup, Class<?> owner, MethodType type)
            throws NoSuchMethodException, IllegalAccessException {
        if (owner.isArray()) {
            throw new NoSuchMethodException("no constructor for array class: " + owner.getName());
        }
        if (type.returnType() == void.class) {
            for (Constructor<?> constructor : owner.getDeclaredConstructors()) {
                if (Arrays.equals(constructor.getParameterTypes(), type.parameterArray())) {
                    return unreflectConstructor(lookup, constructor);
                }
            }
        }
        throw new NoSuchMethodException("no such constructor: " + owner.getName() + ".<init>" + type + "/newInvokeSpecial");
    }

    static MethodHandle findSpecial(MethodHandles.Lookup lookup, Class<?> owner, String name, MethodType type, Class<?> caller)
            throws NoSuchMethodException, IllegalAccessException {
        if (lookup.lookupClass() != caller) {
            throw new IllegalAccessException("no private access for invokespecial: " + caller + ", from " + lookup);
        }
        Method method = method(owner, name, type, false);
        check(lookup, method);
        return specially(method, caller);
    }

    static MethodHandle bind(MethodHandles.Lookup lookup, Object receiver, String name, MethodType type)
            throws NoSuchMethodException, IllegalAccessException {
        return bindTo(findVirtual(lookup, receiver.getClass(), name, type), receiver);
    }

    static MethodHandle findGetter(MethodHandles.Lookup lookup, Class<?> owner, String name, Class<?> type)
            throws NoSuchFieldException, IllegalAccessException {
        return getter(lookup, field(owner, name, type, false), owner);
    }

    static MethodHandle findSetter(MethodHandles.Lookup lookup, Class<?> owner, String name, Class<?> type)
            throws NoSuchFieldException, IllegalAccessException {
        return setter(lookup, field(owner, name, type, false), owner);
    }

    static MethodHandle findStaticGetter(MethodHandles.Lookup lookup, Class<?> owner, String name, Class<?> type)
            throws NoSuchFieldException, IllegalAccessException {
        return getter(lookup, field(owner, name, type, true), owner);
    }

    static MethodHandle findStaticSetter(MethodHandles.Lookup lookup, Class<?> owner, String name, Class<?> type)
            throws NoSuchFieldException, IllegalAccessException {
        return setter(lookup, field(owner, name, type, true), owner);
    }

    static MethodHandle unreflect(MethodHandles.Lookup lookup, Method method) throws IllegalAccessException {
        if (!method.isAccessible()) {
            check(lookup, method);
        }
        return of(method, method.getDeclaringClass());
    }

    static MethodHandle unreflectSpecial(MethodHandles.Lookup lookup, Method method, Class<?> caller) throws IllegalAccessException {
        check(lookup, method);
        return specially(method, caller);
    }

    static MethodHandle unreflectConstructor(MethodHandles.Lookup lookup, Constructor<?> constructor) throws IllegalAccessException {
        if (!constructor.isAccessible()) {
            check(lookup, constructor);
        }
        constructor.setAccessible(true);
        MethodType type = MethodType.methodType(constructor.getDeclaringClass(), constructor.getParameterTypes());
        Body body = arguments -> {
            try {
                return constructor.newInstance(arguments);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        };
        return make(type, constructor.isVarArgs() ? new Varargs(body) : body);
    }

    static MethodHandle unreflectGetter(MethodHandles.Lookup lookup, Field field) throws IllegalAccessException {
        return getter(lookup, field, field.getDeclaringClass());
    }

    static MethodHandle unreflectSetter(MethodHandles.Lookup lookup, Field field) throws IllegalAccessException {
        return setter(lookup, field, field.getDeclaringClass());
    }

    private static Method method(Class<?> owner, String name, MethodType type, boolean isStatic)
            throws NoSuchMethodException, IllegalAccessException {
        String kind = isStatic ? "/invokeStatic" : owner.isInterface() ? "/invokeInterface" : "/invokeVirtual";
        Method found = find(owner, name, type);
        if (found == null && owner.isInterface()) {
            found = find(Object.class, name, type);
        }
        if (found == null) {
            throw new NoSuchMethodException("no such method: " + owner.getName() + "." + name + type + kind);
        }
        if (Modifier.isStatic(found.getModifiers()) != isStatic) {
            throw new IllegalAccessException("no such method: " + owner.getName() + "." + name + type + kind);
        }
        return found;
    }

    private static Method find(Class<?> owner, String name, MethodType type) {
        for (Method method : owner.getDeclaredMethods()) {
            if (method.getName().equals(name) && method.getReturnType() == type.returnType()
                    && Arrays.equals(method.getParameterTypes(), type.parameterArray())) {
                return method;
            }
        }
        Method found = owner.getSuperclass() == null ? null : find(owner.getSuperclass(), name, type);
        for (Class<?> above : owner.getInterfaces()) {
            if (found == null) {
                found = find(above, name, type);
            }
        }
        return found;
    }

    private static Field field(Class<?> owner, String name, Class<?> type, boolean isStatic)
            throws NoSuchFieldException, IllegalAccessException {
        for (Class<?> it = owner; it != null; it = it.getSuperclass()) {
            for (Field field : it.getDeclaredFields()) {
                if (field.getName().equals(name) && field.getType() == type) {
                    if (Modifier.isStatic(field.getModifiers()) != isStatic) {
                        throw new IllegalAccessException("no such field: " + owner.getName() + "." + name);
                    }
                    return field;
                }
            }
        }
        throw new NoSuchFieldException("no such field: " + owner.getName() + "." + name + "/" + type.getName());
    }

    /** Whether the class that looks it up may use it. */
    private static void check(MethodHandles.Lookup lookup, Member member) throws IllegalAccessException {
        Class<?> from = lookup.lookupClass();
        Class<?> owner = member.getDeclaringClass();
        int flags = member.getModifiers();
        if (from == null || Modifier.isPublic(flags)) {
            return;
        }
        boolean allowed = owner.getNestHost() == from.getNestHost();
        if (!Modifier.isPrivate(flags)) {
            allowed |= owner.getPackageName().equals(from.getPackageName());
            allowed |= Modifier.isProtected(flags) && owner.isAssignableFrom(from);
        }
        if (!allowed) {
            throw new IllegalAccessException("member is " + (Modifier.isPrivate(flags) ? "private" : "not public") + ": " + owner.getName() + "."
                + member.getName() + ", from " + lookup);
        }
    }

    private static MethodHandle of(Method method, Class<?> receiver) {
        method.setAccessible(true);
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        Body body = arguments -> {
            try {
                if (isStatic) {
                    return method.invoke(null, arguments);
                }
                return method.invoke(receiver(arguments), Arrays.copyOfRange(arguments, 1, arguments.length));
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        };
        return make(isStatic ? type : type.insertParameterTypes(0, receiver), method.isVarArgs() ? new Varargs(body) : body);
    }

    private static MethodHandle specially(Method method, Class<?> caller) {
        MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes()).insertParameterTypes(0, caller);
        return make(type, arguments -> special(method, receiver(arguments), Arrays.copyOfRange(arguments, 1, arguments.length)));
    }

    private static Object receiver(Object[] arguments) {
        if (arguments[0] == null) {
            throw new NullPointerException();
        }
        return arguments[0];
    }

    private static MethodHandle getter(MethodHandles.Lookup lookup, Field field, Class<?> owner) throws IllegalAccessException {
        check(lookup, field);
        field.setAccessible(true);
        if (Modifier.isStatic(field.getModifiers())) {
            return make(MethodType.methodType(field.getType()), arguments -> field.get(null));
        }
        return make(MethodType.methodType(field.getType(), owner), arguments -> field.get(receiver(arguments)));
    }

    private static MethodHandle setter(MethodHandles.Lookup lookup, Field field, Class<?> owner) throws IllegalAccessException {
        check(lookup, field);
        if (Modifier.isFinal(field.getModifiers())) {
            throw new IllegalAccessException("final field has no write access: " + owner.getName() + "." + field.getName() + ", from " + lookup);
        }
        field.setAccessible(true);
        if (Modifier.isStatic(field.getModifiers())) {
            return make(MethodType.methodType(void.class, field.getType()), arguments -> {
                field.set(null, arguments[0]);
                return null;
            });
        }
        return make(MethodType.methodType(void.class, owner, field.getType()), arguments -> {
            field.set(receiver(arguments), arguments[1]);
            return null;
        });
    }

    // --- MethodHandle ---

    static MethodHandle asType(MethodHandle handle, MethodType asked) {
        MethodType type = handle.type();
        if (type.equals(asked)) {
            return handle;
        }
        Body body = body(handle);
        int last = type.parameterCount() - 1;
        if (body instanceof Varargs && !(asked.parameterCount() == last + 1
                && type.parameterType(last).isAssignableFrom(asked.parameterType(last)))) {
            return asType(asCollector(asFixedArity(handle), type.parameterType(last), asked.parameterCount() - last), asked);
        }
        boolean fits = type.parameterCount() == asked.parameterCount() && convertible(type.returnType(), asked.returnType());
        for (int i = 0; fits && i <= last; i++) {
            fits = convertible(asked.parameterType(i), type.parameterType(i));
        }
        if (!fits) {
            throw new WrongMethodTypeException("cannot convert MethodHandle" + type + " to " + asked);
        }
        return make(asked, arguments -> {
            Object[] converted = new Object[arguments.length];
            for (int i = 0; i < arguments.length; i++) {
                converted[i] = convert(arguments[i], type.parameterType(i));
            }
            Object result = body.run(converted);
            return type.returnType() == void.class ? zero(asked.returnType()) : convert(result, asked.returnType());
        });
    }

    static MethodHandle bindTo(MethodHandle handle, Object receiver) {
        MethodType type = handle.type();
        if (type.parameterCount() == 0 || type.parameterType(0).isPrimitive()) {
            throw new IllegalArgumentException("no leading reference parameter: " + type);
        }
        return insertArguments(handle, 0, new Object[] {type.parameterType(0).cast(receiver)});
    }

    static MethodHandle asSpreader(MethodHandle handle, Class<?> array, int length) {
        MethodType type = handle.type();
        int kept = type.parameterCount() - length;
        if (!array.isArray() || kept < 0) {
            throw new IllegalArgumentException("not an array type, or too long an array");
        }
        Body body = body(handle);
        return make(type.dropParameterTypes(kept, kept + length).appendParameterTypes(array), arguments -> {
            Object given = arguments[kept];
            int found = given == null ? 0 : java.lang.reflect.Array.getLength(given);
            if (found != length) {
                throw new IllegalArgumentException("array is not of length " + length);
            }
            Object[] all = Arrays.copyOf(arguments, kept + length);
            for (int i = 0; i < length; i++) {
                all[kept + i] = convert(java.lang.reflect.Array.get(given, i), type.parameterType(kept + i));
            }
            return body.run(all);
        });
    }

    static MethodHandle asCollector(MethodHandle handle, Class<?> array, int length) {
        MethodType type = handle.type();
        int before = type.parameterCount() - 1;
        if (before < 0 || length < 0 || !type.parameterType(before).isAssignableFrom(array)) {
            throw new WrongMethodTypeException("cannot convert MethodHandle" + type + " to collect " + length + " arguments");
        }
        Class<?>[] elements = new Class<?>[length];
        Arrays.fill(elements, array.getComponentType());
        Body body = body(handle);
        return make(type.dropParameterTypes(before, before + 1).appendParameterTypes(elements), arguments -> {
            Object collected = java.lang.reflect.Array.newInstance(array.getComponentType(), length);
            for (int i = 0; i < length; i++) {
                java.lang.reflect.Array.set(collected, i, arguments[before + i]);
            }
            Object[] all = Arrays.copyOf(arguments, before + 1);
            all[before] = collected;
            return body.run(all);
        });
    }

    static MethodHandle asVarargsCollector(MethodHandle handle, Class<?> array) {
        return isVarargsCollector(handle) ? handle : make(handle.type(), new Varargs(body(handle)));
    }

    static MethodHandle withVarargs(MethodHandle handle, boolean collects) {
        return collects ? asVarargsCollector(handle, null) : asFixedArity(handle);
    }

    static MethodHandle asFixedArity(MethodHandle handle) {
        return body(handle) instanceof Varargs collecting ? make(handle.type(), collecting.body()) : handle;
    }

    static boolean isVarargsCollector(MethodHandle handle) {
        return body(handle) instanceof Varargs;
    }

    // --- MethodHandles ---

    static MethodHandle insertArguments(MethodHandle handle, int at, Object[] values) {
        MethodType type = handle.type();
        Body body = body(handle);
        Object[] bound = values.clone();
        for (int i = 0; i < bound.length; i++) {
            bound[i] = convert(bound[i], type.parameterType(at + i));
        }
        return make(type.dropParameterTypes(at, at + bound.length), arguments -> {
            Object[] all = new Object[arguments.length + bound.length];
            System.arraycopy(arguments, 0, all, 0, at);
            System.arraycopy(bound, 0, all, at, bound.length);
            System.arraycopy(arguments, at, all, at + bound.length, arguments.length - at);
            return body.run(all);
        });
    }

    static MethodHandle dropArguments(MethodHandle handle, int at, Class<?>[] types) {
        Body body = body(handle);
        int count = types.length;
        return make(handle.type().insertParameterTypes(at, types), arguments -> {
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
        Body body = body(handle);
        int[] from = order.clone();
        return make(type, arguments -> {
            Object[] all = new Object[from.length];
            for (int i = 0; i < from.length; i++) {
                all[i] = arguments[from[i]];
            }
            return body.run(all);
        });
    }

    static MethodHandle filterReturnValue(MethodHandle handle, MethodHandle filter) {
        Body body = body(handle);
        Body then = body(filter);
        boolean takes = filter.type().parameterCount() == 1;
        return make(handle.type().changeReturnType(filter.type().returnType()), arguments -> {
            Object result = body.run(arguments);
            return then.run(takes ? new Object[] {result} : new Object[0]);
        });
    }

    static MethodHandle filterArguments(MethodHandle handle, int at, MethodHandle[] filters) {
        MethodType type = handle.type();
        Body body = body(handle);
        MethodHandle[] each = filters.clone();
        for (int i = 0; i < each.length; i++) {
            if (each[i] != null) {
                type = type.changeParameterType(at + i, each[i].type().parameterType(0));
            }
        }
        return make(type, arguments -> {
            Object[] all = arguments.clone();
            for (int i = 0; i < each.length; i++) {
                if (each[i] != null) {
                    all[at + i] = body(each[i]).run(new Object[] {all[at + i]});
                }
            }
            return body.run(all);
        });
    }

    static MethodHandle foldArguments(MethodHandle handle, MethodHandle combiner) {
        MethodType type = handle.type();
        Body body = body(handle);
        Body first = body(combiner);
        int taken = combiner.type().parameterCount();
        boolean gives = combiner.type().returnType() != void.class;
        return make(gives ? type.dropParameterTypes(0, 1) : type, arguments -> {
            Object made = first.run(Arrays.copyOf(arguments, taken));
            if (!gives) {
                return body.run(arguments);
            }
            Object[] all = new Object[arguments.length + 1];
            all[0] = made;
            System.arraycopy(arguments, 0, all, 1, arguments.length);
            return body.run(all);
        });
    }

    static MethodHandle guardWithTest(MethodHandle test, MethodHandle target, MethodHandle fallback) {
        int taken = test.type().parameterCount();
        Body asks = body(test);
        Body yes = body(target);
        Body no = body(fallback);
        return make(target.type(), arguments -> (Boolean) asks.run(Arrays.copyOf(arguments, taken)) ? yes.run(arguments) : no.run(arguments));
    }

    static MethodHandle catchException(MethodHandle target, Class<? extends Throwable> type, MethodHandle handler) {
        Body body = body(target);
        Body then = body(handler);
        int taken = handler.type().parameterCount();
        return make(target.type(), arguments -> {
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
        return make(MethodType.methodType(result, type), arguments -> {
            throw (Throwable) arguments[0];
        });
    }

    static MethodHandle constant(Class<?> type, Object value) {
        Object kept = convert(value, type);
        return make(MethodType.methodType(type), arguments -> kept);
    }

    static MethodHandle identity(Class<?> type) {
        return make(MethodType.methodType(type, type), arguments -> arguments[0]);
    }

    static MethodHandle arrayElementGetter(Class<?> array) {
        return make(MethodType.methodType(array.getComponentType(), array, int.class),
            arguments -> java.lang.reflect.Array.get(receiver(arguments), (Integer) arguments[1]));
    }

    static MethodHandle arrayElementSetter(Class<?> array) {
        return make(MethodType.methodType(void.class, array, int.class, array.getComponentType()), arguments -> {
            java.lang.reflect.Array.set(receiver(arguments), (Integer) arguments[1], arguments[2]);
            return null;
        });
    }

    /** MethodHandleProxies. */
    static <T> T asInterfaceInstance(Class<T> type, MethodHandle handle) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            if (method.getDeclaringClass() == Object.class) {
                return switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    default -> type.getName() + "@" + Integer.toHexString(System.identityHashCode(proxy));
                };
            }
            return invokeWithArguments(handle, arguments == null ? new Object[0] : arguments);
        }));
    }

    // --- values, as MethodHandle.asType has it ---

    private static boolean convertible(Class<?> from, Class<?> to) {
        if (from == to || from == void.class || to == void.class) {
            return true;
        }
        if (!from.isPrimitive()) {
            int inside = Arrays.asList(BOXES).indexOf(from);
            return !to.isPrimitive() || from.isAssignableFrom(box(to)) || (inside >= 0 && widens(PRIMITIVES[inside], to));
        }
        return to.isPrimitive() ? widens(from, to) : to.isAssignableFrom(box(from));
    }

    private static final Class<?>[] PRIMITIVES = {boolean.class, char.class, byte.class, short.class, int.class, long.class, float.class, double.class};
    private static final Class<?>[] BOXES = {Boolean.class, Character.class, Byte.class, Short.class, Integer.class, Long.class, Float.class, Double.class};

    private static Class<?> box(Class<?> primitive) {
        return BOXES[Arrays.asList(PRIMITIVES).indexOf(primitive)];
    }

    private static final String ORDER = "byte short int long float double";

    private static boolean widens(Class<?> from, Class<?> to) {
        if (from == to) {
            return true;
        }
        int source = ORDER.indexOf(from == char.class ? "int" : from.getName());
        int target = ORDER.indexOf(to.getName());
        return source >= 0 && target >= source;
    }

    private static Object zero(Class<?> type) {
        return !type.isPrimitive() || type == void.class ? null : java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(type, 1), 0);
    }

    private static Object convert(Object value, Class<?> to) {
        if (to == void.class) {
            return null;
        }
        if (!to.isPrimitive()) {
            return to.isInterface() ? value : to.cast(value);
        }
        if (value == null) {
            throw new NullPointerException("Cannot cast null to " + to.getName());
        }
        if (box(to).isInstance(value)) {
            return value;
        }
        // An array of the primitive type takes what is widened, and nothing else.
        Object one = java.lang.reflect.Array.newInstance(to, 1);
        try {
            java.lang.reflect.Array.set(one, 0, value);
        } catch (IllegalArgumentException unfit) {
            throw new ClassCastException("Cannot cast " + value.getClass().getName() + " to " + to.getName());
        }
        return java.lang.reflect.Array.get(one, 0);
    }
}
