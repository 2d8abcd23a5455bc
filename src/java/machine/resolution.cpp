#include "java/machine/resolution.hpp"

#include <fmt/format.h>

namespace waymark::java {

Class* Resolver::find_class(Thread& thread, Class& from, std::uint32_t index) {
  Resolved& constant = from.pool[index];
  if (constant.klass != nullptr) return constant.klass;
  const std::string_view name = from.file->class_name(static_cast<std::uint16_t>(index));
  try {
    Class* klass = objects_.loader().find(name);
    if (klass == nullptr) {
      exceptions_.throw_missing(thread, name);
      return nullptr;
    }
    constant.klass = klass;
    constant.done = true;
    return klass;
  } catch (const MissingClass& missing) {
    exceptions_.throw_missing(thread, missing.name);
  } catch (const BadClass& bad) {
    exceptions_.unsupported(thread, bad.what());
  }
  return nullptr;
}

bool Resolver::find_field(Thread& thread, Class& from, std::uint32_t index, bool is_static, Resolved& out) {
  const ClassFile& file = *from.file;
  const Constant& constant = file.pool[index];
  Class* klass = find_class(thread, from, constant.a);
  if (klass == nullptr) return false;
  const Constant& both = file.pool[constant.b];
  Field* found = Loader::find_field(*klass, file.utf8(both.a), file.utf8(both.b));
  if (found == nullptr) {
    exceptions_.throw_new(thread, "java/lang/NoSuchFieldError", file.utf8(both.a));
    return false;
  }
  if (found->is_static() != is_static) {
    exceptions_.throw_new(thread, "java/lang/IncompatibleClassChangeError", fmt::format("field {}", found->name));
    return false;
  }
  out.field = found;
  out.done = true;
  return true;
}

bool Resolver::find_method(Thread& thread, Class& from, std::uint32_t index, Resolved& out) {
  const ClassFile& file = *from.file;
  const Constant& constant = file.pool[index];
  Class* klass = find_class(thread, from, constant.a);
  if (klass == nullptr) return false;
  const Constant& both = file.pool[constant.b];
  Method* found = Loader::find_method(*klass, file.utf8(both.a), file.utf8(both.b));
  if (found == nullptr) {
    exceptions_.throw_new(thread, "java/lang/NoSuchMethodError",
                          fmt::format("{}.{}{}", klass->text(), file.utf8(both.a), file.utf8(both.b)));
    return false;
  }
  out.method = found;
  out.done = true;
  return true;
}

bool Resolver::load_constant(Thread& thread, Class& from, std::uint32_t index, Ref& out) {
  const Constant& constant = from.file->pool[index];
  switch (constant.tag) {
    case Tag::string:
      out = objects_.intern(from.file->utf8(constant.a));
      return true;
    case Tag::class_: {
      Class* klass = find_class(thread, from, index);
      if (klass == nullptr) return false;
      out = objects_.mirror(*klass);
      return true;
    }
    default:
      exceptions_.unsupported(thread, "a constant that is made by a method handle (condy, MethodHandle or MethodType)");
      return false;
  }
}

}  // namespace waymark::java
