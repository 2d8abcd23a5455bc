package waymark.internal;

import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The boot layer: the modules that a JVM has for a program of the class path, as the image describes them. It is made when it is first
 * needed, and by then before the program starts: the virtual machine initialises again in advance what a first run has initialised.
 */
final class Layers {
    private Layers() {}

    /** Nothing while it is made. */
    private static ModuleLayer boot;

    static {
        try {
            Layers.boot = made();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the boot layer", e);
        }
    }

    static ModuleLayer boot() {
        return boot;
    }

    /** The module of a class of the JDK, by the module's name. */
    static Module named(String name) {
        return name.equals("java.base") ? Object.class.getModule() : boot.findModule(name).orElseThrow();
    }

    /** The descriptor that the module java.base has from now on. */
    private static native void describe(Module module, ModuleDescriptor descriptor);

    /** The modules that are resolved if nothing else is asked for. */
    private static Object systemModules() throws ReflectiveOperationException {
        return internal("jdk.internal.module.SystemModulesMap", "defaultSystemModules").invoke(null);
    }

    @SuppressWarnings("unchecked")
    private static ModuleLayer made() throws ReflectiveOperationException {
        Object modules = systemModules();
        Class<?> type = Class.forName("jdk.internal.module.SystemModules");
        ModuleFinder finder = (ModuleFinder) internal("jdk.internal.module.SystemModuleFinders", "of", type).invoke(null, modules);
        Object reads = internal(type.getName(), "moduleReads").invoke(modules);
        Object access = internal("jdk.internal.access.SharedSecrets", "getJavaLangModuleAccess").invoke(null);
        Configuration configuration = (Configuration) internal("jdk.internal.access.JavaLangModuleAccess", "newConfiguration", ModuleFinder.class, Map.class)
            .invoke(access, finder, reads);
        describe(Object.class.getModule(), finder.find("java.base").orElseThrow().descriptor());
        Function<String, ClassLoader> loaders = (Function<String, ClassLoader>) internal("jdk.internal.module.ModuleLoaderMap", "mappingFunction", Configuration.class)
            .invoke(null, configuration);
        return ModuleLayer.empty().defineModules(configuration, loaders);
    }

    private static Method internal(String owner, String name, Class<?>... parameters) throws ReflectiveOperationException {
        Method method = Class.forName(owner).getDeclaredMethod(name, parameters);
        method.setAccessible(true);
        return method;
    }

    /** The providers that modules of the JDK have of a service, in the order of their modules' names. */
    static List<String> providers(String service) throws ReflectiveOperationException {
        List<String> found = new ArrayList<>();
        Object modules = systemModules();
        ModuleDescriptor[] all = (ModuleDescriptor[]) internal("jdk.internal.module.SystemModules", "moduleDescriptors").invoke(modules);
        for (ModuleDescriptor each : all) {
            for (ModuleDescriptor.Provides provides : each.provides()) {
                if (provides.service().equals(service)) {
                    found.addAll(provides.providers());
                }
            }
        }
        return found;
    }
}
