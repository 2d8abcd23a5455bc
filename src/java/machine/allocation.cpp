// Instructions that make objects and arrays.
#include <fmt/format.h>

#include <algorithm>

#include "java/classfile/opcodes.hpp"
#include "java/machine/interpreter.hpp"
#include "java/machine/values.hpp"

namespace waymark::java {

Done Interpreter::make_object(Thread& thread, Method& method, Insn insn, const Word* stack, Ref& made) {
  Class* klass = nullptr;
  if (insn.op == op_newarray) {
    static constexpr Kind kinds[] = {Kind::boolean_, Kind::char_,  Kind::float_, Kind::double_,
                                     Kind::byte_,    Kind::short_, Kind::int_,   Kind::long_};
    klass = &parts_.loader.primitive(kinds[insn.n - 4]);
  } else {
    klass = parts_.resolver.find_class(thread, *method.owner, static_cast<std::uint32_t>(insn.k));
    if (klass == nullptr) return exceptions_.failed();
  }
  if (insn.op == op_new) {
    if (klass->is_interface() || klass->is_abstract()) {
      return exceptions_.throw_new(thread, "java/lang/InstantiationError", klass->text());
    }
    if (klass->init != Class::Init::yes) {
      const Done done = parts_.initializer.initialize(thread, *klass);
      if (done != Done::yes) return done;
    }
    if (!scheduler_.probing()) made = exceptions_.allocate(thread, *klass)->place;
    return Done::yes;
  }
  std::int32_t counts[256];
  const std::uint32_t dimensions = insn.op == op_multianewarray ? insn.n : 1u;
  for (std::uint32_t i = 0; i < dimensions; ++i) {
    counts[i] = as_int(*(stack - dimensions + i));
    if (counts[i] >= 0) continue;
    return exceptions_.throw_new(thread, "java/lang/NegativeArraySizeException", fmt::format("{}", counts[i]));
  }
  if (insn.op == op_multianewarray) {
    made = make_multi(thread, *klass, counts, dimensions, 0);
  } else if (Object* array =
                 exceptions_.allocate(thread, parts_.loader.array_of(*klass), static_cast<std::uint32_t>(counts[0]))) {
    made = array->place;
  }
  return made == 0 ? Done::thrown : Done::yes;
}

Ref Interpreter::make_multi(Thread& thread, Class& klass, const std::int32_t* counts, std::uint32_t dimensions,
                            std::uint32_t sub) {
  Object* array = exceptions_.allocate(thread, klass, static_cast<std::uint32_t>(counts[0]), sub);
  if (array == nullptr) return 0;
  const Ref ref = array->place;
  if (dimensions > 1) {
    for (std::int32_t i = 0; i < counts[0]; ++i) {
      const Ref part = make_multi(thread, *klass.element, counts + 1, dimensions - 1, std::min(sub + 1, 30u));
      if (part == 0) return 0;
      memory_.at(ref)->data()[i] = part;
    }
  }
  return ref;
}

}  // namespace waymark::java
