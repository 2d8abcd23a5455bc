package features;

import java.lang.invoke.*;
import java.net.*;
import java.util.*;
import javax.script.*;
import javax.tools.*;

// holds: the layer of the modules
class UseLayer {
  public static void main(String[] args) throws Exception {
    ModuleLayer.boot().findModule("java.base").get();
  }
}

// holds: the descriptor of a module
class UseDescriptor {
  public static void main(String[] args) throws Exception {
    String.class.getModule().getDescriptor().name();
  }
}

// holds: a module of the JDK that is not java.base
class UseModuleName {
  public static void main(String[] args) throws Exception {
    String name = java.util.logging.Logger.class.getModule().getName(); if (!name.equals("java.logging")) throw new IllegalStateException(name);
  }
}

// holds: the packages of a module
class UseModulePackages {
  public static void main(String[] args) throws Exception {
    String.class.getModule().getPackages().size();
  }
}

// holds: the layer of a module
class UseOwnLayer {
  public static void main(String[] args) throws Exception {
    String.class.getModule().getLayer().modules();
  }
}

// holds: a resource beside a class of the JDK
class UseJdkResource {
  public static void main(String[] args) throws Exception {
    if (Object.class.getResource("Object.class") == null) throw new IllegalStateException("no resource");
  }
}

// refused: the loader of the platform
class UsePlatformLoader {
  public static void main(String[] args) throws Exception {
    Objects.requireNonNull(ClassLoader.getPlatformClassLoader());
  }
}

// holds: packages of the JDK
class UsePackages {
  public static void main(String[] args) throws Exception {
    Objects.requireNonNull(String.class.getPackage()); Objects.requireNonNull(Package.getPackage("java.lang"));
  }
}

// refused: the domain of a class
class UseDomain {
  public static void main(String[] args) throws Exception {
    Objects.requireNonNull(Objects.class.getProtectionDomain());
  }
}

// refused: a class out of bytes
class UseLoading {
  public static void main(String[] args) throws Exception {
    new ClassLoader() { Class<?> make() { return defineClass("X", new byte[4], 0, 4); } }.make();
  }
}

// holds: a loader for addresses
class UseUrlLoading {
  public static void main(String[] args) throws Exception {
    try { new URLClassLoader(new URL[] {new URL("file:/tmp/")}).loadClass("Absent"); } catch (ClassNotFoundException e) { }
  }
}

// holds: a bundle of resources that is not there
class UseBundle {
  public static void main(String[] args) throws Exception {
    try { ResourceBundle.getBundle("absent"); } catch (MissingResourceException e) { }
  }
}

// holds: an engine for scripts
class UseScripting {
  public static void main(String[] args) throws Exception {
    new ScriptEngineManager().getEngineByName("js");
  }
}

// refused: the compiler
class UseCompiler {
  public static void main(String[] args) throws Exception {
    Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
  }
}

// holds: a property of the virtual machine
class UseVmInfo {
  public static void main(String[] args) throws Exception {
    Properties p = System.getProperties(); if (p.getProperty("java.vm.info") == null) throw new IllegalStateException("java.vm.info");
  }
}

// holds: properties that every JVM has
class UseProperties {
  public static void main(String[] args) throws Exception {
    Objects.requireNonNull(System.getProperty("java.library.path")); Objects.requireNonNull(System.getProperty("java.vendor.url"));
  }
}

// holds: the version
class UseVersion {
  public static void main(String[] args) throws Exception {
    if (Runtime.version().feature() != Integer.getInteger("java.specification.version")) throw new IllegalStateException();
  }
}

// holds: a method handle
class UseHandles {
  public static void main(String[] args) throws Throwable {
    MethodHandles.lookup().findStatic(Math.class, "abs", MethodType.methodType(int.class, int.class)).invoke(-1);
  }
}
