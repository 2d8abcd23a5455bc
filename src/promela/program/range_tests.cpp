#include "promela/program/range_tests.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace waymark::promela {

namespace {

constexpr std::int64_t least_value = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t greatest_value = std::numeric_limits<std::int32_t>::max();

// The values for which a comparison holds, or does not, as least and greatest; nothing if they are no range.
struct Range {
  std::int64_t least = 0;
  std::int64_t greatest = 0;
  bool without = false;
};
std::optional<Range> range_of(Op comparison, std::int64_t with) {
  switch (comparison) {
    case Op::equal:
      return Range{with, with, false};
    case Op::not_equal:
      return Range{with, with, true};
    case Op::less:
      return Range{with, greatest_value, true};
    case Op::less_equal:
      return Range{least_value, with, false};
    case Op::greater:
      return Range{least_value, with, true};
    case Op::greater_equal:
      return Range{with, greatest_value, false};
    default:
      return std::nullopt;
  }
}

RangeTest range_test(const Instruction* code) {
  const Opcode& load = opcode(code->op);
  if (load.family != Family::load) return {};
  RangeTest test{.is_local = load.reads == Reads::local,
                 .kind = load.cell,
                 .offset = static_cast<std::uint32_t>(code->c),
                 .mask = ~std::uint32_t{0}};
  ++code;
  if (code->op == Op::push && code[1].op == Op::bit_and) {
    test.mask = static_cast<std::uint32_t>(code->c);
    code += 2;
  }
  std::optional<Range> range;
  if (code->op == Op::push) {
    range = range_of(code[1].op, code->c);
    code += 2;
  } else if (code->op == Op::logical_not) {
    range = range_of(Op::equal, 0);
    ++code;
  } else {
    range = range_of(Op::not_equal, 0);
  }
  if (!range || code->op != Op::ret) return {};
  test.known = true;
  test.without = range->without;
  test.least = static_cast<std::uint32_t>(range->least);
  test.span = static_cast<std::uint32_t>(range->greatest - range->least);
  return test;
}

// Nothing in it can be at fault. Patterns of polls, pieces of their own, lie within it behind a jump over them.
bool is_sound(const Instruction* code) {
  for (const Instruction* end = code; code < end || code->op != Op::ret; ++code) {
    switch (opcode(code->op).family) {
      case Family::control:
        if (code->op != Op::ret) end = std::max(end, code + 1 + code->c);
        break;
      case Family::constant:
      case Family::load:
      case Family::bits:
      case Family::comparison:
      case Family::unary:
      case Family::own_pid:
      case Family::timeout:
        break;
      case Family::arithmetic:
        if (code->op == Op::divide || code->op == Op::modulo) return false;
        break;
      default:
        return false;
    }
  }
  return true;
}

}  // namespace

void find_range_tests(Program& program) {
  for (TransitionInfo& transition : program.transitions) {
    if (transition.kind != TransitionKind::condition) continue;
    transition.test = range_test(&program.code[transition.code]);
    transition.sound = is_sound(&program.code[transition.code]);
  }
  for (const ProcessType& type : program.types) {
    for (std::uint32_t s = type.first_state; s < type.first_state + type.state_count; ++s) {
      const ControlState& state = program.states[s];
      for (std::uint32_t i = state.first; i < state.first + state.count; ++i) {
        TransitionInfo& transition = program.transitions[i];
        if (transition.kind != TransitionKind::dstep) continue;
        const ControlState& start = program.states[type.first_state + transition.operand];
        if (start.count == 1) transition.test = program.transitions[start.first].test;
      }
    }
  }
}

}  // namespace waymark::promela
