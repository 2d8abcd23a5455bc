#include "promela/native/function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace waymark::promela {

namespace {

constexpr std::uint32_t most_inner_steps = 1000;  // of a d_step; one that has more is interpreted

const char* reader_of(Cell::Kind kind) {
  constexpr const char* readers[] = {"G8", "G16", "GS16", "G32"};
  return readers[static_cast<std::size_t>(kind)];
}

const char* operator_text(Op op) {
  switch (op) {
    case Op::add:
      return "+";
    case Op::subtract:
      return "-";
    case Op::multiply:
      return "*";
    case Op::bit_and:
      return "&";
    case Op::bit_or:
      return "|";
    case Op::bit_xor:
      return "^";
    case Op::equal:
      return "==";
    case Op::not_equal:
      return "!=";
    case Op::less:
      return "<";
    case Op::less_equal:
      return "<=";
    case Op::greater:
      return ">";
    case Op::greater_equal:
      return ">=";
    default:
      throw NotCovered();
  }
}

// A number of 32 bits as C writes it, the least one included.
std::string number(std::int32_t value) { return fmt::format("(s32){}u", static_cast<std::uint32_t>(value)); }

}  // namespace

std::string native_put(const Cell& cell, const std::string& at, const std::string& value) {
  const char* const writer = cell.kind == Cell::Kind::u8 ? "P8" : cell.kind == Cell::Kind::s32 ? "P32" : "P16";
  return fmt::format("{}({}, (u32)({}) & {}u);", writer, at, value, cell.mask);
}

std::string NativeFunction::place(std::uint32_t depth) {
  deepest_ = std::max(deepest_, depth + 1);
  return fmt::format("x{}", depth);
}

std::string NativeFunction::text(const std::string& name) const {
  std::string places;
  for (std::uint32_t i = 0; i < deepest_; ++i) places += fmt::format("  s32 x{} = 0;\n", i);
  return fmt::format("static int {}(struct call *c, u32 b, u32 p) {{\n  u8 *const s = c->state;\n{}{}}}\n", name,
                     places, body_);
}

// ---------------------------------------------------------------- code

std::uint32_t NativeFunction::piece(Code code, std::uint32_t depth) {
  std::map<std::size_t, std::pair<std::string, std::uint32_t>> targets;  // label and depth there
  for (std::size_t at = code;; ++at) {
    const Instruction& next = program_.code[at];
    if (const auto target = targets.find(at); target != targets.end()) {
      line(target->second.first + ":;");
      depth = target->second.second;
    }
    if (next.op == Op::ret) return depth;
    if (next.op != Op::jump && next.op != Op::jump_if_zero) {
      depth = instruction(next, depth);
      continue;
    }
    if (next.op == Op::jump_if_zero) --depth;
    auto& target = targets.try_emplace(at + 1 + static_cast<std::size_t>(next.c), "", depth).first->second;
    if (target.first.empty()) target.first = label();
    const std::string go = fmt::format("goto {};", target.first);
    line(next.op == Op::jump ? go : fmt::format("if ({} == 0) {}", place(depth), go));
    // Behind a jump nothing is executed before the next place that one leads to; patterns of polls stand there.
    if (next.op == Op::jump) at = targets.upper_bound(at)->first - 1;
  }
}

std::uint32_t NativeFunction::instruction(const Instruction& instruction, std::uint32_t depth) {
  const Op op = instruction.op;
  const Opcode& row = opcode(op);
  const auto c = static_cast<std::uint32_t>(instruction.c);
  const std::string next = place(depth);
  const std::string top = depth > 0 ? place(depth - 1) : "";
  const std::string under = depth > 1 ? place(depth - 2) : "";
  switch (row.family) {
    case Family::constant:
      line(fmt::format("{} = {};", next, number(instruction.c)));
      break;
    case Family::address:
      line(fmt::format("{} = (s32)({}{}u);", next, op == Op::local_address ? "b + " : "", c));
      break;
    case Family::load:
      line(fmt::format("{} = {}({}{}u);", next, reader_of(row.cell), row.reads == Reads::local ? "b + " : "", c));
      break;
    case Family::index:
      line(fmt::format("if ((u32){} >= {}u) return -1;", top, c));
      line(fmt::format("{} += {} * {};", under, top, instruction.b));
      break;
    case Family::fetch:
      line(fmt::format("{0} = {0} >= NOWHERE ? 0 : {1}({0});", top, reader_of(row.cell)));
      break;
    case Family::assign:
      assign(instruction, depth);
      break;
    case Family::arithmetic:
    case Family::bits:
    case Family::comparison:
      binary(op, under, top);
      break;
    case Family::unary:
      unary(op, top);
      break;
    case Family::own_pid:
      line(fmt::format("{} = (s32)p;", next));
      break;
    case Family::timeout:
      line(fmt::format("{} = (s32)c->timeout;", next));
      break;
    case Family::test:
      ask_channel(op, top);
      break;
    case Family::poll:
      poll(program_.receives[c], depth);
      break;
    case Family::remote:
      ask_process(instruction, top);
      break;
    default:
      if (op == Op::drop) {
      } else if (op == Op::hidden_read) {
        line(fmt::format("if (s[{}] == 0) return -1;", program_.hidden[c].flag));
      } else if (op == Op::hidden_write && !pure_) {
        line(fmt::format("LOG({0}); P8({0}, 1);", program_.hidden[c].flag));
      } else if (op == Op::verify) {
        line(fmt::format("if ({} == 0) return -1;", top));
      } else if (op == Op::process_count) {
        line(fmt::format("{} = (s32)c->part_count;", next));
      } else if (op == Op::first_of_type) {
        line(fmt::format("{0} = 0; while ((u32){0} < c->part_count && c->parts[{0}].type != {1}u) {0}++;", next, c));
      } else if (op == Op::last) {
        line(fmt::format("{} = s[{}];", next, Registers::last));
      } else if (op == Op::control_state || op == Op::at_label) {
        ask_process(instruction, top);
      } else if (op == Op::channel_length) {
        ask_channel(op, top);
      } else if (op == Op::print) {
        return depth - program_.prints[c].arguments;
      } else {
        throw NotCovered();
      }
  }
  return depth + static_cast<std::uint32_t>(row.pushes) - static_cast<std::uint32_t>(row.pops);
}

void NativeFunction::binary(Op op, const std::string& left, const std::string& right) {
  switch (op) {
    case Op::divide:
      line(fmt::format("if ({} == 0) return -1;", right));
      line(fmt::format("{0} = {1} == -1 ? (s32)(0u - (u32){0}) : {0} / {1};", left, right));
      return;
    case Op::modulo:
      line(fmt::format("if ({} == 0) return -1;", right));
      line(fmt::format("{0} = {1} == -1 ? 0 : {0} % {1};", left, right));
      return;
    case Op::shift_left:
      line(fmt::format("{0} = (u32){1} > 31 ? 0 : (s32)((u32){0} << {1});", left, right));
      return;
    case Op::shift_right:
      line(fmt::format("{0} = (u32){1} > 31 ? ({0} < 0 ? -1 : 0) : {0} >> {1};", left, right));
      return;
    default:
      break;
  }
  // Sums and products wrap round, which C promises for unsigned numbers only.
  const bool wraps = opcode(op).family != Family::comparison;
  const char* const sign = operator_text(op);
  line(wraps ? fmt::format("{0} = (s32)((u32){0} {2} (u32){1});", left, right, sign)
             : fmt::format("{0} = {0} {2} {1};", left, right, sign));
}

void NativeFunction::unary(Op op, const std::string& operand) {
  const char* const result = op == Op::negate       ? "(s32)(0u - (u32){0})"
                             : op == Op::complement ? "~{0}"
                             : op == Op::truth      ? "{0} != 0"
                                                    : "{0} == 0";
  line(operand + " = " + fmt::format(fmt::runtime(result), operand) + ";");
}

void NativeFunction::assign(const Instruction& instruction, std::uint32_t depth) {
  if (pure_) throw NotCovered();
  const std::string at = place(depth - 2);
  const Cell cell{opcode(instruction.op).cell, static_cast<std::uint32_t>(instruction.c)};
  line(fmt::format("LOG({}); {}", at, native_put(cell, at, place(depth - 1))));
}

// There may be no such process.
void NativeFunction::ask_process(const Instruction& instruction, const std::string& pid) {
  const std::string there = fmt::format("(u32){} < c->part_count", pid);
  const std::string of_type = fmt::format("{} && c->parts[{}].type == {}u", there, pid, instruction.b);
  const std::string stands = fmt::format("G16(c->parts[{}].base + {})", pid, ProcessHeader::state);
  switch (instruction.op) {
    case Op::remote_address:
      line(fmt::format("{0} = {1} ? (s32)(c->parts[{0}].base + {2}) : NOWHERE;", pid, of_type, instruction.c));
      break;
    case Op::control_state:
      line(fmt::format("{0} = {1} ? {2} : 0;", pid, there, stands));
      break;
    default:
      line(fmt::format("{0} = {1} && {2} == {3};", pid, of_type, stands, instruction.c));
  }
}

// ---------------------------------------------------------------- channels

// Who looks at an end that is another's, or sends what a trace names, has more to do than this.
void NativeFunction::refuse_watched_channels() const {
  if (program_.has_exclusive_ends || program_.trace != Program::none) throw NotCovered();
}

// A rendezvous channel holds nothing, and is never full.
void NativeFunction::ask_channel(Op op, const std::string& number) {
  refuse_watched_channels();
  const char* const answer = op == Op::channel_length     ? "n"
                             : op == Op::channel_full     ? "full"
                             : op == Op::channel_not_full ? "!full"
                             : op == Op::channel_empty    ? "n == 0"
                                                          : "n != 0";
  line(fmt::format("{{ const struct queue *q; s32 n, full; QUEUE({});", number));
  line("n = capacity[q->type] != 0 ? s[q->base] : 0; full = capacity[q->type] != 0 && (u32)n >= capacity[q->type];");
  line(fmt::format("{} = {}; }}", number, answer));
}

void NativeFunction::open_queue(Code channel, std::uint32_t depth) {
  refuse_watched_channels();
  line("{ const struct queue *q;");
  piece(channel, depth);
  line(fmt::format("QUEUE({});", place(depth)));
}

template <typename Each>
void NativeFunction::for_layouts(std::size_t fields, bool fewer, Each each) {
  line("switch (layout[q->type]) {");
  for (const NativeLayout& layout : context_.layouts) {
    const std::size_t has = layout.type->fields.size();
    if (has != fields && !(fewer && fields < has)) continue;
    line(fmt::format("case {}: {{", layout.number));
    each(layout);
    line("break; }");
  }
  line("default: return -1; }");
}

void NativeFunction::match(const ReceiveInfo& receive, const NativeLayout& layout, std::uint32_t depth,
                           const std::string& no) {
  const ChannelType& type = *layout.type;
  const std::string next = label();
  const std::string found = label();
  line("u32 n = s[q->base], k, at;");
  line(fmt::format("for (k = 0; k < {}; k++) {{", receive.random ? "n" : "1 && n != 0"));
  line(fmt::format("at = q->base + {} + k * {};", type.first_slot, type.slot_bytes));
  for (std::size_t i = 0; i < receive.fields.size(); ++i) {
    const ReceiveField& wanted = receive.fields[i];
    if (wanted.kind != ReceiveField::Kind::match) continue;
    piece(wanted.code, depth);
    const Field& field = type.fields[i];
    line(fmt::format("if ({} != {}(at + {})) goto {};", place(depth), reader_of(field.cell.kind), field.offset, next));
  }
  line(fmt::format("goto {}; {}:; }}", found, next));
  line(fmt::format("goto {}; {}:;", no, found));
}

void NativeFunction::poll(const ReceiveInfo& receive, std::uint32_t depth) {
  const std::string no = label();
  const std::string done = label();
  open_queue(receive.channel, depth);
  for_layouts(receive.fields.size(), true, [&](const NativeLayout& layout) { match(receive, layout, depth, no); });
  line(fmt::format("}} {} = 1; goto {}; {}: {} = 0; {}:;", place(depth), done, no, place(depth), done));
}

void NativeFunction::send(const SendInfo& send) {
  if (send.sorted) throw NotCovered();
  open_queue(send.channel, 0);
  if (piece(send.arguments, 0) != send.count) throw NotCovered();
  std::string values;
  for (std::uint32_t i = 0; i < send.count; ++i) values += ", " + place(i);
  for_layouts(send.count, false, [&](const NativeLayout& layout) {
    line(fmt::format("if (put_{}(c, q{})) return -1;", layout.number, values));
  });
  line("}");
}

// All values are read before the first is kept, since that may be the index of the next.
void NativeFunction::receive(const ReceiveInfo& receive) {
  const std::string no = label();
  const std::string done = label();
  open_queue(receive.channel, 0);
  for_layouts(receive.fields.size(), false, [&](const NativeLayout& layout) {
    match(receive, layout, 0, no);
    const std::vector<Field>& fields = layout.type->fields;
    line("{");
    for (std::size_t i = 0; i < fields.size(); ++i) {
      line(fmt::format("s32 v{} = {}(at + {});", i, reader_of(fields[i].cell.kind), fields[i].offset));
    }
    for (std::size_t i = 0; i < receive.fields.size(); ++i) {
      const ReceiveField& wanted = receive.fields[i];
      if (wanted.kind != ReceiveField::Kind::bind) continue;
      piece(wanted.code, 0);
      line(fmt::format("LOG({}); {}", place(0), native_put(wanted.cell, place(0), fmt::format("v{}", i))));
    }
    if (!receive.copy) line(fmt::format("if (take_{}(c, q, k)) return -1;", layout.number));
    line("}");
  });
  line(fmt::format("}} goto {}; {}: return -1; {}:;", done, no, done));
}

// ---------------------------------------------------------------- transitions

void NativeFunction::test(const TransitionInfo& transition, const std::string& moved, const std::string& no) {
  switch (transition.kind) {
    case TransitionKind::skip:
    case TransitionKind::effect:
    case TransitionKind::launch:
      break;
    case TransitionKind::condition:
      piece(transition.code, 0);
      line(fmt::format("if ({} == 0) goto {};", place(0), no));
      break;
    case TransitionKind::send:
      open_queue(program_.sends[transition.operand].channel, 0);
      line(fmt::format("if (capacity[q->type] == 0) return -1; if (s[q->base] >= capacity[q->type]) goto {}; }}", no));
      break;
    case TransitionKind::receive: {
      // From a rendezvous channel nobody receives by himself; with too many or too few fields only an empty one does
      // not fail.
      const ReceiveInfo& receive = program_.receives[transition.operand];
      open_queue(receive.channel, 0);
      line(fmt::format("if (capacity[q->type] == 0) {};", receive.copy ? "return -1" : "goto " + no));
      line(fmt::format("if (s[q->base] == 0) goto {};", no));
      for_layouts(receive.fields.size(), false, [&](const NativeLayout& layout) { match(receive, layout, 0, no); });
      line("}");
      break;
    }
    case TransitionKind::otherwise:
      line(fmt::format("if ({}) goto {};", moved, no));
      break;
    case TransitionKind::end:
      line(fmt::format("if (p + 1 != c->part_count) goto {};", no));
      break;
    case TransitionKind::dstep:
      test_dstep(transition, moved, no);
      break;
  }
}

// Options that begin with an assignment or the like do not make a d_step executable, unless there are no others.
void NativeFunction::test_dstep(const TransitionInfo& transition, const std::string& moved, const std::string& no) {
  const ControlState& start = program_.states[first_state_ + transition.operand];
  const std::string yes = label();
  bool any_test = false;
  for (std::uint32_t i = start.first; i < start.first + start.count; ++i) {
    const TransitionInfo& option = program_.transitions[i];
    if (option.kind == TransitionKind::effect || option.kind == TransitionKind::skip) continue;
    any_test = true;
    const std::string next = label();
    test(option, moved, next);
    line(fmt::format("goto {}; {}:;", yes, next));
  }
  if (any_test) line(fmt::format("goto {};", no));
  line(yes + ":;");
}

// Escapes of an `unless` stand before what they leave, as in Executor::collect.
void NativeFunction::list(const ControlState& state) {
  pure_ = true;
  const auto begin = program_.transitions.begin() + state.first;
  const bool escapes = std::any_of(begin, begin + state.count, [](const TransitionInfo& it) { return it.escape != 0; });
  const std::string done = label();
  line("u32 count = 0;");
  if (escapes) line("u32 escape = 0;");
  for (std::uint32_t way = 0; way < state.count; ++way) {
    const TransitionInfo& transition = program_.transitions[state.first + way];
    const std::string no = label();
    if (escapes) line(fmt::format("if (escape != 0 && escape != {}u) goto {};", transition.escape, done));
    test(transition, "count != 0", no);
    line(fmt::format("c->ways[count].actor = p; c->ways[count].action = {}u;", transition.action));
    line(fmt::format("c->ways[count++].choice = {}u | c->flags;", way));
    if (escapes) line(fmt::format("escape = {}u;", transition.escape));
    line(no + ":;");
  }
  line(done + ": return (int)count;");
}

void NativeFunction::enter(std::uint32_t target) {
  line(fmt::format("LOG(b + {0}); P16(b + {0}, {1}u);", ProcessHeader::state, target));
}

void NativeFunction::perform(const TransitionInfo& transition) {
  line(fmt::format("c->reached[{}] = 1;", transition.action));
  switch (transition.kind) {
    case TransitionKind::skip:
    case TransitionKind::otherwise:
      break;
    case TransitionKind::condition:  // held when it was looked at; if it has no value, that is met again
    case TransitionKind::effect:
      piece(transition.code, 0);
      break;
    case TransitionKind::send:
      send(program_.sends[transition.operand]);
      break;
    case TransitionKind::receive:
      receive(program_.receives[transition.operand]);
      break;
    default:
      throw NotCovered();
  }
}

void NativeFunction::fire(const TransitionInfo& transition) {
  if (transition.kind == TransitionKind::dstep) {
    line(fmt::format("c->reached[{}] = 1;", transition.action));
    dstep(transition);
    return;
  }
  perform(transition);
  enter(transition.target);
  line("return 0;");
}

// The inner automaton, from its start until it leaves.
void NativeFunction::dstep(const TransitionInfo& transition) {
  line("u32 steps = 0;");
  std::vector<std::uint32_t> open{transition.operand};
  std::set<std::uint32_t> known{transition.operand};
  line(fmt::format("goto d{};", transition.operand));
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    const ControlState& state = program_.states[first_state_ + at];
    line(fmt::format("d{}:;", at));
    if (!state.inside_dstep) {
      enter(at);
      line("return 0;");
      continue;
    }
    line(fmt::format("if (++steps > {}u) return -1;", most_inner_steps));
    for (std::uint32_t i = state.first; i < state.first + state.count; ++i) {
      const TransitionInfo& option = program_.transitions[i];
      const std::string no = label();
      test(option, "0", no);
      perform(option);
      line(fmt::format("goto d{}; {}:;", option.target, no));
      if (known.insert(option.target).second) open.push_back(option.target);
    }
    line("return -1;");
  }
}

}  // namespace waymark::promela
