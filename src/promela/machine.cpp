// The stack machine behind expressions and effects (program/opcodes.hpp says what each instruction does).
#include <algorithm>

#include "base/check.hpp"
#include "promela/executor.hpp"
#include "promela/syntax/fold.hpp"

namespace waymark::promela {

namespace {

// A shift by less than 0 or more than 31 bits shifts everything out, which C leaves undefined.
std::int32_t shift_left(std::int32_t value, std::int32_t by) { return compute(BinaryOp::shl, value, by).value_or(0); }
std::int32_t shift_right(std::int32_t value, std::int32_t by) {
  return compute(BinaryOp::shr, value, by).value_or(value < 0 ? -1 : 0);
}

}  // namespace

void Executor::assign(std::uint32_t address, Cell cell, std::int32_t value) {
  const std::uint32_t kept = static_cast<std::uint32_t>(value) & cell.mask;
  switch (cell.kind) {
    case Cell::Kind::u8:
      state_.set(address, static_cast<std::uint8_t>(kept));
      break;
    case Cell::Kind::u16:
    case Cell::Kind::s16:
      state_.set(address, static_cast<std::uint16_t>(kept));
      break;
    case Cell::Kind::s32:
      state_.set(address, kept);
      break;
  }
}

// The cases of instructions that differ only in the cell they read or write, or in the operator.
#define WAYMARK_EACH_CELL(family) \
  family(u8, std::uint8_t) family(u16, std::uint16_t) family(s16, std::int16_t) family(s32, std::int32_t)
#define WAYMARK_LOAD(kind, type)                \
  case Op::global_##kind:                       \
    *sp++ = state_.get<type>(c);                \
    break;                                      \
  case Op::local_##kind:                        \
    *sp++ = state_.get<type>(context.base + c); \
    break;
#define WAYMARK_FETCH(kind, type)                                                          \
  case Op::fetch_##kind:                                                                   \
    sp[-1] = sp[-1] >= nowhere ? 0 : state_.get<type>(static_cast<std::uint32_t>(sp[-1])); \
    break;
#define WAYMARK_ASSIGN(kind, type)                                                                             \
  case Op::assign_##kind:                                                                                      \
    sp -= 2;                                                                                                   \
    if (fault_ == Fault::none) {                                                                               \
      state_.set(static_cast<std::uint32_t>(sp[0]), static_cast<type>(static_cast<std::uint32_t>(sp[1]) & c)); \
    }                                                                                                          \
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

std::int32_t* Executor::run(const Instruction* code, const Context& context, std::int32_t* sp) {
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
          fault(Fault::bounds);
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
          fault(Fault::division);
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
        sp = run_system(instruction, context, sp);
        break;
    }
  }
}

// The rarer instructions, which look beyond the process that executes.
std::int32_t* Executor::run_system(const Instruction& instruction, const Context& context, std::int32_t* sp) {
  const auto c = static_cast<std::size_t>(instruction.c);
  switch (instruction.op) {
    case Op::remote_address:
    case Op::control_state:
    case Op::at_label:
    case Op::get_priority:
      sp[-1] = ask_process(instruction, sp[-1]);
      break;
    case Op::hidden_read:
      if (state_.get<std::uint8_t>(program_->hidden[c].flag) == 0) fault(Fault::hidden);
      break;
    case Op::hidden_write:
      state_.set(program_->hidden[c].flag, std::uint8_t{1});
      break;
    case Op::process_count:
      *sp++ = static_cast<std::int32_t>(processes_.size());
      break;
    case Op::first_of_type:
      *sp++ = first_of_type(static_cast<std::uint32_t>(c));
      break;
    case Op::last:
      *sp++ = state_.get<std::uint8_t>(Registers::last);
      break;
    case Op::own_priority:
      *sp++ = state_.get<std::uint8_t>(context.base + ProcessHeader::priority);
      break;
    case Op::timeout:
      *sp++ = timeout_;
      break;
    case Op::enabled:
      sp[-1] = has_enabled(sp[-1], context.pid);
      break;
    case Op::set_priority:
      sp -= 2;
      set_priority(sp[0], sp[1]);
      break;
    case Op::channel_length:
    case Op::channel_full:
    case Op::channel_not_full:
    case Op::channel_empty:
    case Op::channel_not_empty:
      sp[-1] = ask_channel(instruction.op, sp[-1], context);
      break;
    case Op::poll:
      *sp++ = poll(program_->receives[c], context);
      break;
    case Op::run: {
      const RunTarget& target = program_->runs[c];
      sp -= target.arguments;
      *sp = start_process(target.type, target.priority, {sp, target.arguments});
      ++sp;
      break;
    }
    case Op::verify:
      if (*--sp == 0 && fault_ == Fault::none) {
        const Position& at = program_->actions[current_->action].at;
        const std::vector<std::uint32_t>& presuming = program_->specification->presuming;
        if (std::find(presuming.begin(), presuming.end(), at.file) != presuming.end()) {
          fault_ = Fault::presumption;
        } else {
          fail("assertion", "assertion violated: " + program_->texts[c], location(at));
        }
      }
      break;
    case Op::print:
      sp -= program_->prints[c].arguments;
      if (explanation_ != nullptr) print(program_->prints[c], sp);
      break;
    default:
      CHECK(false && "an instruction of the machine");
  }
  return sp;
}

std::int32_t Executor::first_of_type(std::uint32_t type) const {
  std::size_t pid = 0;
  while (pid < processes_.size() && processes_[pid].type != type) ++pid;
  return static_cast<std::int32_t>(pid);
}

const Executor::Process* Executor::find_process(std::int32_t pid) const {
  return pid >= 0 && static_cast<std::size_t>(pid) < processes_.size() ? &processes_[static_cast<std::size_t>(pid)]
                                                                       : nullptr;
}

// There may be no such process.
std::int32_t Executor::ask_process(const Instruction& instruction, std::int32_t pid) const {
  const Process* process = find_process(pid);
  switch (instruction.op) {
    case Op::remote_address:
      return process != nullptr && process->type == instruction.b
                 ? static_cast<std::int32_t>(process->base) + instruction.c
                 : nowhere;
    case Op::control_state:
      return process == nullptr ? 0 : static_cast<std::int32_t>(process_state(*process));
    case Op::at_label:
      return process != nullptr && process->type == instruction.b &&
             process_state(*process) == static_cast<std::uint32_t>(instruction.c);
    default:
      CHECK(instruction.op == Op::get_priority);
      return process == nullptr ? 0 : state_.get<std::uint8_t>(process->base + ProcessHeader::priority);
  }
}

void Executor::set_priority(std::int32_t pid, std::int32_t priority) {
  const Process* process = find_process(pid);
  if (process == nullptr) return;
  if (priority < 1 || priority > 255) {
    fault(Fault::priority);
    return;
  }
  state_.set(process->base + ProcessHeader::priority, static_cast<std::uint8_t>(priority));
}

// nfull and nempty look at one end only, so they may be asked by a process to which the other end is closed (xr, xs).
std::int32_t Executor::ask_channel(Op op, std::int32_t number, const Context& context) {
  const Channel* queue = channel(number);
  const Ends ends = op == Op::channel_not_full ? Ends::send : op == Op::channel_not_empty ? Ends::receive : Ends::both;
  check_exclusive(number, ends, context);
  const std::uint32_t held = queue == nullptr ? 0 : length(*queue);
  // A rendezvous channel is never full.
  const bool is_full = queue != nullptr && !is_rendezvous(*queue) && full(*queue);
  switch (op) {
    case Op::channel_length:
      return static_cast<std::int32_t>(held);
    case Op::channel_full:
      return is_full;
    case Op::channel_not_full:
      return !is_full;
    case Op::channel_empty:
      return held == 0;
    default:
      CHECK(op == Op::channel_not_empty);
      return held != 0;
  }
}

}  // namespace waymark::promela
