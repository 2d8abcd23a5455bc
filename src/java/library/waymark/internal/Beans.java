package waymark.internal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/** The server of the platform's beans, with those that the program registers. The platform's own are refused by name. */
final class Beans implements InvocationHandler {
    private static final List<String> PLATFORM = List.of("java.lang", "java.nio", "java.util.logging",
            "com.sun.management", "jdk.management", "jdk.management.jfr");
    private static MBeanServer shared;

    private final MBeanServer server;

    private Beans(MBeanServer server) {
        this.server = server;
    }

    static synchronized MBeanServer platformServer() {
        if (shared == null) {
            Beans beans = new Beans(MBeanServerFactory.createMBeanServer());
            shared = (MBeanServer) Proxy.newProxyInstance(MBeanServer.class.getClassLoader(),
                    new Class<?>[] {MBeanServer.class}, beans);
        }
        return shared;
    }

    static Object invoke(Method method, Object object, Object[] parameters)
            throws InvocationTargetException, IllegalAccessException {
        return method.invoke(object, parameters);
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] parameters) throws Throwable {
        String name = method.getName();
        if (method.getDeclaringClass() == Object.class && name.equals("equals")) {
            return proxy == parameters[0];
        }
        boolean lists = name.startsWith("query") || name.equals("getMBeanCount") || name.equals("getDomains");
        boolean asked = parameters != null && parameters.length > 0 && parameters[0] instanceof ObjectName;
        if (lists ? !asked || covers((ObjectName) parameters[0]) : asked && covers((ObjectName) parameters[0])) {
            Disk.refuse("MBeanServer." + name + ": beans of the platform have no model");
        }
        try {
            return method.invoke(server, parameters);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    private static boolean covers(ObjectName name) {
        return name.isDomainPattern() || PLATFORM.contains(name.getDomain());
    }
}
