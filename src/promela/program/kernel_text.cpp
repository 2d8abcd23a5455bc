#include "promela/program/kernel_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "base/diagnostics.hpp"
#include "promela/program/compile.hpp"

namespace waymark::promela {

namespace {

struct Word {
  Op op;
  const char* text;
};

// Instructions that have one word each, and no operand.
constexpr auto plain_words = std::to_array<Word>({
    {Op::fetch_u8, "fetch"},
    {Op::fetch_u16, "fetch"},
    {Op::fetch_s16, "fetch"},
    {Op::fetch_s32, "fetch"},
    {Op::drop, "drop"},
    {Op::add, "add"},
    {Op::subtract, "subtract"},
    {Op::multiply, "multiply"},
    {Op::divide, "divide"},
    {Op::modulo, "modulo"},
    {Op::shift_left, "shift-left"},
    {Op::shift_right, "shift-right"},
    {Op::bit_and, "and"},
    {Op::bit_or, "or"},
    {Op::bit_xor, "xor"},
    {Op::equal, "equal"},
    {Op::not_equal, "unequal"},
    {Op::less, "less"},
    {Op::less_equal, "at-most"},
    {Op::greater, "greater"},
    {Op::greater_equal, "at-least"},
    {Op::negate, "negate"},
    {Op::complement, "complement"},
    {Op::logical_not, "not"},
    {Op::truth, "truth"},
    {Op::pid, "pid"},
    {Op::process_count, "process-count"},
    {Op::last, "last"},
    {Op::own_priority, "own-priority"},
    {Op::timeout, "timeout"},
    {Op::enabled, "enabled"},
    {Op::control_state, "control-state"},
    {Op::get_priority, "get-priority"},
    {Op::set_priority, "set-priority"},
    {Op::channel_length, "length"},
    {Op::channel_full, "full"},
    {Op::channel_empty, "empty"},
    {Op::channel_not_full, "not-full"},
    {Op::channel_not_empty, "not-empty"},
    {Op::verify, "verify"},
});

// Those with the operand c.
constexpr auto words_with_number = std::to_array<Word>({
    {Op::jump, "jump"},
    {Op::jump_if_zero, "jump-if-zero"},
    {Op::push, "push"},
    {Op::global_u8, "global"},
    {Op::global_u16, "global"},
    {Op::global_s16, "global"},
    {Op::global_s32, "global"},
    {Op::local_u8, "local"},
    {Op::local_u16, "local"},
    {Op::local_s16, "local"},
    {Op::local_s32, "local"},
    {Op::global_address, "global-address"},
    {Op::local_address, "local-address"},
    {Op::first_of_type, "first-of-type"},
    {Op::poll, "poll"},
});

template <std::size_t n>
const char* find_word(const std::array<Word, n>& words, Op op) {
  const auto found = std::find_if(words.begin(), words.end(), [op](const Word& word) { return word.op == op; });
  return found == words.end() ? nullptr : found->text;
}

const char* name_of(Cell::Kind kind) {
  switch (kind) {
    case Cell::Kind::u8:
      return "u8";
    case Cell::Kind::u16:
      return "u16";
    case Cell::Kind::s16:
      return "s16";
    case Cell::Kind::s32:
      break;
  }
  return "s32";
}

class KernelWriter {
 public:
  explicit KernelWriter(const Program& program) : program_(program) {}

  std::string write(const KernelQuestion& question, const std::vector<Code>& invariants) {
    line("waymark-kernel 1\ndeadlocks {:d}\nassertions {:d}\ninvariants {}", question.deadlocks, question.assertions,
         invariants.size());
    for (const Code code : invariants) write(code);
    line("\nlast {:d}\npriorities {:d}\nbytes {}", program_.uses_last, program_.uses_priorities,
         program_.global_words * 4);
    write_hidden();
    line("\ninitialise");
    write(program_.initialise);
    line("\nchannels");
    write(program_.global_channels);
    line("\nchannel-types {}\n", program_.channel_types.size());
    for (const ChannelType& type : program_.channel_types) write(type);
    line("receives {}\n", program_.receives.size());
    for (const ReceiveInfo& receive : program_.receives) {
      write(receive);
      line("\n");
    }
    line("types {}\n", program_.types.size());
    for (const ProcessType& type : program_.types) write(type);
    line("active {}", program_.active.size());
    for (const ActiveProcess& active : program_.active) line(" {} {}", active.type, active.priority);
    if (program_.claim == Program::none) {
      line("\nnever 0\n");
    } else {
      line("\nnever 1 {}\n", program_.claim);
    }
    write_trace();
    return std::move(out_);
  }

 private:
  template <typename... Values>
  void line(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Values>(values)...);
  }

  void write_hidden() {
    std::vector<std::uint32_t> offsets;
    for (const auto& [offset, length] : program_.hidden_bytes) {
      for (std::uint32_t i = 0; i < length; ++i) offsets.push_back(offset + i);
    }
    line("\nhidden {}", offsets.size());
    for (const std::uint32_t offset : offsets) line(" {}", offset);
  }

  void write_trace() {
    if (program_.trace == Program::none) {
      line("trace 0\n");
      return;
    }
    const ProcessType& type = program_.types[program_.trace];
    line("trace 1 {} {:d} {}", program_.trace, type.kind == ProcessKind::notrace, type.state_count - 1);
    for (const std::vector<bool>& watched : {program_.traced_sends, program_.traced_receives}) {
      line(" {}", std::count(watched.begin(), watched.end(), true));
      for (std::size_t number = 0; number < watched.size(); ++number) {
        if (watched[number]) line(" {}", number);
      }
    }
    line("\n");
  }

  // A piece of code goes up to the first end that no jump leads past.
  void write(Code code) {
    std::size_t end = code;
    std::size_t farthest = code;
    for (; program_.code[end].op != Op::ret || end < farthest; ++end) {
      const Instruction& at = program_.code[end];
      if (opcode(at.op).operand != Operand::distance) continue;
      farthest = std::max(farthest, end + 1 + static_cast<std::size_t>(at.c));
    }
    line(" {}", end - code);
    for (std::size_t i = code; i < end; ++i) {
      if (program_.code[i].op == Op::ret) {
        line(" jump {}", end - i - 1);  // an end in the middle, of a piece that lies within
      } else {
        write(program_.code[i]);
      }
    }
  }

  void write(const Instruction& instruction) {
    const auto c = static_cast<std::uint32_t>(instruction.c);
    if (const char* plain = find_word(plain_words, instruction.op)) {
      line(" {}", plain);
      return;
    }
    if (const char* word = find_word(words_with_number, instruction.op)) {
      line(" {} {}", word, instruction.c);
      return;
    }
    switch (instruction.op) {
      case Op::remote_address:
        line(" remote-address {} {}", instruction.b, instruction.c);
        break;
      case Op::at_label:
        line(" at-label {} {}", instruction.b, instruction.c);
        break;
      case Op::index:
        line(" index {} {}", c, instruction.b);
        break;
      case Op::assign_u8:
      case Op::assign_u16:
      case Op::assign_s16:
      case Op::assign_s32:
        line(" assign {} {}", name_of(opcode(instruction.op).cell), c);
        break;
      case Op::hidden_read:
        line(" hidden-read {}", program_.hidden[c].flag);
        break;
      case Op::hidden_write:
        line(" hidden-write {}", program_.hidden[c].flag);
        break;
      case Op::run:
        line(" run {} {} {}", program_.runs[c].type, program_.runs[c].arguments, program_.runs[c].priority);
        break;
      case Op::print:
        line(" print {}", program_.prints[c].arguments);
        break;
      default:
        throw base::InputError("waymark: error: the kernel does not know an instruction of this program");
    }
  }

  void write(const Cell& cell) { line(" {} {}", name_of(cell.kind), cell.mask); }

  void write(const std::vector<ChannelStart>& channels) {
    line(" {}", channels.size());
    for (const ChannelStart& start : channels) line(" {} {}", start.offset, start.channel);
  }

  void write(const ChannelType& type) {
    line("  {} {}", type.capacity, type.fields.size());
    for (const Field& field : type.fields) write(field.cell);
    line("\n");
  }

  void write(const SendInfo& send) {
    write(send.channel);
    write(send.arguments);
    line(" {} {:d}", send.count, send.sorted);
  }

  void write(const ReceiveInfo& receive) {
    write(receive.channel);
    line(" {:d} {:d} {}", receive.random, receive.copy, receive.fields.size());
    for (const ReceiveField& field : receive.fields) {
      switch (field.kind) {
        case ReceiveField::Kind::bind:
          line(" bind");
          write(field.code);
          write(field.cell);
          break;
        case ReceiveField::Kind::sink:
          line(" sink");
          break;
        case ReceiveField::Kind::match:
          line(" match");
          write(field.code);
          break;
      }
    }
  }

  void write(const TransitionInfo& transition) {
    switch (transition.kind) {
      case TransitionKind::skip:
        line("    way skip");
        break;
      case TransitionKind::condition:
        line("    way condition");
        write(transition.code);
        break;
      case TransitionKind::effect:
        line("    way effect");
        write(transition.code);
        break;
      case TransitionKind::launch:
        line("    way launch");
        write(transition.code);
        break;
      case TransitionKind::send:
        line("    way send");
        write(program_.sends[transition.operand]);
        break;
      case TransitionKind::receive:
        line("    way receive");
        write(program_.receives[transition.operand]);
        break;
      case TransitionKind::otherwise:
        line("    way else");
        break;
      case TransitionKind::end:
        line("    way end");
        break;
      case TransitionKind::dstep:
        line("    way d_step {}", transition.operand);
        break;
    }
    line(" {:d} {} {}\n", transition.atomic, transition.target, transition.escape);
  }

  // In a trace, a send has a pattern, too; nothing else can happen there.
  void write_event(const TransitionInfo& transition) {
    const bool sent = transition.kind == TransitionKind::send;
    if (sent || transition.kind == TransitionKind::receive) {
      line("    way event {:d}", sent);
      write(program_.receives[transition.operand]);
      line(" 0 {} 0\n", transition.target);
    } else {
      line("    way skip 0 {} 0\n", transition.target);
    }
  }

  void write(const ProcessType& type) {
    line("type {}\n  bytes {}\n  start {}\n  deterministic {:d}\n", type.name, type.words * 4, type.start,
         type.deterministic);
    line("  provided {:d}", type.provided != 0);
    if (type.provided != 0) write(type.provided);
    line("\n  initialise");
    write(type.initialise);
    line("\n  parameters {}", type.parameters.size());
    for (const auto& [offset, cell] : type.parameters) {
      line(" {}", offset);
      write(cell);
    }
    line("\n  channels");
    write(type.channels);
    line("\n  exclusive {}", type.exclusive_ends.size());
    for (const ExclusiveEnd& end : type.exclusive_ends) {
      line(" {:d}", end.receives);
      write(end.channel);
    }
    line("\n  states {}\n", type.state_count);
    for (std::uint32_t i = type.first_state; i < type.first_state + type.state_count; ++i) {
      const ControlState& state = program_.states[i];
      line("  state {:d} {:d} {}\n", state.proper_end, state.inside_dstep, state.count);
      for (std::uint32_t j = state.first; j < state.first + state.count; ++j) {
        const TransitionInfo& transition = program_.transitions[j];
        if (type.kind == ProcessKind::trace || type.kind == ProcessKind::notrace) {
          write_event(transition);
        } else {
          write(transition);
        }
      }
    }
  }

  const Program& program_;
  std::string out_;
};

}  // namespace

std::string kernel_text(const Program& program, const KernelQuestion& question) {
  Program extended = program;
  std::vector<Code> invariants;
  for (const std::string& text : question.invariants) invariants.push_back(compile_watch(extended, text));
  return KernelWriter(extended).write(question, invariants);
}

}  // namespace waymark::promela
