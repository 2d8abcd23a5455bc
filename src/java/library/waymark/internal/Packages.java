package waymark.internal;

import java.lang.reflect.Constructor;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Packages: one object for each name. The virtual machine calls these in place of methods of Class and Package. */
final class Packages {
    private Packages() {}

    private static final ConcurrentHashMap<String, Package> ALL = new ConcurrentHashMap<>();
    private static final Set<String> OF_JARS = ConcurrentHashMap.newKeySet();

    static Package of(String name, Module module, boolean ofJar) {
        if (ofJar) {
            OF_JARS.add(name);
        }
        return ALL.computeIfAbsent(name, it -> made(it, module));
    }

    private static Package made(String name, Module module) {
        try {
            Constructor<Package> make = Package.class.getDeclaredConstructor(String.class, Module.class);
            make.setAccessible(true);
            return make.newInstance(name, module);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("package " + name, e);
        }
    }

    /** What a manifest says of a package: its title, version and vendor. Directories have none. */
    static String said(Package of) {
        if (OF_JARS.contains(of.getName())) {
            Disk.refuse("what the manifest of a jar says of package " + of.getName());
        }
        return null;
    }
}
