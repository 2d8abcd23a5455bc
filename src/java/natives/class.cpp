// Natives of java.lang.Class and of reflection.
#include <fmt/format.h>

#include <algorithm>

#include "java/natives/boxes.hpp"
#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

Class& self(Vm& vm, const Word* args) { return *vm.of_mirror(args[0]); }

Done is_array(Vm& vm, Thread&, Word* args, const Method&) { return give_bool(args, self(vm, args).is_array()); }
Done is_primitive(Vm& vm, Thread&, Word* args, const Method&) { return give_bool(args, self(vm, args).primitive); }
Done is_interface(Vm& vm, Thread&, Word* args, const Method&) { return give_bool(args, self(vm, args).is_interface()); }
Done is_hidden(Vm&, Thread&, Word* args, const Method&) { return give(args, 0); }
Done is_record(Vm& vm, Thread&, Word* args, const Method&) {
  const Class& klass = self(vm, args);
  return give_bool(args, klass.file && klass.file->is_record);
}
Done is_instance(Vm& vm, Thread&, Word* args, const Method&) {
  return give_bool(args, args[1] != 0 && vm.at(args[1])->klass->extends(&self(vm, args)));
}
Done is_assignable_from(Vm& vm, Thread& thread, Word* args, const Method&) {
  if (args[1] == 0) return vm.throw_new(thread, "java/lang/NullPointerException", {}, false);
  const Class& other = *vm.of_mirror(args[1]);
  const Class& klass = self(vm, args);
  return give_bool(args, other.primitive || klass.primitive ? &other == &klass : other.extends(&klass));
}
Done get_superclass(Vm& vm, Thread&, Word* args, const Method&) {
  const Class& klass = self(vm, args);
  return give(args, klass.super == nullptr || klass.is_interface() ? 0 : vm.mirror(*klass.super));
}
Done get_modifiers(Vm& vm, Thread&, Word* args, const Method&) {
  const Class& klass = self(vm, args);
  std::uint16_t flags = klass.access;
  if (klass.file) {
    for (const InnerClass& inner : klass.file->inner_classes) {
      if (inner.inner == klass.name) flags = inner.access;
    }
  }
  return give(args, flags & 0x7FFFu & ~std::uint32_t{access::is_synchronized});
}
Done init_class_name(Vm& vm, Thread&, Word* args, const Method&) {
  Class& klass = self(vm, args);
  std::string name = klass.name;
  std::replace(name.begin(), name.end(), '/', '.');
  const Ref text = vm.intern(name);
  vm.write_ref(*vm.at(args[0]), vm.field("java/lang/Class", "name"), text);
  return give(args, text);
}
// Served so that no class keeps whether its name was asked for.
Done get_name(Vm& vm, Thread&, Word* args, const Method&) {
  std::string name = self(vm, args).name;
  std::replace(name.begin(), name.end(), '/', '.');
  return give(args, vm.intern(name));
}
Done get_primitive_class(Vm& vm, Thread& thread, Word* args, const Method&) {
  const std::string name = vm.text(args[0]);
  static constexpr Kind kinds[] = {Kind::boolean_, Kind::char_, Kind::float_, Kind::double_, Kind::byte_,
                                   Kind::short_,   Kind::int_,  Kind::long_,  Kind::void_};
  for (const Kind kind : kinds) {
    Class& klass = vm.loader().primitive(kind);
    if (klass.name == name) return give(args, vm.mirror(klass));
  }
  return vm.unsupported(thread, "an unknown primitive class " + name);
}
Done assertions(Vm& vm, Thread&, Word* args, const Method&) {
  const Class& klass = self(vm, args);
  return give_bool(args, !klass.library && vm.settings().assertions);
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
Done get_simple_name(Vm& vm, Thread&, Word* args, const Method&) {
  return give(args, vm.intern(simple_name(self(vm, args))));
}
Done get_simple_binary_name(Vm& vm, Thread&, Word* args, const Method&) {
  const InnerClass* inner = inner_entry(self(vm, args));
  return give(args, inner == nullptr || inner->name.empty() ? 0 : vm.intern(inner->name));
}
Done get_declaring_class(Vm& vm, Thread&, Word* args, const Method&) {
  const InnerClass* inner = inner_entry(self(vm, args));
  if (inner == nullptr || inner->outer.empty()) return give(args, 0);
  Class* outer = vm.loader().find(inner->outer);
  return give(args, outer == nullptr ? 0 : vm.mirror(*outer));
}
Done get_enclosing_method(Vm& vm, Thread& thread, Word* args, const Method&) {
  const Class& klass = self(vm, args);
  if (!klass.file || klass.file->enclosing_class.empty()) return give(args, 0);
  Class* outer = vm.loader().find(klass.file->enclosing_class);
  if (outer == nullptr) return give(args, 0);
  Object* array = vm.allocate(thread, vm.loader().need("[Ljava/lang/Object;"), 3);
  array->data()[0] = vm.mirror(*outer);
  return give(args, array->place);
}
Done get_nest_host(Vm& vm, Thread&, Word* args, const Method&) {
  const Class& klass = self(vm, args);
  if (!klass.file || klass.file->nest_host.empty()) return Done::yes;
  Class* host = vm.loader().find(klass.file->nest_host);
  return host == nullptr ? Done::yes : give(args, vm.mirror(*host));
}
Done get_interfaces(Vm& vm, Thread& thread, Word* args, const Method&) {
  Class& klass = self(vm, args);
  Object* array =
      vm.allocate(thread, vm.loader().need("[Ljava/lang/Class;"), static_cast<std::uint32_t>(klass.interfaces.size()));
  for (std::size_t i = 0; i < klass.interfaces.size(); ++i) array->data()[i] = vm.mirror(*klass.interfaces[i]);
  return give(args, array->place);
}

Done enum_constants(Vm& vm, Thread& thread, Word* args, const Method& method) {
  Class& klass = self(vm, args);
  if ((klass.access & access::is_enum) == 0 || klass.super == nullptr || klass.super->name != "java/lang/Enum") {
    return give(args, 0);
  }
  if (const Done done = initialized(vm, thread, klass); done != Done::yes) return done;
  Method* values = klass.declared("values", fmt::format("()[L{};", klass.name));
  if (values == nullptr) return give(args, 0);
  return vm.call(thread, method, *values, {});
}

Done for_name(Vm& vm, Thread& thread, Word* args, const Method&) {
  std::string name = vm.text(args[0]);
  std::replace(name.begin(), name.end(), '.', '/');
  Class* klass = nullptr;
  try {
    klass = vm.loader().find(name);
  } catch (const BadClass& bad) {
    return vm.unsupported(thread, bad.what());
  }
  if (klass == nullptr) return vm.throw_new(thread, "java/lang/ClassNotFoundException", vm.text(args[0]));
  if (args[1] != 0) {
    if (const Done done = initialized(vm, thread, *klass); done != Done::yes) return done;
  }
  return give(args, vm.mirror(*klass));
}
Done for_name_simply(Vm& vm, Thread& thread, Word* args, const Method& method) {
  const Word name = args[0];
  Word both[2] = {name, 1};
  const Done done = for_name(vm, thread, both, method);
  if (done == Done::yes) args[0] = both[0];
  return done;
}

// forName(Module, String): null if there is none, and nothing is initialised.
Done for_name_in_module(Vm& vm, Thread& thread, Word* args, const Method&) {
  if (args[0] == 0 || args[1] == 0) return vm.throw_new(thread, null_pointer_exception, {}, false);
  std::string name = vm.text(args[1]);
  std::replace(name.begin(), name.end(), '.', '/');
  try {
    Class* klass = vm.loader().find(name);
    return give(args, klass == nullptr ? 0 : vm.mirror(*klass));
  } catch (const BadClass& bad) {
    return vm.unsupported(thread, bad.what());
  }
}

Done new_array(Vm& vm, Thread& thread, Word* args, const Method&) {
  if (args[0] == 0) return vm.throw_new(thread, "java/lang/NullPointerException", {}, false);
  const auto length = static_cast<std::int32_t>(args[1]);
  if (length < 0) return vm.throw_new(thread, "java/lang/NegativeArraySizeException", fmt::format("{}", length));
  Class& element = *vm.of_mirror(args[0]);
  if (element.primitive && element.kind == Kind::void_)
    return vm.throw_new(thread, "java/lang/IllegalArgumentException", {}, false);
  Object* array = vm.allocate(thread, vm.loader().array_of(element), static_cast<std::uint32_t>(length));
  return array == nullptr ? Done::thrown : give(args, array->place);
}

Done array_length(Vm& vm, Thread& thread, Word* args, const Method&) {
  if (args[0] == 0) return vm.throw_new(thread, "java/lang/NullPointerException", {}, false);
  const Object& array = *vm.at(args[0]);
  if (!array.klass->is_array())
    return vm.throw_new(thread, "java/lang/IllegalArgumentException", "Argument is not an array");
  return give(args, array.length);
}

// Array.get, getInt and so on: an element as a value of the wanted kind, which it may be widened to. With a lock-free
// array that others reach, the access is one that they could notice.
Done array_access(Vm& vm, Thread& thread, Word* args, const Method& method) {
  if (args[0] == 0) return vm.throw_new(thread, null_pointer_exception, {}, false);
  Object& array = *vm.at(args[0]);
  if (!array.klass->is_array()) {
    return vm.throw_new(thread, "java/lang/IllegalArgumentException", "Argument is not an array");
  }
  if (args[1] >= array.length) {
    return vm.throw_new(thread, "java/lang/ArrayIndexOutOfBoundsException", {}, false);
  }
  const bool writes = method.name[0] == 's';
  const Kind kind = array.klass->element_kind;
  Vm::Location location;
  location.object = &array;
  location.kind = kind;
  location.offset = args[1] << element_shift(kind);
  location.bytes = reinterpret_cast<std::uint8_t*>(array.data()) + location.offset;
  location.raw = true;
  if (!vm.passes(thread, location, writes ? Pending::What::write : Pending::What::read, false)) return Done::stopped;
  if (writes) {
    const Kind given = method.arguments.back();
    Word words[2] = {args[2], 0};
    if (given == Kind::ref && kind == Kind::ref) {
      if (args[2] != 0 && !vm.at(args[2])->klass->extends(array.klass->element)) {
        return vm.throw_new(thread, "java/lang/IllegalArgumentException", "array element type mismatch");
      }
    } else {
      const Word* value = args + 2;
      Kind from = given;
      if (given == Kind::ref && (args[2] == 0 || !unboxed(vm, args[2], from, value))) from = Kind::void_;
      if (!widen(from, kind, value, words)) {
        return vm.throw_new(thread, "java/lang/IllegalArgumentException", "argument type mismatch");
      }
    }
    vm.store(location, get64(words));
    return Done::yes;
  }
  const std::uint64_t bits = vm.load(location);
  Word words[2];
  put64(words, bits);
  if (method.result == Kind::ref) {
    if (kind == Kind::ref) return give(args, words[0]);
    return vm.call(thread, method, *vm.boxing_method(kind), std::span<const Word>(words, words_of(kind)));
  }
  Word out[2] = {0, 0};
  if (!widen(kind, method.result, words, out)) {
    return vm.throw_new(thread, "java/lang/IllegalArgumentException",
                        kind == Kind::ref ? "Argument is not an array of primitive type" : "argument type mismatch");
  }
  std::copy(out, out + words_of(method.result), args);
  return Done::yes;
}

Done caller_class(Vm& vm, Thread& thread, Word* args, const Method&) {
  // The caller of the method that asks.
  const std::size_t depth = thread.frames.size();
  return give(args, depth < 2 ? 0 : vm.mirror(*thread.frames[depth - 2].method->owner));
}

Done initialize_class(Vm& vm, Thread& thread, Word* args, const Method&) {
  return initialized(vm, thread, self(vm, args));
}

Done no_loader(Vm&, Thread&, Word* args, const Method&) { return give(args, 0); }

Done cast(Vm& vm, Thread& thread, Word* args, const Method&) {
  const Class& klass = self(vm, args);
  if (args[1] != 0 && !vm.at(args[1])->klass->extends(&klass)) {
    return vm.throw_new(thread, "java/lang/ClassCastException",
                        fmt::format("Cannot cast {} to {}", vm.at(args[1])->klass->text(), klass.text()));
  }
  return give(args, args[1]);
}

constexpr Served class_table[] = {
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
    {"java/lang/Class.getClassLoader", no_loader},
    {"java/lang/Class.getClassLoader0", no_loader},
    {"java/lang/ClassLoader.getPlatformClassLoader", no_loader},
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
