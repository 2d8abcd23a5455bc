package waymark.internal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;

/** What the methods of proxies do: the virtual machine writes their classes. */
final class Proxies {
    private Proxies() {}

    private static native Method method(String owner, String name, String descriptor);

    static Object invoke(InvocationHandler handler, Object proxy, String owner, String name, String descriptor, Object[] arguments) throws Throwable {
        Method method = method(owner, name, descriptor);
        try {
            return handler.invoke(proxy, method, arguments);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            for (Class<?> declared : method.getExceptionTypes()) {
                if (declared.isInstance(thrown)) {
                    throw thrown;
                }
            }
            throw new UndeclaredThrowableException(thrown);
        }
    }
}
