#include "promela/machine.hpp"

#include "promela/syntax/fold.hpp"

namespace waymark::promela {

namespace {

// A shift by less than 0 or more than 31 bits shifts everything out, which C leaves undefined.
std::int32_t shift_left(std::int32_t value, std::int32_t by) { return compute(BinaryOp::shl, value, by).value_or(0); }
std::int32_t shift_right(std::int32_t value, std::int32_t by) {
  return compute(BinaryOp::shr, value, by).value_or(value < 0 ? -1 : 0);
}

}  // namespace

// The cases of instructions that differ only in the cell they read or write, or in the operator.
#define WAYMARK_EACH_CELL(family) \
  family(u8, std::uint8_t) family(u16, std::uint16_t) family(s16, std::int16_t) family(s32, std::int32_t)
#define WAYMARK_LOAD(kind, type)               \
  case Op::global_##kind:                      \
    *sp++ = state.get<type>(c);                \
    break;                                     \
  case Op::local_##kind:                       \
    *sp++ = state.get<type>(context.base + c); \
    break;
#define WAYMARK_FETCH(kind, type)                                                         \
  case Op::fetch_##kind:                                                                  \
    sp[-1] = sp[-1] >= nowhere ? 0 : state.get<type>(static_cast<std::uint32_t>(sp[-1])); \
    break;
#define WAYMARK_ASSIGN(kind, type)                                                                            \
  case Op::assign_##kind:                                                                                     \
    sp -= 2;                                                                                                  \
    if (!errors_.any()) {                                                                                     \
      state.set(static_cast<std::uint32_t>(sp[0]), static_cast<type>(static_cast<std::uint32_t>(sp[1]) & c)); \
    }                                                                                                         \
    break;
#define WAYMARK_BINARY(name)                                 \
  case Op::name:                                             \
    --sp;                                                    \
    sp[-1] = *compute(operator_of(Op::name), sp[-1], sp[0]); \
    break;
// The same with a number that stands in this instruction; the operator is the next one.
#define WAYMARK_WITH_NUMBER(name)                                    \
  case Op::name##_number:                                            \
    sp[-1] = *compute(operator_of(Op::name), sp[-1], instruction.c); \
    ++code;                                                          \
    break;
#define WAYMARK_UNARY(name, result) \
  case Op::name: {                  \
    const std::int32_t x = sp[-1];  \
    sp[-1] = result;                \
    break;                          \
  }

std::int32_t* Machine::run(const Instruction* code, const Context& context, std::int32_t* sp) {
  model::FlatState& state = state_.flat();
  for (;; ++code) {
    const Instruction& instruction = *code;
    const auto c = static_cast<std::uint32_t>(instruction.c);
    switch (instruction.fused) {
      case Op::ret:
        return sp;
      case Op::jump:
        code += instruction.c;
        break;
      case Op::jump_if_zero:
        if (*--sp == 0) code += instruction.c;
        break;
      case Op::push:
      case Op::global_address:
        *sp++ = instruction.c;
        break;
      case Op::local_address:
        *sp++ = static_cast<std::int32_t>(context.base + c);
        break;
      case Op::index:
        --sp;
        if (static_cast<std::uint32_t>(sp[0]) >= c) {
          errors_.fault(Fault::bounds);
        } else {
          sp[-1] += sp[0] * instruction.b;
        }
        break;
        WAYMARK_EACH_CELL(WAYMARK_LOAD)
        WAYMARK_EACH_CELL(WAYMARK_FETCH)
        WAYMARK_EACH_CELL(WAYMARK_ASSIGN)
      case Op::drop:
        --sp;
        break;
        WAYMARK_BINARY(add)
        WAYMARK_BINARY(subtract)
        WAYMARK_BINARY(multiply)
        WAYMARK_BINARY(bit_and)
        WAYMARK_BINARY(bit_or)
        WAYMARK_BINARY(bit_xor)
        WAYMARK_BINARY(equal)
        WAYMARK_BINARY(not_equal)
        WAYMARK_BINARY(less)
        WAYMARK_BINARY(less_equal)
        WAYMARK_BINARY(greater)
        WAYMARK_BINARY(greater_equal)
      case Op::divide:
      case Op::modulo:
        --sp;
        if (sp[0] == 0) {
          errors_.fault(Fault::division);
        } else {
          sp[-1] = *compute(operator_of(instruction.op), sp[-1], sp[0]);
        }
        break;
      case Op::shift_left:
        --sp;
        sp[-1] = shift_left(sp[-1], sp[0]);
        break;
      case Op::shift_right:
        --sp;
        sp[-1] = shift_right(sp[-1], sp[0]);
        break;
        WAYMARK_WITH_NUMBER(add)
        WAYMARK_WITH_NUMBER(subtract)
        WAYMARK_WITH_NUMBER(multiply)
        WAYMARK_WITH_NUMBER(divide)
        WAYMARK_WITH_NUMBER(modulo)
        WAYMARK_WITH_NUMBER(bit_and)
        WAYMARK_WITH_NUMBER(bit_or)
        WAYMARK_WITH_NUMBER(bit_xor)
        WAYMARK_WITH_NUMBER(equal)
        WAYMARK_WITH_NUMBER(not_equal)
        WAYMARK_WITH_NUMBER(less)
        WAYMARK_WITH_NUMBER(less_equal)
        WAYMARK_WITH_NUMBER(greater)
        WAYMARK_WITH_NUMBER(greater_equal)
      case Op::shift_left_number:
        sp[-1] = shift_left(sp[-1], instruction.c);
        ++code;
        break;
      case Op::shift_right_number:
        sp[-1] = shift_right(sp[-1], instruction.c);
        ++code;
        break;
        WAYMARK_UNARY(negate, compute(UnaryOp::negate, x))
        WAYMARK_UNARY(complement, compute(UnaryOp::complement, x))
        WAYMARK_UNARY(logical_not, compute(UnaryOp::logical_not, x))
        WAYMARK_UNARY(truth, x != 0)
      case Op::pid:
        *sp++ = static_cast<std::int32_t>(context.pid);
        break;
      default:
        sp = system_.run(instruction, context, sp);
        break;
    }
  }
}

}  // namespace waymark::promela
