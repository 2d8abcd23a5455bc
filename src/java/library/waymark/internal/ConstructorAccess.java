package waymark.internal;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import jdk.internal.reflect.ConstructorAccessor;

/** How serialisation makes an object since JDK 18: of a class, by the constructor of a superclass. */
final class ConstructorAccess implements ConstructorAccessor {
    private final Class<?> made;
    private final Constructor<?> constructor;

    private ConstructorAccess(Class<?> made, Constructor<?> constructor) {
        this.made = made;
        this.constructor = constructor;
    }

    static ConstructorAccessor of(Class<?> made, Constructor<?> constructor) {
        return new ConstructorAccess(made, constructor);
    }

    private static native Object make(Constructor<?> constructor, Object[] arguments, Class<?> made)
        throws InvocationTargetException;

    @Override public Object newInstance(Object[] arguments) throws InvocationTargetException {
        return make(constructor, arguments, made);
    }
}
