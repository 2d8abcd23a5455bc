// Reflection, as far as the library itself and ordinary programs need it: the fields of a class, and which class an
// object can be compared with.
#include <fmt/format.h>

#include <algorithm>

#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

constexpr std::string_view field_class = "java/lang/reflect/Field";

// A java.lang.reflect.Field; 0 if an exception is pending. The slot is the field's place in its class.
Ref reflect(Vm& vm, Thread& thread, Class& klass, std::uint32_t slot) {
  const Field& field = klass.fields[slot];
  Class* type = vm.loader().of_descriptor(field.descriptor);
  if (type == nullptr) {
    static_cast<void>(vm.throw_new(thread, "java/lang/NoClassDefFoundError", field.descriptor));
    return 0;
  }
  Object* object = vm.allocate(thread, vm.loader().need(field_class), 0, slot + 1);
  const auto set = [&](std::string_view name, Word value) { object->data()[vm.field(field_class, name)] = value; };
  set("clazz", vm.mirror(klass));
  set("slot", slot);
  set("name", vm.intern(field.name));
  set("type", vm.mirror(*type));
  set("modifiers", field.access);
  set("signature", field.signature.empty() ? 0 : vm.intern(field.signature));
  return object->place;
}

// Made anew each time, so that no class keeps whether it was asked.
Done declared_fields(Vm& vm, Thread& thread, Word* args, const Method&) {
  Class& klass = *vm.of_mirror(args[0]);
  const auto count = static_cast<std::uint32_t>(klass.fields.size());
  Object* all = vm.allocate(thread, vm.loader().need("[Ljava/lang/reflect/Field;"), count);
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    const Ref field = reflect(vm, thread, klass, slot);
    if (field == 0) return Done::thrown;
    all->data()[slot] = field;
  }
  return give(args, all->place);
}

Done declared_field(Vm& vm, Thread& thread, Word* args, const Method&) {
  if (args[1] == 0) return vm.throw_new(thread, "java/lang/NullPointerException", {}, false);
  Class& klass = *vm.of_mirror(args[0]);
  const std::string name = vm.text(args[1]);
  for (std::uint32_t slot = 0; slot < klass.fields.size(); ++slot) {
    if (klass.fields[slot].name != name) continue;
    const Ref field = reflect(vm, thread, klass, slot);
    return field == 0 ? Done::thrown : give(args, field);
  }
  return vm.throw_new(thread, "java/lang/NoSuchFieldException", name);
}

// HashMap and its kin order the entries of a crowded bucket by compareTo, if a class implements Comparable of itself.
Done comparable_class_for(Vm& vm, Thread&, Word* args, const Method&) {
  if (args[0] == 0) return give(args, 0);
  Class& klass = *vm.at(args[0])->klass;
  const bool itself = klass.name == "java/lang/String" ||
                      (klass.file && klass.file->signature.find(fmt::format("Ljava/lang/Comparable<L{};>;",
                                                                            klass.name)) != std::string_view::npos);
  return give(args, itself ? vm.mirror(klass) : 0);
}

Done allowed(Vm&, Thread&, Word*, const Method&) { return Done::yes; }

constexpr Served reflection_table[] = {
    {"jdk/internal/reflect/Reflection.ensureMemberAccess", allowed},
    {"java/lang/Class.getDeclaredFields", declared_fields},
    {"java/lang/Class.getDeclaredField", declared_field},
    {"java/util/HashMap.comparableClassFor", comparable_class_for},
    {"java/util/concurrent/ConcurrentHashMap.comparableClassFor", comparable_class_for},
};

}  // namespace

std::span<const Served> reflection_natives() { return reflection_table; }

}  // namespace waymark::java
