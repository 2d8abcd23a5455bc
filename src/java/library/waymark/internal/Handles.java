package waymark.internal;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
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

    /** What a lookup finds: revealDirect() asks which member that is, and how it is used. */
    record Direct(Body body, int kind, Member member, String name, MethodType type) implements Body {
        @Override public Object run(Object[] arguments) throws Throwable {
            return body.run(arguments);
        }
    }

    record Info(Direct direct) implements MethodHandleInfo {
        @Override public int getReferenceKind() {
            return direct.kind();
        }

        @Override public Class<?> getDeclaringClass() {
            return direct.member().getDeclaringClass();
        }

        @Override public String getName() {
            return direct.name();
        }

        @Override public MethodType getMethodType() {
            return direct.type();
        }

        @Override public <T extends Member> T reflectAs(Class<T> expected, MethodHandles.Lookup lookup) {
            return expected.cast(direct.member());
        }

        @Override public int getModifiers() {
            return direct.member().getModifiers();
        }

        @Override public String toString() {
            return MethodHandleInfo.toString(getReferenceKind(), getDeclaringClass(), getName(), getMethodType());
        }
    }

    static MethodHandleInfo revealDirect(MethodHandles.Lookup lookup, MethodHandle handle) {
        Body body = body(asFixedArity(handle));
        if (body instanceof Direct direct) {
            return new Info(direct);
        }
        throw new IllegalArgumentException("not a direct method handle");
    }

    static native MethodHandle make(MethodType type, Body body);
    static native Body body(MethodHandle handle);
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
        Body direct = new Direct(body, MethodHandleInfo.REF_newInvokeSpecial, constructor, "<init>", type.changeReturnType(void.class));
        return make(type, constructor.isVarArgs() ? new Varargs(direct) : direct);
    }

    static MethodHandle unreflectGetter(MethodHandles.Lookup lookup, Field field) throws IllegalAccessException {
        return getter(lookup, field, field.getDeclaringClass());
    }

    static MethodHandle unreflectSetter(MethodHandles.Lookup lookup, Field field) throws IllegalAccessException {
        return setter(lookup, field, field.getDeclaringClass());
    }

    static Class<?> ensureInitialized(MethodHandles.Lookup lookup, Class<?> type) throws ClassNotFoundException {
        return type.isPrimitive() || type.isArray() ? type : Class.forName(type.getName(), true, type.getClassLoader());
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
        int kind = isStatic ? MethodHandleInfo.REF_invokeStatic
            : method.getDeclaringClass().isInterface() ? MethodHandleInfo.REF_invokeInterface : MethodHandleInfo.REF_invokeVirtual;
        Body direct = new Direct(body, kind, method, method.getName(), type);
        return make(isStatic ? type : type.insertParameterTypes(0, receiver), method.isVarArgs() ? new Varargs(direct) : direct);
    }

    private static MethodHandle specially(Method method, Class<?> caller) {
        MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        Body body = arguments -> special(method, receiver(arguments), Arrays.copyOfRange(arguments, 1, arguments.length));
        return make(type.insertParameterTypes(0, caller), new Direct(body, MethodHandleInfo.REF_invokeSpecial, method, method.getName(), type));
    }

    static Object receiver(Object[] arguments) {
        if (arguments[0] == null) {
            throw new NullPointerException();
        }
        return arguments[0];
    }

    private static MethodHandle getter(MethodHandles.Lookup lookup, Field field, Class<?> owner) throws IllegalAccessException {
        check(lookup, field);
        field.setAccessible(true);
        if (Modifier.isStatic(field.getModifiers())) {
            return make(MethodType.methodType(field.getType()), direct(field, MethodHandleInfo.REF_getStatic, arguments -> field.get(null)));
        }
        return make(MethodType.methodType(field.getType(), owner),
            direct(field, MethodHandleInfo.REF_getField, arguments -> field.get(receiver(arguments))));
    }

    private static MethodHandle setter(MethodHandles.Lookup lookup, Field field, Class<?> owner) throws IllegalAccessException {
        check(lookup, field);
        if (Modifier.isFinal(field.getModifiers())) {
            throw new IllegalAccessException("final field has no write access: " + owner.getName() + "." + field.getName() + ", from " + lookup);
        }
        field.setAccessible(true);
        if (Modifier.isStatic(field.getModifiers())) {
            return make(MethodType.methodType(void.class, field.getType()), direct(field, MethodHandleInfo.REF_putStatic, arguments -> {
                field.set(null, arguments[0]);
                return null;
            }));
        }
        return make(MethodType.methodType(void.class, owner, field.getType()), direct(field, MethodHandleInfo.REF_putField, arguments -> {
            field.set(receiver(arguments), arguments[1]);
            return null;
        }));
    }

    private static Body direct(Field field, int kind, Body body) {
        boolean gets = kind == MethodHandleInfo.REF_getField || kind == MethodHandleInfo.REF_getStatic;
        MethodType type = gets ? MethodType.methodType(field.getType()) : MethodType.methodType(void.class, field.getType());
        return new Direct(body, kind, field, field.getName(), type);
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
            return type.returnType() == void.class ? nothing(asked.returnType()) : convert(result, asked.returnType());
        });
    }

    static MethodHandle bindTo(MethodHandle handle, Object receiver) {
        MethodType type = handle.type();
        if (type.parameterCount() == 0 || type.parameterType(0).isPrimitive()) {
            throw new IllegalArgumentException("no leading reference parameter: " + type);
        }
        return Combinators.insertArguments(handle, 0, new Object[] {type.parameterType(0).cast(receiver)});
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
            if (method.isDefault()) {
                return special(method, proxy, arguments == null ? new Object[0] : arguments);
            }
            return invokeWithArguments(handle, arguments == null ? new Object[0] : arguments);
        }));
    }

    /** LambdaMetafactory, called by a program itself: the compiler's calls are sites that the machine links. */
    static CallSite metafactory(MethodHandles.Lookup caller, String name, MethodType factory, MethodType erased, MethodHandle implementation,
            MethodType dynamic) {
        Class<?> type = factory.returnType();
        return new ConstantCallSite(make(factory, captured -> {
            MethodHandle rest = Combinators.insertArguments(implementation, 0, captured);
            return asInterfaceInstance(type, asType(asType(rest, dynamic), erased));
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

    static Object nothing(Class<?> type) {
        return !type.isPrimitive() || type == void.class ? null : java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(type, 1), 0);
    }

    static Object convert(Object value, Class<?> to) {
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
