// What the constants of a class stand for.
#include <fmt/format.h>

#include "java/machine/vm.hpp"

namespace waymark::java {

Class* Vm::resolve_class(Thread& thread, Class& from, std::uint32_t index) {
  Resolved& constant = from.pool[index];
  if (constant.klass != nullptr) return constant.klass;
  const std::string_view name = from.file->class_name(static_cast<std::uint16_t>(index));
  try {
    Class* klass = loader_.find(name);
    if (klass == nullptr) {
      throw_new(thread, "java/lang/NoClassDefFoundError", name);
      return nullptr;
    }
    constant.klass = klass;
    constant.done = true;
    return klass;
  } catch (const BadClass& bad) {
    unsupported(thread, bad.what());
    return nullptr;
  }
}

bool Vm::resolve_field(Thread& thread, Class& from, std::uint32_t index, bool is_static, Resolved*& out) {
  const ClassFile& file = *from.file;
  const Constant& constant = file.pool[index];
  Class* klass = resolve_class(thread, from, constant.a);
  if (klass == nullptr) return false;
  const Constant& both = file.pool[constant.b];
  Field* found = Loader::find_field(*klass, file.utf8(both.a), file.utf8(both.b));
  if (found == nullptr) {
    throw_new(thread, "java/lang/NoSuchFieldError", file.utf8(both.a));
    return false;
  }
  if (found->is_static() != is_static) {
    throw_new(thread, "java/lang/IncompatibleClassChangeError", fmt::format("field {}", found->name));
    return false;
  }
  out->field = found;
  out->done = true;
  return true;
}

bool Vm::resolve_method(Thread& thread, Class& from, std::uint32_t index, Resolved*& out) {
  const ClassFile& file = *from.file;
  const Constant& constant = file.pool[index];
  Class* klass = resolve_class(thread, from, constant.a);
  if (klass == nullptr) return false;
  const Constant& both = file.pool[constant.b];
  Method* found = Loader::find_method(*klass, file.utf8(both.a), file.utf8(both.b));
  if (found == nullptr) {
    throw_new(thread, "java/lang/NoSuchMethodError",
              fmt::format("{}.{}{}", klass->text(), file.utf8(both.a), file.utf8(both.b)));
    return false;
  }
  out->method = found;
  out->done = true;
  return true;
}

bool Vm::load_constant(Thread& thread, Class& from, std::uint32_t index, Ref& out) {
  const Constant& constant = from.file->pool[index];
  switch (constant.tag) {
    case Tag::string:
      out = intern(from.file->utf8(constant.a));
      return true;
    case Tag::class_: {
      Class* klass = resolve_class(thread, from, index);
      if (klass == nullptr) return false;
      out = mirror(*klass);
      return true;
    }
    default:
      unsupported(thread, "a constant that is made by a method handle (condy, MethodHandle or MethodType)");
      return false;
  }
}

}  // namespace waymark::java
