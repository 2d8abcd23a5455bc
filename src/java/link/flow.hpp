// Where control goes from one instruction to the next.
#pragma once

#include <cstddef>
#include <cstdint>

#include "java/classfile/opcodes.hpp"
#include "java/link/klass.hpp"

namespace waymark::java {

// Whether it names a place to go to.
inline bool branches(std::uint16_t op) {
  const Flow flow = opcodes[op].flow;
  return flow == Flow::branch || flow == Flow::jump || flow == Flow::subroutine;
}

// Calls visit with the index of each instruction that may follow, exceptions left aside. To where a ret returns is not
// known from it alone: nothing is visited. What follows a last instruction may lie behind the end.
template <typename Visit>
void successors(const Method& method, std::size_t at, const Visit& visit) {
  const Insn& insn = method.code[at];
  switch (opcodes[insn.op].flow) {
    case Flow::branch:
      visit(insn.k);
      [[fallthrough]];
    case Flow::next:
      return visit(static_cast<std::int32_t>(at) + 1);
    case Flow::jump:
    case Flow::subroutine:
      return visit(insn.k);
    case Flow::select: {
      const Switch& table = method.switches[static_cast<std::size_t>(insn.k)];
      visit(table.otherwise);
      for (const std::int32_t to : table.targets) visit(to);
      return;
    }
    case Flow::subreturn:
    case Flow::leave:
      return;
  }
}

// Calls visit with the first instruction of each exception handler that the one at `at` may lead to.
template <typename Visit>
void handlers(const Method& method, std::size_t at, const Visit& visit) {
  const auto here = static_cast<std::int32_t>(at);
  for (const Catch& entry : method.catches) {
    if (here >= entry.begin && here < entry.end) visit(entry.target);
  }
}

}  // namespace waymark::java
