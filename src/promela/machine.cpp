// The stack machine behind expressions and effects. Arithmetic is that of C's int, with wrap-around where C leaves it
// undefined, so that a result never depends on the compiler.
#include "base/check.hpp"
#include "promela/executor.hpp"
#include "promela/syntax/fold.hpp"

namespace waymark::promela {

namespace {

std::int32_t shift_left(std::int32_t value, std::int32_t by) {
  return by < 0 || by > 31 ? 0 : static_cast<std::int32_t>(static_cast<std::uint32_t>(value) << by);
}

std::int32_t shift_right(std::int32_t value, std::int32_t by) {
  return by < 0 || by > 31 ? (value < 0 ? -1 : 0) : value >> by;
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

// Two-operand instructions replace the two top values by one.
#define WAYMARK_BINARY(name, expression) \
  case Op::name: {                       \
    const std::int32_t y = *--sp;        \
    const std::int32_t x = sp[-1];       \
    sp[-1] = expression;                 \
    break;                               \
  }
#define WAYMARK_ASSIGN(name, type)                                                    \
  case Op::name: {                                                                    \
    const std::uint32_t value = static_cast<std::uint32_t>(*--sp);                    \
    const std::int32_t address = *--sp;                                               \
    if (fault_ != Fault::none) break;                                                 \
    state_.set(static_cast<std::uint32_t>(address),                                   \
               static_cast<type>(value & static_cast<std::uint32_t>(instruction.c))); \
    break;                                                                            \
  }

std::int32_t* Executor::run(const Instruction* code, const Frame& frame, std::int32_t* sp) {
  for (;; ++code) {
    const Instruction& instruction = *code;
    const auto place = static_cast<std::uint32_t>(instruction.c);
    switch (instruction.op) {
      case Op::ret:
        return sp;
      case Op::push:
        *sp++ = instruction.c;
        break;
      case Op::global_u8:
        *sp++ = state_.get<std::uint8_t>(place);
        break;
      case Op::global_u16:
        *sp++ = state_.get<std::uint16_t>(place);
        break;
      case Op::global_s16:
        *sp++ = state_.get<std::int16_t>(place);
        break;
      case Op::global_s32:
        *sp++ = state_.get<std::int32_t>(place);
        break;
      case Op::local_u8:
        *sp++ = state_.get<std::uint8_t>(frame.base + place);
        break;
      case Op::local_u16:
        *sp++ = state_.get<std::uint16_t>(frame.base + place);
        break;
      case Op::local_s16:
        *sp++ = state_.get<std::int16_t>(frame.base + place);
        break;
      case Op::local_s32:
        *sp++ = state_.get<std::int32_t>(frame.base + place);
        break;
      case Op::global_address:
        *sp++ = instruction.c;
        break;
      case Op::local_address:
        *sp++ = static_cast<std::int32_t>(frame.base + place);
        break;
      case Op::index: {
        const std::int32_t i = *--sp;
        if (static_cast<std::uint32_t>(i) >= place) {
          fault(Fault::bounds);
        } else {
          sp[-1] += i * instruction.b;
        }
        break;
      }
      case Op::fetch_u8:
        sp[-1] = sp[-1] >= nowhere ? 0 : state_.get<std::uint8_t>(static_cast<std::uint32_t>(sp[-1]));
        break;
      case Op::fetch_u16:
        sp[-1] = sp[-1] >= nowhere ? 0 : state_.get<std::uint16_t>(static_cast<std::uint32_t>(sp[-1]));
        break;
      case Op::fetch_s16:
        sp[-1] = sp[-1] >= nowhere ? 0 : state_.get<std::int16_t>(static_cast<std::uint32_t>(sp[-1]));
        break;
      case Op::fetch_s32:
        sp[-1] = sp[-1] >= nowhere ? 0 : state_.get<std::int32_t>(static_cast<std::uint32_t>(sp[-1]));
        break;
        WAYMARK_ASSIGN(assign_u8, std::uint8_t)
        WAYMARK_ASSIGN(assign_u16, std::uint16_t)
        WAYMARK_ASSIGN(assign_s16, std::uint16_t)
        WAYMARK_ASSIGN(assign_s32, std::uint32_t)
      case Op::drop:
        --sp;
        break;
        WAYMARK_BINARY(add, wrap(std::int64_t{x} + y))
        WAYMARK_BINARY(subtract, wrap(std::int64_t{x} - y))
        WAYMARK_BINARY(multiply, wrap(std::int64_t{x} * y))
      case Op::divide:
      case Op::modulo: {
        const std::int32_t y = *--sp;
        if (y == 0) {
          fault(Fault::division);
        } else {
          const std::int64_t x = sp[-1];
          sp[-1] = wrap(instruction.op == Op::divide ? x / y : x % y);
        }
        break;
      }
        WAYMARK_BINARY(shift_left, shift_left(x, y))
        WAYMARK_BINARY(shift_right, shift_right(x, y))
        WAYMARK_BINARY(bit_and, x & y)
        WAYMARK_BINARY(bit_or, x | y)
        WAYMARK_BINARY(bit_xor, x ^ y)
        WAYMARK_BINARY(equal, x == y)
        WAYMARK_BINARY(not_equal, x != y)
        WAYMARK_BINARY(less, x < y)
        WAYMARK_BINARY(less_equal, x <= y)
        WAYMARK_BINARY(greater, x > y)
        WAYMARK_BINARY(greater_equal, x >= y)
      case Op::negate:
        sp[-1] = wrap(-std::int64_t{sp[-1]});
        break;
      case Op::complement:
        sp[-1] = ~sp[-1];
        break;
      case Op::logical_not:
        sp[-1] = sp[-1] == 0;
        break;
      case Op::truth:
        sp[-1] = sp[-1] != 0;
        break;
      case Op::jump:
        code += instruction.c;
        break;
      case Op::jump_if_zero:
        if (*--sp == 0) code += instruction.c;
        break;
      case Op::jump_unless_zero:
        if (*--sp != 0) code += instruction.c;
        break;
      case Op::pid:
        *sp++ = static_cast<std::int32_t>(frame.pid);
        break;
      default:
        sp = run_system(instruction, frame, sp);
        break;
    }
  }
}

// The rarer instructions, which look beyond the process that executes.
std::int32_t* Executor::run_system(const Instruction& instruction, const Frame& frame, std::int32_t* sp) {
  const auto valid = [this](std::int32_t pid) { return pid >= 0 && static_cast<std::size_t>(pid) < processes_.size(); };
  switch (instruction.op) {
    case Op::remote_address:
      sp[-1] = valid(sp[-1]) && processes_[static_cast<std::size_t>(sp[-1])].type == instruction.b
                   ? static_cast<std::int32_t>(processes_[static_cast<std::size_t>(sp[-1])].base) + instruction.c
                   : nowhere;
      break;
    case Op::first_of_type: {
      std::int32_t pid = 0;
      while (valid(pid) &&
             processes_[static_cast<std::size_t>(pid)].type != static_cast<std::uint32_t>(instruction.c)) {
        ++pid;
      }
      *sp++ = pid;
      break;
    }
    case Op::hidden_read:
      if (state_.get<std::uint8_t>(program_->hidden[static_cast<std::size_t>(instruction.c)].flag) == 0) {
        fault(Fault::hidden);
      }
      break;
    case Op::hidden_write:
      state_.set(program_->hidden[static_cast<std::size_t>(instruction.c)].flag, std::uint8_t{1});
      break;
    case Op::process_count:
      *sp++ = static_cast<std::int32_t>(processes_.size());
      break;
    case Op::last:
      *sp++ = state_.get<std::uint8_t>(Registers::last);
      break;
    case Op::own_priority:
      *sp++ = state_.get<std::uint8_t>(frame.base + ProcessHeader::priority);
      break;
    case Op::timeout:
      *sp++ = timeout_;
      break;
    case Op::enabled:
      sp[-1] = has_enabled(sp[-1], frame.pid);
      break;
    case Op::control_state:
      sp[-1] =
          valid(sp[-1]) ? static_cast<std::int32_t>(process_state(processes_[static_cast<std::size_t>(sp[-1])])) : 0;
      break;
    case Op::at_label:
      sp[-1] = valid(sp[-1]) && processes_[static_cast<std::size_t>(sp[-1])].type == instruction.b &&
               process_state(processes_[static_cast<std::size_t>(sp[-1])]) == static_cast<std::uint32_t>(instruction.c);
      break;
    case Op::get_priority:
      sp[-1] =
          valid(sp[-1])
              ? state_.get<std::uint8_t>(processes_[static_cast<std::size_t>(sp[-1])].base + ProcessHeader::priority)
              : 0;
      break;
    case Op::set_priority: {
      const std::int32_t priority = *--sp;
      const std::int32_t pid = *--sp;
      if (!valid(pid)) break;
      if (priority < 1 || priority > 255) {
        fault(Fault::priority);
        break;
      }
      state_.set(processes_[static_cast<std::size_t>(pid)].base + ProcessHeader::priority,
                 static_cast<std::uint8_t>(priority));
      break;
    }
    case Op::channel_length: {
      const Channel* queue = channel(sp[-1]);
      heed_claims(sp[-1], Ends::both, frame);
      sp[-1] = queue == nullptr ? 0 : static_cast<std::int32_t>(length(*queue));
      break;
    }
    case Op::channel_full:
    case Op::channel_not_full: {
      const Channel* queue = channel(sp[-1]);
      heed_claims(sp[-1], instruction.op == Op::channel_full ? Ends::both : Ends::send, frame);
      const bool is_full = queue != nullptr && (is_rendezvous(*queue) ? length(*queue) != 0 : full(*queue));
      sp[-1] = is_full == (instruction.op == Op::channel_full);
      break;
    }
    case Op::channel_empty:
    case Op::channel_not_empty: {
      const Channel* queue = channel(sp[-1]);
      heed_claims(sp[-1], instruction.op == Op::channel_empty ? Ends::both : Ends::receive, frame);
      const bool is_empty = queue == nullptr || length(*queue) == 0;
      sp[-1] = is_empty == (instruction.op == Op::channel_empty);
      break;
    }
    case Op::poll:
      *sp++ = poll(program_->receives[static_cast<std::size_t>(instruction.c)], frame);
      break;
    case Op::run: {
      const RunTarget& target = program_->runs[static_cast<std::size_t>(instruction.c)];
      sp -= target.arguments;
      *sp = start_process(target.type, target.priority, {sp, target.arguments});
      ++sp;
      break;
    }
    case Op::verify: {
      const bool holds = *--sp != 0;
      if (!holds && fault_ == Fault::none) {
        fail("assertion", "assertion violated: " + program_->texts[static_cast<std::size_t>(instruction.c)],
             location(program_->actions[current_->action].at));
      }
      break;
    }
    case Op::print: {
      const PrintTarget& target = program_->prints[static_cast<std::size_t>(instruction.c)];
      sp -= target.arguments;
      if (tale_ != nullptr) print(target, sp);
      break;
    }
    default:
      CHECK(false && "an instruction of the machine");
  }
  return sp;
}

}  // namespace waymark::promela
