// Natives of java.lang.Class and of reflection.
#include <fmt/format.h>

#include <algorithm>

#include "java/natives/boxes.hpp"
#include "java/natives/location.hpp"
#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

Class& self(NativeEnv& env, const Word* args) { return *env.of_mirror(args[0]); }

Done is_array(NativeEnv& env, Thread&, Word* args, const Method&) {
  return give_bool(args, self(env, args).is_array());
}
Done is_primitive(NativeEnv& env, Thread&, Word* args, const Method&) {
  return give_bool(args, self(env, args).primitive);
}
Done is_interface(NativeEnv& env, Thread&, Word* args, const Method&) {
  return give_bool(args, self(env, args).is_interface());
}
Done is_hidden(NativeEnv&, Thread&, Word* args, const Method&) { return give(args, 0); }
Done is_record(NativeEnv& env, Thread&, Word* args, const Method&) {
  const Class& klass = self(env, args);
  return give_bool(args, klass.file && klass.file->is_record);
}
Done is_instance(NativeEnv& env, Thread&, Word* args, const Method&) {
  return give_bool(args, args[1] != 0 && env.at(args[1])->klass->extends(&self(env, args)));
}
Done is_assignable_from(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[1] == 0) return env.throw_null(thread);
  const Class& other = *env.of_mirror(args[1]);
  const Class& klass = self(env, args);
  return give_bool(args, other.primitive || klass.primitive ? &other == &klass : other.extends(&klass));
}
Done get_superclass(NativeEnv& env, Thread&, Word* args, const Method&) {
  const Class& klass = self(env, args);
  return give(args, klass.super == nullptr || klass.is_interface() ? 0 : env.mirror(*klass.super));
}
Done class_file_version(NativeEnv& env, Thread&, Word* args, const Method&) {
  const Class& klass = self(env, args);
  return give(args, klass.file ? klass.file->major : 0);
}
Done get_modifiers(NativeEnv& env, Thread&, Word* args, const Method&) {
  const Class& klass = self(env, args);
  std::uint16_t flags = klass.access;
  if (klass.file) {
    for (const InnerClass& inner : klass.file->inner_classes) {
      if (inner.inner == klass.name) flags = inner.access;
    }
  }
  return give(args, flags & 0x7FFFu & ~std::uint32_t{access::is_synchronized});
}
Done init_class_name(NativeEnv& env, Thread&, Word* args, const Method&) {
  Class& klass = self(env, args);
  std::string name = klass.name;
  std::replace(name.begin(), name.end(), '/', '.');
  const Ref text = env.intern(name);
  env.write_ref(*env.at(args[0]), env.field("java/lang/Class", "name"), text);
  return give(args, text);
}
// Served so that no class keeps whether its name was asked for.
Done get_name(NativeEnv& env, Thread&, Word* args, const Method&) {
  std::string name = self(env, args).name;
  std::replace(name.begin(), name.end(), '/', '.');
  return give(args, env.intern(name));
}
Done get_primitive_class(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const std::string name = env.text(args[0]);
  static constexpr Kind kinds[] = {Kind::boolean_, Kind::char_, Kind::float_, Kind::double_, Kind::byte_,
                                   Kind::short_,   Kind::int_,  Kind::long_,  Kind::void_};
  for (const Kind kind : kinds) {
    Class& klass = env.loader().primitive(kind);
    if (klass.name == name) return give(args, env.mirror(klass));
  }
  return env.unsupported(thread, "an unknown primitive class " + name);
}
Done assertions(NativeEnv& env, Thread&, Word* args, const Method&) {
  const Class& klass = self(env, args);
  return give_bool(args, !klass.library && env.settings().assertions);
}

// The outermost name after the last $ or /, as the class file knows it.
const InnerClass* inner_entry(const Class& klass) {
  if (!klass.file) return nullptr;
  for (const InnerClass& inner : klass.file->inner_classes) {
    if (inner.inner == klass.name) return &inner;
  }
  return nullptr;
}
std::string simple_name(const Class& klass) {
  if (klass.is_array()) return simple_name(*klass.element) + "[]";
  if (const InnerClass* inner = inner_entry(klass)) return std::string(inner->name);
  const std::size_t slash = klass.name.rfind('/');
  return slash == std::string::npos ? klass.name : klass.name.substr(slash + 1);
}
Done get_simple_name(NativeEnv& env, Thread&, Word* args, const Method&) {
  return give(args, env.intern(simple_name(self(env, args))));
}
Done get_simple_binary_name(NativeEnv& env, Thread&, Word* args, const Method&) {
  const InnerClass* inner = inner_entry(self(env, args));
  return give(args, inner == nullptr || inner->name.empty() ? 0 : env.intern(inner->name));
}
Done get_declaring_class(NativeEnv& env, Thread&, Word* args, const Method&) {
  const InnerClass* inner = inner_entry(self(env, args));
  if (inner == nullptr || inner->outer.empty()) return give(args, 0);
  Class* outer = env.loader().find(inner->outer);
  return give(args, outer == nullptr ? 0 : env.mirror(*outer));
}
Done get_enclosing_method(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const Class& klass = self(env, args);
  if (!klass.file || klass.file->enclosing_class.empty()) return give(args, 0);
  Class* outer = env.loader().find(klass.file->enclosing_class);
  if (outer == nullptr) return give(args, 0);
  Object* array = env.allocate(thread, env.loader().need("[Ljava/lang/Object;"), 3);
  array->data()[0] = env.mirror(*outer);
  if (!klass.file->enclosing_method.empty()) {
    array->data()[1] = env.intern(klass.file->enclosing_method);
    array->data()[2] = env.intern(klass.file->enclosing_descriptor);
  }
  return give(args, array->place);
}
Done get_nest_host(NativeEnv& env, Thread&, Word* args, const Method&) {
  const Class& klass = self(env, args);
  if (!klass.file || klass.file->nest_host.empty()) return Done::yes;
  Class* host = env.loader().find(klass.file->nest_host);
  return host == nullptr ? Done::yes : give(args, env.mirror(*host));
}
Done get_interfaces(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  Class& klass = self(env, args);
  Object* array = env.allocate(thread, env.loader().need("[Ljava/lang/Class;"),
                               static_cast<std::uint32_t>(klass.interfaces.size()));
  for (std::size_t i = 0; i < klass.interfaces.size(); ++i) array->data()[i] = env.mirror(*klass.interfaces[i]);
  return give(args, array->place);
}

Done enum_constants(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  Class& klass = self(env, args);
  if ((klass.access & access::is_enum) == 0 || klass.super == nullptr || klass.super->name != "java/lang/Enum") {
    return give(args, 0);
  }
  if (const Done done = env.initialize(thread, klass); done != Done::yes) return done;
  Method* values = klass.declared("values", fmt::format("()[L{};", klass.name));
  if (values == nullptr) return give(args, 0);
  return env.call(thread, method, *values, {});
}

Done for_name(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  std::string name = env.text(args[0]);
  std::replace(name.begin(), name.end(), '.', '/');
  Class* klass = nullptr;
  try {
    klass = env.loader().find(name);
  } catch (const MissingClass& missing) {
    return env.parts.exceptions.throw_missing(thread, missing.name);
  } catch (const BadClass& bad) {
    return env.unsupported(thread, bad.what());
  }
  if (klass == nullptr) return env.throw_new(thread, "java/lang/ClassNotFoundException", env.text(args[0]));
  if (args[1] != 0) {
    if (const Done done = env.initialize(thread, *klass); done != Done::yes) return done;
  }
  return give(args, env.mirror(*klass));
}
Done for_name_simply(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Word name = args[0];
  Word both[2] = {name, 1};
  const Done done = for_name(env, thread, both, method);
  if (done == Done::yes) args[0] = both[0];
  return done;
}

// forName(Module, String): null if there is none, and nothing is initialised.
Done for_name_in_module(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[0] == 0 || args[1] == 0) return env.throw_null(thread);
  std::string name = env.text(args[1]);
  std::replace(name.begin(), name.end(), '.', '/');
  try {
    Class* klass = env.loader().find(name);
    return give(args, klass == nullptr ? 0 : env.mirror(*klass));
  } catch (const BadClass& bad) {
    return env.unsupported(thread, bad.what());
  }
}

Done new_array(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[0] == 0) return env.throw_null(thread);
  const auto length = static_cast<std::int32_t>(args[1]);
  if (length < 0) return env.throw_new(thread, "java/lang/NegativeArraySizeException", fmt::format("{}", length));
  Class& element = *env.of_mirror(args[0]);
  if (element.primitive && element.kind == Kind::void_)
    return env.throw_new(thread, "java/lang/IllegalArgumentException", {}, false);
  Object* array = env.allocate(thread, env.loader().array_of(element), static_cast<std::uint32_t>(length));
  return array == nullptr ? Done::thrown : give(args, array->place);
}

Done array_length(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[0] == 0) return env.throw_null(thread);
  const Object& array = *env.at(args[0]);
  if (!array.klass->is_array())
    return env.throw_new(thread, "java/lang/IllegalArgumentException", "Argument is not an array");
  return give(args, array.length);
}

// Array.get, getInt and so on: an element as a value of the wanted kind, which it may be widened to. With a lock-free
// array that others reach, the access is one that they could notice.
Done array_access(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (args[0] == 0) return env.throw_null(thread);
  Object& array = *env.at(args[0]);
  if (!array.klass->is_array()) {
    return env.throw_new(thread, "java/lang/IllegalArgumentException", "Argument is not an array");
  }
  if (args[1] >= array.length) {
    return env.throw_new(thread, "java/lang/ArrayIndexOutOfBoundsException", {}, false);
  }
  const bool writes = method.name[0] == 's';
  const Kind kind = array.klass->element_kind;
  const Location location = Location::element(array, args[1]);
  if (!location.pass(env, thread, writes ? Pending::What::write : Pending::What::read, false)) return Done::stopped;
  if (writes) {
    const Kind given = method.arguments.back();
    Word words[2] = {args[2], 0};
    if (given == Kind::ref && kind == Kind::ref) {
      if (args[2] != 0 && !env.at(args[2])->klass->extends(array.klass->element)) {
        return env.throw_new(thread, "java/lang/IllegalArgumentException", "array element type mismatch");
      }
    } else {
      const Word* value = args + 2;
      Kind from = given;
      if (given == Kind::ref && (args[2] == 0 || !unboxed(env, args[2], from, value))) from = Kind::void_;
      if (!widen(from, kind, value, words)) {
        return env.throw_new(thread, "java/lang/IllegalArgumentException", "argument type mismatch");
      }
    }
    location.store(env, get64(words));
    return Done::yes;
  }
  const std::uint64_t bits = location.load();
  Word words[2];
  put64(words, bits);
  if (method.result == Kind::ref) {
    if (kind == Kind::ref) return give(args, words[0]);
    return env.call(thread, method, *env.interpreter.boxing_method(kind), std::span<const Word>(words, words_of(kind)));
  }
  Word out[2] = {0, 0};
  if (!widen(kind, method.result, words, out)) {
    return env.throw_new(thread, "java/lang/IllegalArgumentException",
                         kind == Kind::ref ? "Argument is not an array of primitive type" : "argument type mismatch");
  }
  std::copy(out, out + words_of(method.result), args);
  return Done::yes;
}

Done caller_class(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  // The caller of the method that asks.
  const std::size_t depth = thread.frames.size();
  return give(args, depth < 2 ? 0 : env.mirror(*thread.frames[depth - 2].method->owner));
}

Done initialize_class(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  return env.initialize(thread, self(env, args));
}

// BootLoader's, for classes of the library: (Module, String), or the name alone.
Done boot_class(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Ref given = args[method.argument_words - 1];
  if (given == 0) return env.throw_null(thread);
  std::string name = env.text(given);
  std::replace(name.begin(), name.end(), '.', '/');
  Class* const klass = env.loader().find(name);
  return give(args, klass == nullptr || !klass->library ? 0 : env.mirror(*klass));
}

Done no_loader(NativeEnv&, Thread&, Word* args, const Method&) { return give(args, 0); }
// What the program sees; the library itself goes by the one loader there is, which is null.
Done loader_of(NativeEnv& env, Thread&, Word* args, const Method&) {
  const Class* klass = &self(env, args);
  while (klass->is_array()) klass = klass->element;
  return give(args, klass->library || klass->primitive ? 0 : env.app_loader);
}
Done system_loader(NativeEnv& env, Thread&, Word* args, const Method&) { return give(args, env.app_loader); }
Done context_loader(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const Ref set = env.at(args[0])->data()[env.field(java_thread, "contextClassLoader")];
  if (set != 0) return Done::declined;
  return give(args, thread.top().method->owner->library ? 0 : env.app_loader);
}
// Resources of the class path by waymark.internal.Resources.
Done resource(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  static constexpr std::string_view resources_class = "waymark/internal/Resources";
  const bool by_class = method.owner->name == "java/lang/Class";
  if (by_class && self(env, args).library) return Done::declined;
  Class* const resources = env.loader().find(resources_class);
  if (resources == nullptr) return env.unsupported(thread, "resources, without waymark-library.jar beside the binary");
  if (*(args + method.argument_words - 1) == 0) return env.throw_null(thread);
  if (const Done done = env.initialize(thread, *resources); done != Done::yes) return done;
  std::string name(method.name);
  if (name.starts_with("getSystem")) name.erase(3, 6);
  std::string descriptor(method.descriptor);
  if (by_class) descriptor.insert(1, "Ljava/lang/Class;");
  const std::uint32_t first = method.is_static() || by_class ? 0 : 1;
  return env.call(thread, method, *resources->declared(name, descriptor),
                  std::span<const Word>(args + first, method.argument_words - first));
}

// waymark.internal.Resources: what the class path has by a path. False: the run ends.
bool find_resources(NativeEnv& env, Thread& thread, Ref path, std::vector<Resource>& found) {
  const auto& find = env.settings().class_path_resources;
  if (!find || find(env.text(path), found)) return true;
  env.unsupported(thread, fmt::format("the resource {}: the class path has too many files, or this one may be the "
                                      "check's own; give the program's files a directory of their own",
                                      env.text(path)));
  return false;
}
// As lines.
Done resource_urls(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  std::vector<Resource> found;
  if (!find_resources(env, thread, args[0], found)) return Done::stopped;
  std::string urls;
  for (const Resource& it : found) urls += it.url + "\n";
  return give(args, env.intern(urls));
}
Done resource_bytes(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  std::vector<Resource> found;
  if (!find_resources(env, thread, args[0], found)) return Done::stopped;
  if (args[1] >= found.size()) return give(args, 0);
  return give_bytes(env, thread, args, found[args[1]].bytes);
}

Done cast(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const Class& klass = self(env, args);
  if (args[1] != 0 && !env.at(args[1])->klass->extends(&klass)) {
    return env.throw_new(thread, "java/lang/ClassCastException",
                         fmt::format("Cannot cast {} to {}", env.at(args[1])->klass->text(), klass.text()));
  }
  return give(args, args[1]);
}

// waymark.internal.Initialization: the parts of a whole initialisation, of a class that counts as in progress.
Done initialize_supers(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  return env.parts.initializer.initialize_supers(thread, self(env, args));
}
Done initialize_body(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  Class& klass = self(env, args);
  if (klass.initializer != nullptr && klass.initializer->native == nullptr) {
    return env.call(thread, method, *klass.initializer, {}, Frame::initializer);
  }
  env.memory().initialized(klass, Class::Init::yes, 0);
  return Done::yes;
}
Done initialization_failed(NativeEnv& env, Thread&, Word* args, const Method&) {
  env.memory().initialized(self(env, args), Class::Init::failed, 0);
  return Done::yes;
}

constexpr Served class_table[] = {
    {"waymark/internal/Initialization.supers", initialize_supers},
    {"waymark/internal/Initialization.body", initialize_body},
    {"waymark/internal/Initialization.failed", initialization_failed},
    {"java/lang/Class.isArray", is_array},
    {"java/lang/Class.isPrimitive", is_primitive},
    {"java/lang/Class.isInterface", is_interface},
    {"java/lang/Class.isHidden", is_hidden},
    {"java/lang/Class.isRecord0", is_record},
    {"java/lang/Class.isRecord", is_record},
    {"java/lang/Class.isInstance", is_instance},
    {"java/lang/Class.isAssignableFrom", is_assignable_from},
    {"java/lang/Class.getSuperclass", get_superclass},
    {"java/lang/Class.getModifiers", get_modifiers},
    {"java/lang/Class.getClassFileVersion0", class_file_version},
    {"java/lang/Class.initClassName", init_class_name},
    {"java/lang/Class.getName", get_name},
    {"java/lang/Class.getSimpleName", get_simple_name},
    {"java/lang/Class.getPrimitiveClass", get_primitive_class},
    {"java/lang/Class.desiredAssertionStatus", assertions},
    {"java/lang/Class.desiredAssertionStatus0", assertions},
    {"java/lang/Class.getSimpleBinaryName0", get_simple_binary_name},
    {"java/lang/Class.getDeclaringClass0", get_declaring_class},
    {"java/lang/Class.getEnclosingMethod0", get_enclosing_method},
    {"java/lang/Class.getNestHost0", get_nest_host},
    {"java/lang/Class.getInterfaces0", get_interfaces},
    {"java/lang/Class.getInterfaces()[Ljava/lang/Class;", get_interfaces},
    {"java/lang/Class.getEnumConstantsShared", enum_constants},
    {"java/lang/Class.forName0", for_name},
    {"java/lang/Class.forName(Ljava/lang/String;)Ljava/lang/Class;", for_name_simply},
    {"java/lang/Class.forName(Ljava/lang/Module;Ljava/lang/String;)Ljava/lang/Class;", for_name_in_module},
    {"java/lang/Class.getClassLoader", loader_of},
    {"java/lang/ClassLoader.getSystemClassLoader", system_loader},
    {"java/lang/Thread.getContextClassLoader", context_loader},
    {"java/lang/ClassLoader.getResource", resource},
    {"java/lang/ClassLoader.getResources", resource},
    {"java/lang/ClassLoader.resources", resource},
    {"java/lang/ClassLoader.getResourceAsStream", resource},
    {"java/lang/ClassLoader.getSystemResource", resource},
    {"java/lang/ClassLoader.getSystemResources", resource},
    {"java/lang/ClassLoader.getSystemResourceAsStream", resource},
    {"java/lang/Class.getResource", resource},
    {"java/lang/Class.getResourceAsStream", resource},
    {"waymark/internal/Resources.urls", resource_urls},
    {"waymark/internal/Resources.bytes", resource_bytes},
    {"java/lang/Class.getClassLoader0", no_loader},
    {"jdk/internal/loader/BootLoader.loadClassOrNull", boot_class},
    {"jdk/internal/loader/BootLoader.loadClass", boot_class},
    {"java/lang/ClassLoader.findBootstrapClass", boot_class},
    {"jdk/internal/access/SharedSecrets.ensureClassInitialized", initialize_class},
    {"java/lang/Class.cast", cast},
    {"java/lang/reflect/Array.newArray", new_array},
    {"java/lang/reflect/Array.getLength", array_length},
    {"java/lang/reflect/Array.get", array_access},
    {"java/lang/reflect/Array.getBoolean", array_access},
    {"java/lang/reflect/Array.getByte", array_access},
    {"java/lang/reflect/Array.getChar", array_access},
    {"java/lang/reflect/Array.getShort", array_access},
    {"java/lang/reflect/Array.getInt", array_access},
    {"java/lang/reflect/Array.getLong", array_access},
    {"java/lang/reflect/Array.getFloat", array_access},
    {"java/lang/reflect/Array.getDouble", array_access},
    {"java/lang/reflect/Array.set", array_access},
    {"java/lang/reflect/Array.setBoolean", array_access},
    {"java/lang/reflect/Array.setByte", array_access},
    {"java/lang/reflect/Array.setChar", array_access},
    {"java/lang/reflect/Array.setShort", array_access},
    {"java/lang/reflect/Array.setInt", array_access},
    {"java/lang/reflect/Array.setLong", array_access},
    {"java/lang/reflect/Array.setFloat", array_access},
    {"java/lang/reflect/Array.setDouble", array_access},
    {"jdk/internal/reflect/Reflection.getCallerClass", caller_class},
};

}  // namespace

std::span<const Served> class_natives() { return class_table; }

}  // namespace waymark::java
