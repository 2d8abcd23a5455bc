#include "java/link/prepare.hpp"

#include <fmt/format.h>

#include "java/link/code.hpp"

namespace waymark::java {

void bad_code(const Method& method, std::size_t offset, const std::string& why) {
  throw BadClass(
      fmt::format("{}, method {}{}, offset {}: {}", method.owner->name, method.name, method.descriptor, offset, why));
}

void prepare(Method& method) {
  method.max_locals = method.member->code->max_locals;
  method.max_stack = method.member->code->max_stack;
  if (method.argument_words > method.max_locals) {
    bad_code(method, 0, "the arguments have no room in the local variables");
  }
  decode(method);
  find_live(method, follow_kinds(method));
  if (method.owner->library) forget_spins(method);
  if (!method.owner->library) method.branched.assign(method.code.size(), 0);
  method.prepared = true;
}

}  // namespace waymark::java
