// The instructions of the stack machine behind expressions and effects, one row each: what an instruction takes from
// the stack and leaves there, what of the state it reads and writes, and what its operands mean. The coder bounds the
// stack by this table, and the abstract interpreter of partial order reduction runs by it; machine.cpp executes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "promela/program/cell.hpp"
#include "promela/syntax/ast.hpp"

namespace waymark::promela {

enum class Op : std::uint8_t {
  ret,  // the end of a piece of code
  jump,
  jump_if_zero,  // value →
  push,          // → c
  // Variables at fixed places. Those of one kind stand in the order of Cell::Kind, here and below.
  global_u8,
  global_u16,
  global_s16,
  global_s32,
  local_u8,
  local_u16,
  local_s16,
  local_s32,
  // Variables at computed places. An address is a byte offset in the state, or `nowhere`.
  global_address,
  local_address,
  remote_address,  // pid → address, or nowhere if there is no such process
  index,           // address, i → address + i * b
  fetch_u8,        // address → value; nowhere gives 0
  fetch_u16,
  fetch_s16,
  fetch_s32,
  assign_u8,  // address, value →
  assign_u16,
  assign_s16,
  assign_s32,
  hidden_read,  // a variable that must have been written in this step
  hidden_write,
  drop,  // value →
  // In the order of BinaryOp.
  add,
  subtract,
  multiply,
  divide,
  modulo,
  shift_left,
  shift_right,
  bit_and,
  bit_or,
  bit_xor,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  negate,
  complement,
  logical_not,
  truth,  // value → 0 or 1
  // What only the whole system knows.
  pid,
  process_count,
  first_of_type,  // → pid, as for a remote reference without index
  last,
  own_priority,
  timeout,
  enabled,        // pid → 0 or 1
  control_state,  // pid → pc_value
  at_label,       // pid → 0 or 1
  get_priority,   // pid → priority
  set_priority,   // pid, priority →
  // In the order of ChannelTest.
  channel_length,
  channel_full,
  channel_empty,
  channel_not_full,
  channel_not_empty,
  poll,    // → 0 or 1
  run,     // arguments → pid
  verify,  // value → ; 0 fails the assertion
  print,   // arguments →
  // Only the machine knows these: a push and the operator behind it as one, in the order of BinaryOp.
  add_number,
  subtract_number,
  multiply_number,
  divide_number,
  modulo_number,
  shift_left_number,
  shift_right_number,
  bit_and_number,
  bit_or_number,
  bit_xor_number,
  equal_number,
  not_equal_number,
  less_number,
  less_equal_number,
  greater_number,
  greater_equal_number,
};

// Instructions whose result is made in the same way.
enum class Family : std::uint8_t {
  control,
  constant,
  load,
  address,
  remote,
  index,
  fetch,
  assign,
  arithmetic,
  bits,
  comparison,
  unary,
  own_pid,
  timeout,
  system,  // an answer that depends on more than variables
  test,    // of a channel: 0 or 1; one of its ends can make it true, the other false
  poll,
  run,
  effect,  // leaves nothing, and says nothing about variables
};

// What of the state is read beside the operands.
enum class Reads : std::uint8_t {
  nothing,
  global,     // the variable at c
  local,      // the variable of the process at c
  variable,   // the one whose address is popped
  hidden,     // whether hidden variable c was written in this step
  processes,  // which processes there are
  label,      // the same, and whether one of type b stands in control state c
  channel,    // the one whose number is popped
  one_end,    // the same, but only the end that can change the answer
  pattern,    // the channel of receive c, and what that looks at
  everything,
};

enum class Writes : std::uint8_t {
  nothing,
  variable,  // the one whose address is popped
  hidden,    // that hidden variable c was written in this step
  process,   // starts one
  everything,
};

// What the operand c means, and with it b.
enum class Operand : std::uint8_t {
  none,
  number,
  distance,  // of a jump, forward from the next instruction
  offset,    // in bytes: from the start of the globals, or of the process
  remote,    // the same, in a process of type b
  bound,     // of an index into elements of b bytes
  mask,      // what an assignment keeps
  hidden,    // into Program::hidden
  type,      // of process
  label,     // a control state of type b
  receive,   // into Program::receives
  run,       // into Program::runs
  text,      // into Program::texts
  print,     // into Program::prints
};

constexpr std::int8_t counted = -1;  // as many as its RunTarget or PrintTarget says

struct Opcode {
  Op op;
  Family family;
  std::int8_t pops;
  std::int8_t pushes;
  Operand operand = Operand::none;
  Reads reads = Reads::nothing;
  Writes writes = Writes::nothing;
  Cell::Kind cell = Cell::Kind::u8;  // of a load, fetch, assign
};

// clang-format off
inline constexpr auto opcodes = std::to_array<Opcode>({
    {Op::ret,               Family::control,    0, 0},
    {Op::jump,              Family::control,    0, 0, Operand::distance},
    {Op::jump_if_zero,      Family::control,    1, 0, Operand::distance},
    {Op::push,              Family::constant,   0, 1, Operand::number},
    {Op::global_u8,         Family::load,       0, 1, Operand::offset, Reads::global, Writes::nothing, Cell::Kind::u8},
    {Op::global_u16,        Family::load,       0, 1, Operand::offset, Reads::global, Writes::nothing, Cell::Kind::u16},
    {Op::global_s16,        Family::load,       0, 1, Operand::offset, Reads::global, Writes::nothing, Cell::Kind::s16},
    {Op::global_s32,        Family::load,       0, 1, Operand::offset, Reads::global, Writes::nothing, Cell::Kind::s32},
    {Op::local_u8,          Family::load,       0, 1, Operand::offset, Reads::local, Writes::nothing, Cell::Kind::u8},
    {Op::local_u16,         Family::load,       0, 1, Operand::offset, Reads::local, Writes::nothing, Cell::Kind::u16},
    {Op::local_s16,         Family::load,       0, 1, Operand::offset, Reads::local, Writes::nothing, Cell::Kind::s16},
    {Op::local_s32,         Family::load,       0, 1, Operand::offset, Reads::local, Writes::nothing, Cell::Kind::s32},
    {Op::global_address,    Family::address,    0, 1, Operand::offset},
    {Op::local_address,     Family::address,    0, 1, Operand::offset},
    {Op::remote_address,    Family::remote,     1, 1, Operand::remote},
    {Op::index,             Family::index,      2, 1, Operand::bound},
    {Op::fetch_u8,          Family::fetch,      1, 1, Operand::none, Reads::variable, Writes::nothing, Cell::Kind::u8},
    {Op::fetch_u16,         Family::fetch,      1, 1, Operand::none, Reads::variable, Writes::nothing, Cell::Kind::u16},
    {Op::fetch_s16,         Family::fetch,      1, 1, Operand::none, Reads::variable, Writes::nothing, Cell::Kind::s16},
    {Op::fetch_s32,         Family::fetch,      1, 1, Operand::none, Reads::variable, Writes::nothing, Cell::Kind::s32},
    {Op::assign_u8,         Family::assign,     2, 0, Operand::mask, Reads::nothing, Writes::variable, Cell::Kind::u8},
    {Op::assign_u16,        Family::assign,     2, 0, Operand::mask, Reads::nothing, Writes::variable, Cell::Kind::u16},
    {Op::assign_s16,        Family::assign,     2, 0, Operand::mask, Reads::nothing, Writes::variable, Cell::Kind::s16},
    {Op::assign_s32,        Family::assign,     2, 0, Operand::mask, Reads::nothing, Writes::variable, Cell::Kind::s32},
    {Op::hidden_read,       Family::effect,     0, 0, Operand::hidden, Reads::hidden},
    {Op::hidden_write,      Family::effect,     0, 0, Operand::hidden, Reads::nothing, Writes::hidden},
    {Op::drop,              Family::effect,     1, 0},
    {Op::add,               Family::arithmetic, 2, 1},
    {Op::subtract,          Family::arithmetic, 2, 1},
    {Op::multiply,          Family::arithmetic, 2, 1},
    {Op::divide,            Family::arithmetic, 2, 1},
    {Op::modulo,            Family::arithmetic, 2, 1},
    {Op::shift_left,        Family::bits,       2, 1},
    {Op::shift_right,       Family::bits,       2, 1},
    {Op::bit_and,           Family::bits,       2, 1},
    {Op::bit_or,            Family::bits,       2, 1},
    {Op::bit_xor,           Family::bits,       2, 1},
    {Op::equal,             Family::comparison, 2, 1},
    {Op::not_equal,         Family::comparison, 2, 1},
    {Op::less,              Family::comparison, 2, 1},
    {Op::less_equal,        Family::comparison, 2, 1},
    {Op::greater,           Family::comparison, 2, 1},
    {Op::greater_equal,     Family::comparison, 2, 1},
    {Op::negate,            Family::unary,      1, 1},
    {Op::complement,        Family::unary,      1, 1},
    {Op::logical_not,       Family::unary,      1, 1},
    {Op::truth,             Family::unary,      1, 1},
    {Op::pid,               Family::own_pid,    0, 1},
    {Op::process_count,     Family::system,     0, 1, Operand::none, Reads::processes},
    {Op::first_of_type,     Family::system,     0, 1, Operand::type, Reads::processes},
    {Op::last,              Family::system,     0, 1, Operand::none, Reads::everything},
    {Op::own_priority,      Family::system,     0, 1, Operand::none, Reads::everything},
    {Op::timeout,           Family::timeout,    0, 1},
    {Op::enabled,           Family::system,     1, 1, Operand::none, Reads::everything},
    {Op::control_state,     Family::system,     1, 1, Operand::none, Reads::everything},
    {Op::at_label,          Family::system,     1, 1, Operand::label, Reads::label},
    {Op::get_priority,      Family::system,     1, 1, Operand::none, Reads::everything},
    {Op::set_priority,      Family::effect,     2, 0, Operand::none, Reads::everything, Writes::everything},
    {Op::channel_length,    Family::system,     1, 1, Operand::none, Reads::channel},
    {Op::channel_full,      Family::test,       1, 1, Operand::none, Reads::one_end},
    {Op::channel_empty,     Family::test,       1, 1, Operand::none, Reads::one_end},
    {Op::channel_not_full,  Family::test,       1, 1, Operand::none, Reads::one_end},
    {Op::channel_not_empty, Family::test,       1, 1, Operand::none, Reads::one_end},
    {Op::poll,              Family::poll,       0, 1, Operand::receive, Reads::pattern},
    {Op::run,               Family::run,        counted, 1, Operand::run, Reads::nothing, Writes::process},
    {Op::verify,            Family::effect,     1, 0, Operand::text},
    {Op::print,             Family::effect,     counted, 0, Operand::print},
});
// clang-format on

[[nodiscard]] constexpr const Opcode& opcode(Op op) { return opcodes[static_cast<std::size_t>(op)]; }

// The instruction for a kind of cell, given the one for bytes.
[[nodiscard]] constexpr Op with_cell(Op for_u8, Cell::Kind kind) {
  return static_cast<Op>(static_cast<std::uint8_t>(for_u8) + static_cast<std::uint8_t>(kind));
}
[[nodiscard]] constexpr Op op_of(BinaryOp op) {
  return static_cast<Op>(static_cast<std::uint8_t>(Op::add) + static_cast<std::uint8_t>(op));
}
[[nodiscard]] constexpr BinaryOp operator_of(Op op) {
  return static_cast<BinaryOp>(static_cast<std::uint8_t>(op) - static_cast<std::uint8_t>(Op::add));
}
// The instruction that does what a push and this operator do.
[[nodiscard]] constexpr Op with_number(Op op) {
  return static_cast<Op>(static_cast<std::uint8_t>(Op::add_number) + static_cast<std::uint8_t>(op) -
                         static_cast<std::uint8_t>(Op::add));
}
[[nodiscard]] constexpr Op op_of(ChannelTest test) {
  return static_cast<Op>(static_cast<std::uint8_t>(Op::channel_length) + static_cast<std::uint8_t>(test));
}

namespace opcode_checks {

constexpr bool rows_are_in_order() {
  for (std::size_t i = 0; i < opcodes.size(); ++i) {
    if (opcodes[i].op != static_cast<Op>(i)) return false;
  }
  return opcodes.back().op == Op::print;
}
constexpr bool cells_are_in_order() {
  for (const Op first : {Op::global_u8, Op::local_u8, Op::fetch_u8, Op::assign_u8}) {
    for (const auto kind : {Cell::Kind::u8, Cell::Kind::u16, Cell::Kind::s16, Cell::Kind::s32}) {
      if (opcode(with_cell(first, kind)).cell != kind) return false;
      if (opcode(with_cell(first, kind)).family != opcode(first).family) return false;
    }
  }
  return true;
}
static_assert(rows_are_in_order());
static_assert(cells_are_in_order());
static_assert(op_of(BinaryOp::div) == Op::divide && op_of(BinaryOp::shl) == Op::shift_left);
static_assert(op_of(BinaryOp::bit_xor) == Op::bit_xor && op_of(BinaryOp::ge) == Op::greater_equal);
static_assert(op_of(ChannelTest::nempty) == Op::channel_not_empty);
static_assert(with_number(Op::shift_left) == Op::shift_left_number &&
              with_number(Op::greater_equal) == Op::greater_equal_number);

}  // namespace opcode_checks

struct Instruction {
  Op op = Op::ret;
  // As the machine executes it: the same, or together with those behind it. These stay in place, for jumps to them and
  // for readers of code.
  Op fused = Op::ret;
  std::uint16_t b = 0;
  std::int32_t c = 0;
};

constexpr std::int32_t deepest_stack = 500;  // of any piece of code

using Code = std::uint32_t;  // where it starts in Program::code; 0 is an empty piece

}  // namespace waymark::promela
