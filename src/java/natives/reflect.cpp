// Reflection: the members of a class as objects. They are made anew whenever they are asked for, so that no class keeps
// whether it was asked. Annotations are not supported: asking an element that has some ends the check.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

constexpr std::string_view field_class = "java/lang/reflect/Field";
constexpr std::string_view method_class = "java/lang/reflect/Method";
constexpr std::string_view constructor_class = "java/lang/reflect/Constructor";
constexpr std::string_view component_class = "java/lang/reflect/RecordComponent";

// Below those that strings are made with. What is made at the same place is told apart by its number.
std::uint32_t site_of(std::uint32_t slot) { return std::min(slot + 1, 30u); }

// False: an exception is pending.
bool type_of(NativeEnv& env, Thread& thread, std::string_view descriptor, Ref& mirror) {
  Class* type = env.loader().of_descriptor(descriptor);
  if (type == nullptr) {
    static_cast<void>(env.throw_new(thread, "java/lang/NoClassDefFoundError", descriptor));
    return false;
  }
  mirror = env.mirror(*type);
  return true;
}

bool class_array(NativeEnv& env, Thread& thread, const std::vector<std::string>& descriptors, std::uint32_t sub,
                 Ref& out) {
  Object* array = env.allocate(thread, env.loader().need("[Ljava/lang/Class;"),
                               static_cast<std::uint32_t>(descriptors.size()), sub);
  out = array->place;
  for (std::size_t i = 0; i < descriptors.size(); ++i) {
    Ref mirror = 0;
    if (!type_of(env, thread, descriptors[i], mirror)) return false;
    array->data()[i] = mirror;
  }
  return true;
}

// A java.lang.reflect.Field; 0 if an exception is pending. The slot is the field's place in its class.
Ref reflect(NativeEnv& env, Thread& thread, Class& klass, std::uint32_t slot) {
  const Field& field = klass.fields[slot];
  Ref type = 0;
  if (!type_of(env, thread, field.descriptor, type)) return 0;
  Object* object = env.allocate(thread, env.loader().need(field_class), 0, site_of(slot));
  const auto set = [&](std::string_view name, Word value) { object->data()[env.field(field_class, name)] = value; };
  set("clazz", env.mirror(klass));
  set("slot", slot);
  set("name", env.intern(field.name));
  set("type", type);
  set("modifiers", field.access);
  set("signature", field.signature.empty() ? 0 : env.intern(field.signature));
  return object->place;
}

// A java.lang.reflect.Method or Constructor; 0 if an exception is pending. The slot is the method's place in its class.
Ref reflect_method(NativeEnv& env, Thread& thread, Class& klass, std::uint32_t slot) {
  const Method& method = klass.methods[slot];
  const bool constructs = method.name == "<init>";
  const std::string_view reflected = constructs ? constructor_class : method_class;
  std::vector<std::string> parameters;
  std::size_t at = 1;
  while (method.descriptor[at] != ')') {
    const std::size_t length = descriptor_length(method.descriptor.substr(at));
    parameters.emplace_back(method.descriptor.substr(at, length));
    at += length;
  }
  std::vector<std::string> thrown;
  if (method.member != nullptr) {
    for (const std::string_view name : method.member->throws) thrown.push_back(fmt::format("L{};", name));
  }
  Ref parameter_types = 0;
  Ref exception_types = 0;
  Ref result = 0;
  if (!class_array(env, thread, parameters, 31, parameter_types)) return 0;
  if (!class_array(env, thread, thrown, 32, exception_types)) return 0;
  if (!constructs && !type_of(env, thread, method.descriptor.substr(at + 1), result)) return 0;
  Object* object = env.allocate(thread, env.loader().need(reflected), 0, site_of(slot));
  const auto set = [&](std::string_view name, Word value) { object->data()[env.field(reflected, name)] = value; };
  set("clazz", env.mirror(klass));
  set("slot", slot);
  set("parameterTypes", parameter_types);
  set("exceptionTypes", exception_types);
  set("modifiers", method.access);
  const std::string_view signature = method.member == nullptr ? std::string_view{} : method.member->signature;
  set("signature", signature.empty() ? 0 : env.intern(signature));
  if (constructs) return object->place;
  set("name", env.intern(method.name));
  set("returnType", result);
  return object->place;
}

// The class of the objects has to be initialised before there are any.
template <typename Wanted>
Done declared_all(NativeEnv& env, Thread& thread, Word* args, std::string_view reflected, std::size_t count,
                  Wanted make) {
  if (const Done done = env.initialize(thread, env.loader().need(reflected)); done != Done::yes) return done;
  std::vector<Ref> made;
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    Ref member = 0;
    if (!make(slot, member)) return Done::thrown;
    if (member != 0) made.push_back(member);
  }
  Object* all = env.allocate(thread, env.loader().need(fmt::format("[L{};", reflected)),
                             static_cast<std::uint32_t>(made.size()), 33);
  std::copy(made.begin(), made.end(), all->data());
  return give(args, all->place);
}

// For its own methods the library asks with publicOnly, args[1].
bool left_out(std::uint16_t flags, const Word* args) { return args[1] != 0 && (flags & access::is_public) == 0; }

Done all_fields(NativeEnv& env, Thread& thread, Word* args, bool public_only) {
  Class& klass = *env.of_mirror(args[0]);
  const Word only[2] = {0, public_only ? 1u : 0u};
  return declared_all(env, thread, args, field_class, klass.fields.size(), [&](std::uint32_t slot, Ref& made) {
    if (left_out(klass.fields[slot].access, only)) return true;
    made = reflect(env, thread, klass, slot);
    return made != 0;
  });
}
Done declared_fields(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  return all_fields(env, thread, args, false);
}
Done declared_fields0(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  return all_fields(env, thread, args, args[1] != 0);
}

Done declared_methods(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  Class& klass = *env.of_mirror(args[0]);
  const bool constructors = method.name == "getDeclaredConstructors0";
  return declared_all(env, thread, args, constructors ? constructor_class : method_class, klass.methods.size(),
                      [&](std::uint32_t slot, Ref& made) {
                        const Method& it = klass.methods[slot];
                        if (it.name == "<clinit>" || (it.name == "<init>") != constructors) return true;
                        if (left_out(it.access, args)) return true;
                        made = reflect_method(env, thread, klass, slot);
                        return made != 0;
                      });
}

Done record_components(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  Class& klass = *env.of_mirror(args[0]);
  if (!klass.file) return give(args, 0);
  const auto& components = klass.file->components;
  return declared_all(env, thread, args, component_class, components.size(), [&](std::uint32_t slot, Ref& made) {
    const Member& component = components[slot];
    Ref type = 0;
    if (!type_of(env, thread, component.descriptor, type)) return false;
    Ref accessor = 0;
    const std::string descriptor = fmt::format("(){}", component.descriptor);
    for (std::uint32_t i = 0; i < klass.methods.size(); ++i) {
      if (klass.methods[i].name != component.name || klass.methods[i].descriptor != descriptor) continue;
      accessor = reflect_method(env, thread, klass, i);
      if (accessor == 0) return false;
    }
    Object* object = env.allocate(thread, env.loader().need(component_class), 0, site_of(slot));
    const auto set = [&](std::string_view name, Word value) {
      object->data()[env.field(component_class, name)] = value;
    };
    set("clazz", env.mirror(klass));
    set("name", env.intern(component.name));
    set("type", type);
    set("accessor", accessor);
    set("signature", component.signature.empty() ? 0 : env.intern(component.signature));
    made = object->place;
    return true;
  });
}

Done declared_classes(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  Class& klass = *env.of_mirror(args[0]);
  std::vector<std::string> inside;
  if (klass.file) {
    for (const InnerClass& inner : klass.file->inner_classes) {
      if (inner.outer == klass.name) inside.push_back(fmt::format("L{};", inner.inner));
    }
  }
  Ref all = 0;
  if (!class_array(env, thread, inside, 31, all)) return Done::thrown;
  return give(args, all);
}

Done declared_field(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[1] == 0) return env.throw_null(thread);
  Class& klass = *env.of_mirror(args[0]);
  const std::string name = env.text(args[1]);
  for (std::uint32_t slot = 0; slot < klass.fields.size(); ++slot) {
    if (klass.fields[slot].name != name) continue;
    const Ref field = reflect(env, thread, klass, slot);
    return field == 0 ? Done::thrown : give(args, field);
  }
  return env.throw_new(thread, "java/lang/NoSuchFieldException", name);
}

// HashMap and its kin order the entries of a crowded bucket by compareTo, if a class implements Comparable of itself.
Done comparable_class_for(NativeEnv& env, Thread&, Word* args, const Method&) {
  if (args[0] == 0) return give(args, 0);
  Class& klass = *env.at(args[0])->klass;
  const bool itself = klass.name == "java/lang/String" ||
                      (klass.file && klass.file->signature.find(fmt::format("Ljava/lang/Comparable<L{};>;",
                                                                            klass.name)) != std::string_view::npos);
  return give(args, itself ? env.mirror(klass) : 0);
}

Done generic_signature(NativeEnv& env, Thread&, Word* args, const Method&) {
  const Class& klass = *env.of_mirror(args[0]);
  return give(args, !klass.file || klass.file->signature.empty() ? 0 : env.intern(klass.file->signature));
}

Done class_access_flags(NativeEnv& env, Thread&, Word* args, const Method&) {
  return give(args, env.of_mirror(args[0])->access);
}

// Nest mates may use each other's private members.
Done nest_mates(NativeEnv& env, Thread&, Word* args, const Method&) {
  const auto host = [&](Ref mirror) -> std::string_view {
    const Class& klass = *env.of_mirror(mirror);
    return klass.file && !klass.file->nest_host.empty() ? klass.file->nest_host : std::string_view(klass.name);
  };
  return give_bool(args, host(args[0]) == host(args[1]));
}

// There are no modules here: all of a package is open to all.
Done granted(NativeEnv&, Thread&, Word* args, const Method&) { return give(args, 1); }

// A class is not to remember what it was asked for.
Done not_kept(NativeEnv&, Thread&, Word* args, const Method&) { return give(args, 1); }

Done refuse_annotations(NativeEnv& env, Thread& thread, const std::string& of) {
  return env.unsupported(thread, fmt::format("the annotations of {}", of));
}
Done class_annotations(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const Class& klass = *env.of_mirror(args[0]);
  return klass.file && klass.file->annotated ? refuse_annotations(env, thread, klass.text()) : give(args, 0);
}
// declaredAnnotations() of a Field, a Method or a Constructor.
Done member_annotations(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Object& object = *env.at(args[0]);
  const auto get = [&](std::string_view name) { return object.data()[env.field(object.klass->name, name)]; };
  const Class& klass = *env.of_mirror(get("clazz"));
  const std::size_t slot = get("slot");
  const bool is_field = object.klass->name == field_class;
  const auto& members = is_field ? klass.file->fields : klass.file->methods;
  const std::string_view name = is_field ? klass.fields[slot].name : klass.methods[slot].name;
  const std::string_view descriptor = is_field ? klass.fields[slot].descriptor : klass.methods[slot].descriptor;
  for (const Member& member : members) {
    if (member.name == name && member.descriptor == descriptor && member.annotated) {
      return refuse_annotations(env, thread, fmt::format("{}.{}", klass.text(), name));
    }
  }
  Method* none = env.loader().need("java/util/Collections").declared("emptyMap", "()Ljava/util/Map;");
  return env.call(thread, method, *none, {});
}

Done not_caller_sensitive(NativeEnv&, Thread&, Word* args, const Method&) { return give(args, 0); }

Done allowed(NativeEnv&, Thread&, Word*, const Method&) { return Done::yes; }

constexpr Served reflection_table[] = {
    {"jdk/internal/reflect/Reflection.ensureMemberAccess", allowed},
    {"java/lang/Class.getDeclaredFields", declared_fields},
    {"java/lang/Class.getDeclaredField", declared_field},
    {"java/lang/Class.getDeclaredFields0", declared_fields0},
    {"java/lang/Class.getDeclaredMethods0", declared_methods},
    {"java/lang/Class.getDeclaredConstructors0", declared_methods},
    {"java/lang/Class.getDeclaredClasses0", declared_classes},
    {"java/lang/Class.getRecordComponents0", record_components},
    {"java/lang/Class.getGenericSignature0", generic_signature},
    {"java/lang/Class.getRawAnnotations", class_annotations},
    {"java/lang/Class.getRawTypeAnnotations", class_annotations},
    {"java/lang/Class$Atomic.casReflectionData", not_kept},
    {"java/lang/Class$Atomic.casAnnotationType", not_kept},
    {"java/lang/Class$Atomic.casAnnotationData", not_kept},
    {"java/lang/reflect/Executable.declaredAnnotations", member_annotations},
    {"java/lang/reflect/Field.declaredAnnotations", member_annotations},
    {"java/lang/reflect/AccessibleObject.checkCanSetAccessible(Ljava/lang/Class;Ljava/lang/Class;Z)Z", granted},
    {"jdk/internal/reflect/Reflection.getClassAccessFlags", class_access_flags},
    {"jdk/internal/reflect/Reflection.areNestMates", nest_mates},
    {"jdk/internal/reflect/Reflection.verifyModuleAccess", granted},
    {"java/lang/Module.implIsExportedOrOpen", granted},
    {"java/lang/Module.canUse", granted},
    {"java/lang/Module.canRead", granted},
    {"jdk/internal/reflect/Reflection.isCallerSensitive", not_caller_sensitive},
    {"java/util/HashMap.comparableClassFor", comparable_class_for},
    {"java/util/concurrent/ConcurrentHashMap.comparableClassFor", comparable_class_for},
};

}  // namespace

std::span<const Served> reflection_natives() { return reflection_table; }

}  // namespace waymark::java
