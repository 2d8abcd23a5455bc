// Reflection: the members of a class as objects. They are made anew whenever they are asked for, so that no class keeps
// whether it was asked. Annotations are given as the bytes that stand in the class file; the library reads them.
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

// Below those that strings are made with. What is made at the same place is distinguished by its number.
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

// Bytes of a class file as a byte[]; null if there are none.
Ref raw(NativeEnv& env, Thread& thread, std::span<const std::uint8_t> bytes, std::uint32_t sub) {
  if (bytes.empty()) return 0;
  Object* array = env.allocate(thread, env.loader().need("[B"), static_cast<std::uint32_t>(bytes.size()), 40 + sub);
  if (array == nullptr) return 0;
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<std::uint8_t*>(array->data()));
  return array->place;
}

const Member* field_in_file(const Class& klass, const Field& field) {
  if (!klass.file) return nullptr;
  for (const Member& member : klass.file->fields) {
    if (member.name == field.name && member.descriptor == field.descriptor) return &member;
  }
  return nullptr;
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
  if (const Member* const member = field_in_file(klass, field); member != nullptr) {
    set("annotations", raw(env, thread, member->annotations, 1));
  }
  set("trustedFinal", klass.file && klass.file->is_record && field.is_final() && !field.is_static() ? 1 : 0);
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
  if (method.member != nullptr) {
    set("annotations", raw(env, thread, method.member->annotations, 1));
    set("parameterAnnotations", raw(env, thread, method.member->parameter_annotations, 2));
    if (!constructs) set("annotationDefault", raw(env, thread, method.member->annotation_default, 3));
  }
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
    set("annotations", raw(env, thread, component.annotations, 1));
    set("typeAnnotations", raw(env, thread, component.type_annotations, 2));
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
// What the program itself asks gets the JDK's answer.
Done exported(NativeEnv&, Thread& thread, Word* args, const Method& method) {
  const std::size_t depth = thread.frames.size();
  const bool asked = depth >= 2 && thread.frames[depth - 1].method->owner == method.owner &&
                     !thread.frames[depth - 2].method->owner->library;
  return asked ? Done::declined : give(args, 1);
}

// A class is not to remember what it was asked for.
Done not_kept(NativeEnv&, Thread&, Word* args, const Method&) { return give(args, 1); }

Done class_annotations(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Class& klass = *env.of_mirror(args[0]);
  if (!klass.file) return give(args, 0);
  const bool of_types = method.name == "getRawTypeAnnotations";
  return give(args, raw(env, thread, of_types ? klass.file->type_annotations : klass.file->annotations, 1));
}

// The class and the place in it of a Field, a Method or a Constructor.
struct MemberOf {
  Class* klass = nullptr;
  Word slot = 0;
};
MemberOf member_of(NativeEnv& env, Ref reflected) {
  const Object& object = *env.at(reflected);
  const auto get = [&](std::string_view name) { return object.data()[env.field(object.klass->name, name)]; };
  return {env.of_mirror(get("clazz")), get("slot")};
}

Done type_annotation_bytes(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const MemberOf of = member_of(env, args[0]);
  const bool is_field = env.at(args[0])->klass->name == field_class;
  const Member* const member =
      is_field ? field_in_file(*of.klass, of.klass->fields[of.slot]) : of.klass->methods[of.slot].member;
  return give(args, member == nullptr ? 0 : raw(env, thread, member->type_annotations, 1));
}

// Parameters as the class file names them; null if it does not.
Done parameters(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  static constexpr std::string_view parameter = "java/lang/reflect/Parameter";
  const MemberOf of = member_of(env, args[0]);
  const Member* const member = of.klass->methods[of.slot].member;
  if (member == nullptr || member->parameters.empty()) return give(args, 0);
  const Ref executable = args[0];
  return declared_all(env, thread, args, parameter, member->parameters.size(), [&](std::uint32_t index, Ref& made) {
    Object* object = env.allocate(thread, env.loader().need(parameter), 0, site_of(index));
    const auto set = [&](std::string_view name, Word value) { object->data()[env.field(parameter, name)] = value; };
    const auto [name, flags] = member->parameters[index];
    set("name", name == 0 ? 0 : env.intern(of.klass->file->utf8(name)));
    set("modifiers", flags);
    set("executable", executable);
    set("index", index);
    made = object->place;
    return true;
  });
}

// A class's constants, for the library's reader of annotations. The class file is not trusted.
Done constant_pool(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  static constexpr std::string_view pool = "jdk/internal/reflect/ConstantPool";
  if (const Done done = env.initialize(thread, env.loader().need(pool)); done != Done::yes) return done;
  Object* made = env.allocate(thread, env.loader().need(pool), 0, 1);
  made->data()[env.field(pool, "constantPoolOop")] = args[0];
  return give(args, made->place);
}
Done constant_at(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  // (this, the class, index)
  const Class* const klass = env.of_mirror(args[1]);
  const Word index = args[2];
  const std::string_view asked = method.name;
  const auto tag = [&] {
    if (asked == "getUTF8At0") return Tag::utf8;
    if (asked == "getIntAt0") return Tag::integer;
    if (asked == "getLongAt0") return Tag::long_;
    if (asked == "getFloatAt0") return Tag::float_;
    return Tag::double_;
  }();
  if (klass == nullptr || !klass->file || index >= klass->file->pool.size() || klass->file->pool[index].tag != tag) {
    return env.throw_new(thread, "java/lang/IllegalArgumentException", "Wrong type at constant pool index");
  }
  const Constant& constant = klass->file->pool[index];
  if (tag == Tag::utf8) return give(args, env.intern(constant.text));
  return is_wide(method.result) ? give_long(args, constant.bits) : give(args, static_cast<Word>(constant.bits));
}

// waymark.internal.Proxies.method(owner, name, descriptor): of a method that a proxy stands for.
Done proxied_method(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (const Done done = env.initialize(thread, env.loader().need(method_class)); done != Done::yes) return done;
  Class& owner = env.loader().need(env.text(args[0]));
  const std::string name = env.text(args[1]);
  const std::string descriptor = env.text(args[2]);
  for (std::uint32_t slot = 0; slot < owner.methods.size(); ++slot) {
    if (owner.methods[slot].name != name || owner.methods[slot].descriptor != descriptor) continue;
    const Ref made = reflect_method(env, thread, owner, slot);
    return made == 0 ? Done::thrown : give(args, made);
  }
  return env.unsupported(thread, fmt::format("a proxy's method {}.{}", owner.text(), name));
}

Done not_caller_sensitive(NativeEnv&, Thread&, Word* args, const Method&) { return give(args, 0); }

Done allowed(NativeEnv&, Thread&, Word*, const Method&) { return Done::yes; }

constexpr Served reflection_table[] = {
    {"waymark/internal/Proxies.method", proxied_method},
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
    {"java/lang/reflect/Executable.getTypeAnnotationBytes0", type_annotation_bytes},
    {"java/lang/reflect/Field.getTypeAnnotationBytes0", type_annotation_bytes},
    {"java/lang/reflect/Executable.getParameters0", parameters},
    {"java/lang/Class.getConstantPool", constant_pool},
    {"jdk/internal/reflect/ConstantPool.getUTF8At0", constant_at},
    {"jdk/internal/reflect/ConstantPool.getIntAt0", constant_at},
    {"jdk/internal/reflect/ConstantPool.getLongAt0", constant_at},
    {"jdk/internal/reflect/ConstantPool.getFloatAt0", constant_at},
    {"jdk/internal/reflect/ConstantPool.getDoubleAt0", constant_at},
    {"java/lang/reflect/AccessibleObject.checkCanSetAccessible(Ljava/lang/Class;Ljava/lang/Class;Z)Z", granted},
    {"jdk/internal/reflect/Reflection.getClassAccessFlags", class_access_flags},
    {"java/lang/Class.getClassAccessFlagsRaw0", class_access_flags},
    {"jdk/internal/reflect/Reflection.areNestMates", nest_mates},
    {"jdk/internal/reflect/Reflection.verifyModuleAccess", granted},
    {"jdk/internal/reflect/MethodHandleAccessorFactory.useNativeAccessor", granted},
    {"java/lang/Module.implIsExportedOrOpen", exported},
    {"java/lang/Module.canUse", granted},
    {"java/lang/Module.canRead", granted},
    {"jdk/internal/reflect/Reflection.isCallerSensitive", not_caller_sensitive},
    {"java/util/HashMap.comparableClassFor", comparable_class_for},
    {"java/util/concurrent/ConcurrentHashMap.comparableClassFor", comparable_class_for},
};

}  // namespace

std::span<const Served> reflection_natives() { return reflection_table; }

}  // namespace waymark::java
