package waymark.internal;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import jdk.internal.misc.Unsafe;
import jdk.internal.reflect.FieldAccessor;

/** How reflection reaches a field since JDK 18, which would use a method handle; here a method handle uses reflection. */
final class FieldAccess implements FieldAccessor {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private final Field field;
    private final Class<?> type;
    private final boolean isStatic;
    private final boolean isVolatile;
    private final boolean isReadOnly;
    private final long offset;

    private FieldAccess(Field field, boolean isReadOnly) {
        this.field = field;
        this.type = field.getType();
        this.isStatic = Modifier.isStatic(field.getModifiers());
        this.isVolatile = Modifier.isVolatile(field.getModifiers());
        this.isReadOnly = isReadOnly;
        this.offset = isStatic ? UNSAFE.staticFieldOffset(field) : UNSAFE.objectFieldOffset(field);
    }

    static FieldAccessor of(Field field, boolean isReadOnly) {
        UNSAFE.ensureClassInitialized(field.getDeclaringClass());
        return new FieldAccess(field, isReadOnly);
    }

    // --- values, as objects ---

    private static int width(Class<?> type) {
        if (type == byte.class) return 1;
        if (type == short.class || type == char.class) return 2;
        if (type == int.class) return 3;
        if (type == long.class) return 4;
        if (type == float.class) return 5;
        return type == double.class ? 6 : 0;
    }

    private static boolean widens(Class<?> from, Class<?> to) {
        return from == to || width(from) != 0 && width(from) < width(to) && to != char.class;
    }

    private static Class<?> unboxed(Object value) {
        if (value instanceof Integer) return int.class;
        if (value instanceof Long) return long.class;
        if (value instanceof Boolean) return boolean.class;
        if (value instanceof Character) return char.class;
        if (value instanceof Double) return double.class;
        if (value instanceof Byte) return byte.class;
        if (value instanceof Short) return short.class;
        return value instanceof Float ? float.class : null;
    }

    private static Number number(Object value) {
        return value instanceof Character c ? Integer.valueOf(c) : (Number) value;
    }

    private Object load(Object from) {
        if (type == int.class) return isVolatile ? UNSAFE.getIntVolatile(from, offset) : UNSAFE.getInt(from, offset);
        if (type == long.class) return isVolatile ? UNSAFE.getLongVolatile(from, offset) : UNSAFE.getLong(from, offset);
        if (type == boolean.class) return isVolatile ? UNSAFE.getBooleanVolatile(from, offset) : UNSAFE.getBoolean(from, offset);
        if (type == char.class) return isVolatile ? UNSAFE.getCharVolatile(from, offset) : UNSAFE.getChar(from, offset);
        if (type == double.class) return isVolatile ? UNSAFE.getDoubleVolatile(from, offset) : UNSAFE.getDouble(from, offset);
        if (type == byte.class) return isVolatile ? UNSAFE.getByteVolatile(from, offset) : UNSAFE.getByte(from, offset);
        if (type == short.class) return isVolatile ? UNSAFE.getShortVolatile(from, offset) : UNSAFE.getShort(from, offset);
        if (type == float.class) return isVolatile ? UNSAFE.getFloatVolatile(from, offset) : UNSAFE.getFloat(from, offset);
        return isVolatile ? UNSAFE.getReferenceVolatile(from, offset) : UNSAFE.getReference(from, offset);
    }

    private void store(Object to, Object value) {
        if (!type.isPrimitive()) {
            if (isVolatile) UNSAFE.putReferenceVolatile(to, offset, value);
            else UNSAFE.putReference(to, offset, value);
        } else if (type == boolean.class) {
            if (isVolatile) UNSAFE.putBooleanVolatile(to, offset, (Boolean) value);
            else UNSAFE.putBoolean(to, offset, (Boolean) value);
        } else if (type == char.class) {
            if (isVolatile) UNSAFE.putCharVolatile(to, offset, (Character) value);
            else UNSAFE.putChar(to, offset, (Character) value);
        } else {
            storeNumber(to, number(value));
        }
    }

    private void storeNumber(Object to, Number value) {
        if (type == int.class) {
            if (isVolatile) UNSAFE.putIntVolatile(to, offset, value.intValue());
            else UNSAFE.putInt(to, offset, value.intValue());
        } else if (type == long.class) {
            if (isVolatile) UNSAFE.putLongVolatile(to, offset, value.longValue());
            else UNSAFE.putLong(to, offset, value.longValue());
        } else if (type == double.class) {
            if (isVolatile) UNSAFE.putDoubleVolatile(to, offset, value.doubleValue());
            else UNSAFE.putDouble(to, offset, value.doubleValue());
        } else if (type == float.class) {
            if (isVolatile) UNSAFE.putFloatVolatile(to, offset, value.floatValue());
            else UNSAFE.putFloat(to, offset, value.floatValue());
        } else if (type == short.class) {
            if (isVolatile) UNSAFE.putShortVolatile(to, offset, value.shortValue());
            else UNSAFE.putShort(to, offset, value.shortValue());
        } else {
            if (isVolatile) UNSAFE.putByteVolatile(to, offset, value.byteValue());
            else UNSAFE.putByte(to, offset, value.byteValue());
        }
    }

    // --- what is wrong, in the words of the JDK ---

    private String qualified() {
        return field.getDeclaringClass().getName() + "." + field.getName();
    }

    private String attempt(String verb) {
        int modifiers = field.getModifiers();
        return "Can not " + verb + (isStatic ? " static" : "") + (Modifier.isFinal(modifiers) ? " final" : "") + " "
            + type.getName() + " field " + qualified();
    }

    private String attemptToSet(Object value, Class<?> primitive) {
        if (primitive != null) return attempt("set") + " to (" + primitive.getName() + ")" + value;
        return attempt("set") + " to " + (value == null ? "null value" : value.getClass().getName());
    }

    private Object holder(Object object, String verb) {
        if (isStatic) return UNSAFE.staticFieldBase(field);
        if (!field.getDeclaringClass().isAssignableFrom(object.getClass())) {
            if (verb.equals("get")) throw new IllegalArgumentException(attempt(verb) + " on " + object.getClass().getName());
            throw new IllegalArgumentException(attemptToSet(object, null));
        }
        return object;
    }

    // --- reads ---

    @Override public Object get(Object object) {
        return load(holder(object, "get"));
    }

    private Object got(Object object, Class<?> wanted) {
        if (!widens(type, wanted)) {
            throw new IllegalArgumentException("Attempt to get " + type.getName() + " field \"" + qualified()
                + "\" with illegal data type conversion to " + wanted.getName());
        }
        return get(object);
    }

    @Override public boolean getBoolean(Object object) {
        return (Boolean) got(object, boolean.class);
    }
    @Override public byte getByte(Object object) {
        return number(got(object, byte.class)).byteValue();
    }
    @Override public char getChar(Object object) {
        return (Character) got(object, char.class);
    }
    @Override public short getShort(Object object) {
        return number(got(object, short.class)).shortValue();
    }
    @Override public int getInt(Object object) {
        return number(got(object, int.class)).intValue();
    }
    @Override public long getLong(Object object) {
        return number(got(object, long.class)).longValue();
    }
    @Override public float getFloat(Object object) {
        return number(got(object, float.class)).floatValue();
    }
    @Override public double getDouble(Object object) {
        return number(got(object, double.class)).doubleValue();
    }

    // --- writes ---

    @Override public void set(Object object, Object value) throws IllegalAccessException {
        Object to = holder(object, "set");
        if (isReadOnly) throw new IllegalAccessException(attemptToSet(value, null));
        Class<?> given = unboxed(value);
        boolean fits = type.isPrimitive() ? given != null && widens(given, type) : value == null || type.isInstance(value);
        if (!fits) throw new IllegalArgumentException(attemptToSet(value, null));
        store(to, value);
    }

    private void put(Object object, Object value, Class<?> given) throws IllegalAccessException {
        if (!widens(given, type)) throw new IllegalArgumentException(attemptToSet(value, given));
        Object to = holder(object, "set");
        if (isReadOnly) throw new IllegalAccessException(attemptToSet(value, given));
        store(to, value);
    }

    @Override public void setBoolean(Object object, boolean value) throws IllegalAccessException {
        put(object, value, boolean.class);
    }
    @Override public void setByte(Object object, byte value) throws IllegalAccessException {
        put(object, value, byte.class);
    }
    @Override public void setChar(Object object, char value) throws IllegalAccessException {
        put(object, value, char.class);
    }
    @Override public void setShort(Object object, short value) throws IllegalAccessException {
        put(object, value, short.class);
    }
    @Override public void setInt(Object object, int value) throws IllegalAccessException {
        put(object, value, int.class);
    }
    @Override public void setLong(Object object, long value) throws IllegalAccessException {
        put(object, value, long.class);
    }
    @Override public void setFloat(Object object, float value) throws IllegalAccessException {
        put(object, value, float.class);
    }
    @Override public void setDouble(Object object, double value) throws IllegalAccessException {
        put(object, value, double.class);
    }
}
