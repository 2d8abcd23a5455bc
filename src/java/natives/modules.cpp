// Modules, packages and class loaders. All classes of the library have one module, java.base, as far as the library
// itself is concerned; the program sees the modules of the boot layer, which waymark.internal.Layers makes when they
// are first needed. The program's classes are in the unnamed module. Nothing is hidden between modules.
#include <fmt/format.h>

#include <algorithm>

#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

constexpr std::string_view layers_class = "waymark/internal/Layers";
constexpr std::string_view packages_class = "waymark/internal/Packages";
constexpr std::string_view module_class = "java/lang/Module";

// Calls a static method of ours, whose class is initialised first.
Done by_ours(NativeEnv& env, Thread& thread, const Method& native, std::string_view name, std::string_view called,
             std::string_view descriptor, std::initializer_list<Word> arguments) {
  Class* const klass = env.loader().find(name);
  if (klass == nullptr) return env.unsupported(thread, "modules, without waymark-library.jar beside the binary");
  if (const Done done = env.initialize(thread, *klass); done != Done::yes) return done;
  return env.call(thread, native, *klass->declared(called, descriptor), arguments);
}

// --- modules ---

Done boot_layer(NativeEnv& env, Thread& thread, Word*, const Method& method) {
  return by_ours(env, thread, method, layers_class, "boot", "()Ljava/lang/ModuleLayer;", {});
}

// Of java.base, which is described once there is a layer. Of the unnamed module everything is known.
Done of_named_module(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const Object& module = *env.at(args[0]);
  if (module.data()[env.field(module_class, "name")] == 0) return Done::declined;
  if (module.data()[env.field(module_class, "descriptor")] != 0) return Done::declined;
  Class* const layers = env.loader().find(layers_class);
  if (layers == nullptr) return env.unsupported(thread, "modules, without waymark-library.jar beside the binary");
  const Done done = env.initialize(thread, *layers);
  return done == Done::yes ? Done::declined : done;
}

// The module that a class of the library comes from; java.base if it is none of the image.
std::string module_name(const Class& klass) {
  static constexpr std::string_view image = "jdk:/";
  if (!klass.source.starts_with(image)) return "java.base";
  const std::size_t end = klass.source.find('/', image.size());
  return klass.source.substr(image.size(), end - image.size());
}

Done module_of_class(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Class* klass = env.of_mirror(args[0]);
  while (klass->is_array()) klass = klass->element;
  if (!klass->library || klass->primitive || !called_by_program(thread)) return Done::declined;
  const std::string name = module_name(*klass);
  if (name == "java.base") return Done::declined;
  return by_ours(env, thread, method, layers_class, "named", "(Ljava/lang/String;)Ljava/lang/Module;",
                 {env.intern(name)});
}

// Layers.describe(Module, ModuleDescriptor)
Done describe(NativeEnv& env, Thread&, Word* args, const Method&) {
  env.memory().touch(*env.at(args[0]));
  env.write_ref(*env.at(args[0]), env.field(module_class, "descriptor"), args[1]);
  return Done::yes;
}

// --- class loaders ---

Done builtin_loader(NativeEnv&, Thread&, Word* args, const Method&) { return give(args, 0); }
Done loaders(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (called_by_program(thread)) return no_model(env, thread, method, "class loaders but that of the program");
  return give(args, 0);
}
Done parent_loader(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (args[0] != env.app_loader || !called_by_program(thread)) return Done::declined;
  return no_model(env, thread, method, "class loaders but that of the program");
}
// A loader of the program defines no class, so it has loaded none.
Done find_loaded(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (args[0] == env.app_loader) return no_model(env, thread, method, "lists of loaded classes");
  return give(args, 0);
}
Done define_class(NativeEnv& env, Thread& thread, Word*, const Method& method) {
  return no_model(env, thread, method, "classes that a class loader of the program defines");
}

Done loader_values(NativeEnv& env, Thread& thread, Word*, const Method& method) {
  return by_ours(env, thread, method, "waymark/internal/LoaderValues", "map",
                 "()Ljava/util/concurrent/ConcurrentHashMap;", {});
}

// --- packages ---

std::string package_of(const Class& klass) {
  const std::size_t slash = klass.name.rfind('/');
  std::string name = slash == std::string::npos ? "" : klass.name.substr(0, slash);
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

Done give_package(NativeEnv& env, Thread& thread, const Method& method, Class& klass) {
  const Ref module = env.at(env.mirror(klass))->data()[env.field("java/lang/Class", "module")];
  const bool of_jar = !klass.library && klass.source.find("!/") != std::string::npos;
  return by_ours(env, thread, method, packages_class, "of",
                 "(Ljava/lang/String;Ljava/lang/Module;Z)Ljava/lang/Package;",
                 {env.intern(package_of(klass)), module, of_jar ? 1u : 0u});
}
Done package_of_class(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  Class& klass = *env.of_mirror(args[0]);
  if (klass.primitive || klass.is_array()) return give(args, 0);
  return give_package(env, thread, method, klass);
}
// By its name, which is the last argument. Which packages there are is a question of the classes that are loaded, which
// no state has; that of the class that asks is there.
Done package_by_name(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (!method.is_static() && args[0] != env.app_loader) return Done::declined;
  const Ref name = args[method.argument_words - 1];
  if (name == 0) return env.throw_null(thread);
  Class& caller = *thread.frames.back().method->owner;
  if (package_of(caller) == env.text(name)) return give_package(env, thread, method, caller);
  Class& object = env.loader().need("java/lang/Object");
  if (method.is_static() && package_of(object) == env.text(name)) return give_package(env, thread, method, object);
  return no_model(env, thread, method, "packages but that of the class that asks");
}
Done said_of_package(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  return by_ours(env, thread, method, packages_class, "said", "(Ljava/lang/Package;)Ljava/lang/String;", {args[0]});
}

constexpr Served module_table[] = {
    {"java/lang/ModuleLayer.boot", boot_layer},
    {"java/lang/Module.getDescriptor", of_named_module},
    {"java/lang/Module.getLayer", of_named_module},
    {"java/lang/Module.getPackages", of_named_module},
    {"java/lang/Module.isExported(Ljava/lang/String;)Z", of_named_module},
    {"java/lang/Module.isOpen(Ljava/lang/String;)Z", of_named_module},
    {"java/lang/Module.defineModule0", nothing_to_do},
    {"java/lang/Module.addReads0", nothing_to_do},
    {"java/lang/Module.addExports0", nothing_to_do},
    {"java/lang/Module.addExportsToAll0", nothing_to_do},
    {"java/lang/Module.addExportsToAllUnnamed0", nothing_to_do},
    {"java/lang/Class.getModule", module_of_class},
    {"waymark/internal/Layers.describe", describe},
    {"jdk/internal/loader/ClassLoaders.<clinit>", nothing_to_do},
    {"jdk/internal/loader/ClassLoaders.platformClassLoader", builtin_loader},
    {"jdk/internal/loader/ClassLoaders.appClassLoader", builtin_loader},
    {"jdk/internal/loader/BootLoader.getClassLoaderValueMap", loader_values},
    {"java/lang/ClassLoader.getPlatformClassLoader", loaders},
    {"java/lang/ClassLoader.getParent", parent_loader},
    {"java/lang/ClassLoader.findLoadedClass0", find_loaded},
    {"java/lang/ClassLoader.defineClass1", define_class},
    {"java/lang/ClassLoader.defineClass2", define_class},
    {"java/lang/Class.getPackage", package_of_class},
    {"java/lang/ClassLoader.getDefinedPackage", package_by_name},
    {"java/lang/Package.getPackage", package_by_name},
    {"java/lang/Package.getImplementationTitle", said_of_package},
    {"java/lang/Package.getImplementationVersion", said_of_package},
    {"java/lang/Package.getImplementationVendor", said_of_package},
    {"java/lang/Package.getSpecificationTitle", said_of_package},
    {"java/lang/Package.getSpecificationVersion", said_of_package},
    {"java/lang/Package.getSpecificationVendor", said_of_package},
};

}  // namespace

std::span<const Served> module_natives() { return module_table; }

}  // namespace waymark::java
