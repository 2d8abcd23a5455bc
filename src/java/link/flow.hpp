// Where control goes from one instruction to the next.
#pragma once

#include <cstddef>
#include <cstdint>

#include "java/classfile/opcodes.hpp"
#include "java/link/klass.hpp"

namespace waymark::java {

// Whether it names a place to go to.
inline bool branches(std::uint16_t op) {
  return (op >= op_ifeq && op <= op_jsr) || op == op_ifnull || op == op_ifnonnull;
}

// Calls visit with the index of each instruction that may follow, exceptions left aside. To where a ret returns is not
// known from it alone: nothing is visited. What follows a last instruction may lie behind the end.
template <typename Visit>
void successors(const Method& method, std::size_t at, Visit visit) {
  const Insn& insn = method.code[at];
  switch (insn.op) {
    case op_ireturn:
    case op_lreturn:
    case op_freturn:
    case op_dreturn:
    case op_areturn:
    case op_return:
    case op_athrow:
    case op_ret:
      return;
    case op_goto:
    case op_jsr:
      return visit(insn.k);
    case op_tableswitch:
    case op_lookupswitch: {
      const Switch& table = method.switches[static_cast<std::size_t>(insn.k)];
      visit(table.otherwise);
      for (const std::int32_t to : table.targets) visit(to);
      return;
    }
    default:
      if (branches(insn.op)) visit(insn.k);
      visit(static_cast<std::int32_t>(at) + 1);
  }
}

}  // namespace waymark::java
