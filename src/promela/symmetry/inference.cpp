#include "promela/symmetry/inference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/check.hpp"

namespace waymark::promela {

namespace {

constexpr const char* computed = "is computed with";
constexpr const char* ordered = "is ordered";

std::vector<const Symbol*> symbols_of(const Process& process) {
  std::vector<const Symbol*> symbols = process.parameters;
  symbols.insert(symbols.end(), process.locals.begin(), process.locals.end());
  return symbols;
}

// Where a statement is no more than a run, whose value nobody takes.
std::set<std::size_t> runs_alone(const Program& program) {
  std::set<std::size_t> alone;
  for (const TransitionInfo& way : program.transitions) {
    if (way.kind != TransitionKind::launch) continue;
    std::size_t end = way.code;
    while (program.code[end].op != Op::ret) ++end;
    if (end > way.code && program.code[end - 1].op == Op::run) alone.insert(end - 1);
  }
  return alone;
}

// Whether the text may ask which number a process has.
bool numbers_are_seen(const Program& program) {
  const std::set<std::size_t> alone = runs_alone(program);
  for (std::size_t at = 0; at < program.code.size(); ++at) {
    switch (program.code[at].op) {
      case Op::pid:
      case Op::remote_address:
      case Op::first_of_type:
      case Op::at_label:
      case Op::process_count:
      case Op::last:
      case Op::enabled:
      case Op::control_state:
      case Op::get_priority:
      case Op::set_priority:
        return true;
      case Op::run:
        if (!alone.contains(at)) return true;
        break;
      default:
        break;
    }
  }
  return false;
}

}  // namespace

Range range_of(const Cell& cell) {
  switch (cell.kind) {
    case Cell::Kind::u8:
    case Cell::Kind::u16:
      return {0, cell.mask};
    case Cell::Kind::s16:
      return {std::numeric_limits<std::int16_t>::min(), std::numeric_limits<std::int16_t>::max()};
    case Cell::Kind::s32:
      break;
  }
  if (cell.mask != 0xFFFFFFFF) return {0, cell.mask};
  return {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()};
}

Inference::Inference(const Program& program, const Frame& frame) : program_(program), frame_(frame) {
  const Specification& text = *program.specification;
  const Layout layout(text);
  const auto add = [&](const std::vector<const Symbol*>& symbols) {
    Scope scope{Variables(symbols, layout), {}, kinds_.make()};
    for (const Scalar& scalar : scope.variables.scalars()) {
      ScalarKinds made{kinds_.make(), {}};
      for (std::size_t i = 0; i < scalar.dimensions.size(); ++i) made.indices.push_back(kinds_.make());
      scope.kinds.push_back(std::move(made));
    }
    scopes_.push_back(std::move(scope));
  };
  add(text.globals);
  for (const auto& process : text.processes) add(symbols_of(*process));
  for (const FrameChannel& one : frame.channels) kinds_.make_channel(channel(one));
}

Kind Inference::channel(const FrameChannel& channel) const {
  const Scope& scope = scopes_[channel.scope];
  const Element* const holder = scope.variables.at(channel.holder);
  CHECK(holder != nullptr);
  return scope.kinds[holder->scalar].value;
}

void Inference::read(const Start& start, const std::vector<Code>& watches) {
  const std::span<const model::Word> state = start.words;
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(state.data());
  const auto stands_at = [&](std::uint32_t base) {
    return static_cast<std::uint32_t>(read_cell(bytes + base + ProcessHeader::state, Cell::Kind::u16));
  };
  if (program_.uses_last) object("the model uses _last");
  if (program_.uses_priorities) object("the model has priorities");
  if (program_.trace != Program::none) object("the model has a trace automaton");
  if (program_.has_exclusive_ends) object("the model has xr or xs");
  if (!program_.hidden.empty()) object("the model has hidden variables");
  if (!obstacle_.empty()) return;
  std::map<std::uint32_t, std::set<std::uint32_t>> standing;  // by type
  for (const ProcessPart& process : frame_.processes) standing[process.type].insert(stands_at(process.base));
  if (program_.claim != Program::none) standing[program_.claim].insert(stands_at(frame_.claim));
  for (const auto& [type, states] : standing) read_type(type, states);
  read_passed(start);
  for (const Code watch : watches) {
    Stack stack = run(watch, global_scope);
    test(pop(stack));
  }
  // Channels that become one may make one of others, by what is in their messages.
  for (std::size_t before = kinds_.unions() + 1; before != kinds_.unions();) {
    before = kinds_.unions();
    join_channels(state);
  }
  check_fields();
  check_ends();
  if (start.starter) check_early_ends(*start.starter);
}

// What ends makes room for the next that starts, which then gets its number. The last of all cannot end before all have
// started, nor can those before whom the starter is.
void Inference::check_early_ends(std::uint32_t starter) {
  if (!numbers_are_seen(program_)) return;
  for (std::size_t pid = starter + 1; pid + 1 < frame_.processes.size(); ++pid) {
    const std::uint32_t type = frame_.processes[pid].type;
    if (!ending_.contains(type)) continue;
    object(fmt::format("processes {} may end before all have started, and the model sees numbers of processes",
                       program_.types[type].name));
  }
}

// What ends stays in the states that symmetry is about, so nothing may tell whether it is there.
void Inference::check_ends() {
  if (ending_.empty()) return;
  if (counts_processes_) object("processes end, and the model counts them by _nr_pr");
  if (program_.claim != Program::none) object("processes end, and a never claim sees each step");
  for (const std::uint32_t type : ending_) {
    const std::string& name = program_.types[type].name;
    if (seen_remotely_.contains(type)) object(fmt::format("processes {} end, and others look into them", name));
    if (!program_.types[type].channels.empty()) object(fmt::format("processes {} end, and have channels", name));
  }
}

// A channel's number that lies anywhere is of the kind of that channel.
void Inference::join_channels(std::span<const model::Word> state) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(state.data());
  const auto join = [&](Kind kind, std::int32_t value) {
    if (!kinds_.is_channel(kind) || value < 1 || static_cast<std::size_t>(value) > frame_.channels.size()) return;
    kinds_.unite(kind, channel(frame_.channels[static_cast<std::size_t>(value) - 1]), 0);
  };
  const auto join_scope = [&](const Scope& scope, std::uint32_t base) {
    for (std::size_t i = 0; i < scope.kinds.size(); ++i) {
      const Scalar& scalar = scope.variables.scalars()[i];
      each_element(scalar.dimensions, [&](const std::vector<std::uint32_t>& indices) {
        join(scope.kinds[i].value, read_cell(bytes + base + Variables::offset_of(scalar, indices), scalar.cell.kind));
      });
    }
  };
  join_scope(scopes_[global_scope], 0);
  if (program_.claim != Program::none) join_scope(scopes_[scope_of_type(program_.claim)], frame_.claim);
  for (const ProcessPart& process : frame_.processes) join_scope(scopes_[scope_of_type(process.type)], process.base);
  for (const FrameChannel& one : frame_.channels) {
    const ChannelType& type = program_.channel_types[one.type];
    const std::uint32_t length = type.capacity == 0 ? 0 : bytes[one.base];
    for (std::uint32_t slot = 0; slot < length; ++slot) {
      for (std::size_t i = 0; i < type.fields.size(); ++i) {
        const std::uint32_t at = one.base + type.first_slot + slot * type.slot_bytes + type.fields[i].offset;
        join(kinds_.field(channel(one), i), read_cell(bytes + at, type.fields[i].cell.kind));
      }
    }
  }
}

// What is sent is cut to the field's type, and what is received to the variable's: nothing may become another number by
// that.
void Inference::check_fields() {
  for (const FrameChannel& one : frame_.channels) {
    const ChannelType& type = program_.channel_types[one.type];
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
      const Kind field = kinds_.field(channel(one), i);
      const Kind root = kinds_.find(field).root;
      const Range range = range_of(type.fields[i].cell);
      const bool cut_when_sent = std::any_of(sent_.begin(), sent_.end(), [&](const Flow& flow) {
        return kinds_.find(flow.field).root == root && (!range.holds(flow.least) || !range.holds(flow.greatest));
      });
      const bool cut_when_received = std::any_of(received_.begin(), received_.end(), [&](const Flow& flow) {
        return kinds_.find(flow.field).root == root && (range.least < flow.least || range.greatest > flow.greatest);
      });
      if (cut_when_sent || cut_when_received) kinds_.spoil(field, "may be cut off in a message");
    }
  }
}

void Inference::read_type(std::uint32_t type, const std::set<std::uint32_t>& standing) {
  const ProcessType& info = program_.types[type];
  const std::uint32_t scope = scope_of_type(type);
  std::set<std::uint32_t> known = standing;
  std::vector<std::uint32_t> open(standing.begin(), standing.end());
  const auto meet = [&](std::uint32_t state) {
    if (known.insert(state).second) open.push_back(state);
  };
  while (!open.empty()) {
    const ControlState& state = program_.states[info.first_state + open.back()];
    open.pop_back();
    for (std::uint32_t i = state.first; i < state.first + state.count; ++i) {
      const TransitionInfo& transition = program_.transitions[i];
      if (transition.kind == TransitionKind::end) {
        ending_.insert(type);
        continue;
      }
      read_transition(transition, scope);
      if (transition.kind == TransitionKind::dstep) meet(transition.operand);
      meet(transition.target);
    }
  }
  if (info.provided != 0) {
    Stack stack = run(info.provided, scope);
    test(pop(stack));
  }
}

void Inference::read_passed(const Start& start) {
  if (!start.starter) return;
  const std::uint32_t type = frame_.processes[*start.starter].type;
  for (const std::uint32_t passed : start.passed) {
    const ControlState& state = program_.states[program_.types[type].first_state + passed];
    for (std::uint32_t i = state.first; i < state.first + state.count; ++i) {
      read_transition(program_.transitions[i], scope_of_type(type));
    }
  }
}

void Inference::read_transition(const TransitionInfo& transition, std::uint32_t scope) {
  switch (transition.kind) {
    case TransitionKind::skip:
    case TransitionKind::otherwise:
    case TransitionKind::end:
    case TransitionKind::dstep:
      break;
    case TransitionKind::condition: {
      Stack stack = run(transition.code, scope);
      test(pop(stack));
      break;
    }
    case TransitionKind::effect:
    case TransitionKind::launch:
      (void)run(transition.code, scope);
      break;
    case TransitionKind::send:
      read_send(program_.sends[transition.operand], scope);
      break;
    case TransitionKind::receive:
      read_receive(program_.receives[transition.operand], scope);
      break;
  }
}

Kind Inference::channel_kind(const Value& value) {
  Kind kind = kinds_.make();
  if (value.kind && value.difference == 0) {
    kind = *value.kind;
  } else {
    flow(value, kind);
  }
  kinds_.make_channel(kind);
  return kind;
}

void Inference::read_send(const SendInfo& send, std::uint32_t scope) {
  Stack where = run(send.channel, scope);
  const Kind channel = channel_kind(pop(where));
  const Stack values = run(send.arguments, scope);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Kind field = kinds_.field(channel, i);
    flow(values[i], field);
    if (values[i].kind) sent_.push_back({field, values[i].least, values[i].greatest});
    if (values[i].number) sent_.push_back({field, *values[i].number, *values[i].number});
    if (send.sorted) kinds_.spoil(field, "is sorted in a channel");
  }
}

void Inference::read_receive(const ReceiveInfo& receive, std::uint32_t scope) {
  Stack where = run(receive.channel, scope);
  const Kind channel = channel_kind(pop(where));
  for (std::size_t i = 0; i < receive.fields.size(); ++i) {
    const ReceiveField& wanted = receive.fields[i];
    if (wanted.kind == ReceiveField::Kind::sink) continue;
    Stack stack = run(wanted.code, scope);
    const Value value = pop(stack);
    const Kind field = kinds_.field(channel, i);
    if (wanted.kind == ReceiveField::Kind::match) {
      flow(value, field);  // compared; what is compared with a number names it
      continue;
    }
    const auto target = resolve(value);
    if (!target) continue;
    kinds_.unite(target->kind, field, 0);
    const Range range = range_of(target->cell);
    received_.push_back({field, range.least, range.greatest});
  }
}

// ---------------------------------------------------------------- values

Inference::Value Inference::number(std::int32_t value) {
  Value made;
  made.number = value;
  return made;
}

Inference::Value Inference::pop(Stack& stack) {
  if (stack.empty()) return {};
  Value top = std::move(stack.back());
  stack.pop_back();
  return top;
}

Inference::Value Inference::value_of(Kind kind, const Cell& cell) const {
  const Range range = range_of(cell);
  Value made;
  made.kind = kind;
  made.least = range.least;
  made.greatest = range.greatest;
  return made;
}

Inference::Value Inference::load(std::uint32_t scope, std::uint32_t offset) {
  Value at;
  at.address = Address{scope, offset, {}, false};
  const auto target = resolve(at);
  return target ? value_of(target->kind, target->cell) : Value{};
}

// The variable at an address. Each index that is not known has the kind of the array's indices; others name one.
std::optional<Inference::Target> Inference::resolve(const Value& value) {
  if (!value.address) {
    object("a place in the state is computed");
    return std::nullopt;
  }
  const Address& address = *value.address;
  const Scope& scope = scopes_[address.scope];
  const Element* const found =
      address.offset < 0 ? nullptr : scope.variables.at(static_cast<std::uint32_t>(address.offset));
  if (found == nullptr) {
    object("a place in the state is not known");
    return std::nullopt;
  }
  const Scalar& scalar = scope.variables.scalars()[found->scalar];
  const ScalarKinds& kinds = scope.kinds[found->scalar];
  std::size_t next = 0;
  for (std::size_t i = 0; i < scalar.dimensions.size(); ++i) {
    const Dimension& dimension = scalar.dimensions[i];
    const bool open = next < address.indices.size() && address.indices[next].stride == dimension.stride &&
                      address.indices[next].count == dimension.count && found->indices[i] == 0;
    if (open) {
      Known index;
      index.kind = kinds.indices[i];
      compare(address.indices[next++].value, index);
    } else {
      kinds_.name(kinds.indices[i], found->indices[i]);
    }
  }
  if (next != address.indices.size()) {
    object("a place in the state is not known");
    return std::nullopt;
  }
  if (address.remote) kinds_.name(kinds.value, 0);  // what is read where there is no such process
  return Target{kinds.value, scalar.cell};
}

// An address that is computed with is none any more, which resolve() refuses.
void Inference::spoil(const Known& value, const std::string& why) {
  if (value.kind) kinds_.spoil(*value.kind, why);
}

// Two values that are the same, or may be.
void Inference::compare(const Known& one, const Known& other) {
  if (one.kind && other.kind) return kinds_.unite(*one.kind, *other.kind, other.difference - one.difference);
  if (one.kind && other.number) return kinds_.name(*one.kind, *other.number - one.difference);
  if (other.kind && one.number) return kinds_.name(*other.kind, *one.number - other.difference);
  spoil(one, "is compared with what is computed");
  spoil(other, "is compared with what is computed");
}

void Inference::flow(const Value& value, Kind into) {
  Value target;
  target.kind = into;
  compare(value, target);
}

void Inference::flow(const Value& value, const Target& into) {
  const Range range = range_of(into.cell);
  if (value.number) return flow(number(kept_by(into.cell, *value.number)), into.kind);
  flow(value, into.kind);
  if (value.kind && (!range.holds(value.least) || !range.holds(value.greatest))) {
    kinds_.spoil(into.kind, "may be cut off by an assignment");
  }
}

Inference::Value Inference::merge(const Value& one, const Value& other) {
  if (one.number && one.number == other.number) return one;
  if (one.kind && one.kind == other.kind && one.difference == other.difference) return one;
  // Both ways have left alone what was on the stack before they parted.
  if (one.address && other.address && one.address->scope == other.address->scope &&
      one.address->offset == other.address->offset && one.address->indices.size() == other.address->indices.size()) {
    return one;
  }
  const bool known = (one.kind || one.number) && (other.kind || other.number);
  if (!known) {
    spoil(one, computed);
    spoil(other, computed);
    return {};
  }
  Value made;
  made.kind = kinds_.make();
  flow(one, *made.kind);
  flow(other, *made.kind);
  const auto least = [](const Value& value) { return value.number ? std::int64_t{*value.number} : value.least; };
  const auto greatest = [](const Value& value) { return value.number ? std::int64_t{*value.number} : value.greatest; };
  made.least = std::min(least(one), least(other));
  made.greatest = std::max(greatest(one), greatest(other));
  return made;
}

// ---------------------------------------------------------------- code

// Jumps go forward, so each instruction is read once, with what all ways to it leave on the stack.
Inference::Stack Inference::run(Code code, std::uint32_t scope) {
  std::map<std::size_t, Stack> waiting;  // where jumps land
  std::optional<Stack> stack{std::in_place};
  const auto jump = [&](std::size_t to, const Stack& with) {
    const auto [known, fresh] = waiting.try_emplace(to, with);
    if (fresh) return;
    CHECK(known->second.size() == with.size());
    for (std::size_t i = 0; i < with.size(); ++i) known->second[i] = merge(known->second[i], with[i]);
  };
  for (std::size_t at = code;; ++at) {
    if (const auto landed = waiting.find(at); landed != waiting.end()) {
      if (stack) jump(at, *stack);
      stack = std::move(landed->second);
      waiting.erase(landed);
    }
    const Instruction& instruction = program_.code[at];
    if (!stack) continue;  // a piece of its own that is jumped over
    switch (instruction.op) {
      case Op::ret:
        return std::move(*stack);
      case Op::jump:
        jump(at + 1 + static_cast<std::size_t>(instruction.c), *stack);
        stack.reset();
        break;
      case Op::jump_if_zero:
        test(pop(*stack));
        jump(at + 1 + static_cast<std::size_t>(instruction.c), *stack);
        break;
      default:
        execute(instruction, scope, *stack);
        break;
    }
  }
}

void Inference::execute(const Instruction& instruction, std::uint32_t scope, Stack& stack) {
  const Opcode& row = opcode(instruction.op);
  const auto c = static_cast<std::uint32_t>(instruction.c);
  switch (row.family) {
    case Family::constant:
      stack.push_back(number(instruction.c));
      break;
    case Family::load:
      stack.push_back(load(row.reads == Reads::global ? global_scope : scope, c));
      break;
    case Family::address: {
      Value made;
      made.address = Address{instruction.op == Op::global_address ? global_scope : scope, instruction.c, {}, false};
      stack.push_back(std::move(made));
      break;
    }
    case Family::index:
      add_index(instruction, stack);
      break;
    case Family::fetch: {
      const auto target = resolve(pop(stack));
      stack.push_back(target ? value_of(target->kind, target->cell) : Value{});
      break;
    }
    case Family::assign: {
      const Value value = pop(stack);
      if (const auto target = resolve(pop(stack))) flow(value, *target);
      break;
    }
    case Family::arithmetic:
    case Family::bits:
    case Family::comparison:
    case Family::unary:
      compute(instruction.op, stack);
      break;
    case Family::own_pid: {
      Value made;
      if (scope != global_scope) {
        made.kind = scopes_[scope].pid;
        made.least = 255;
        made.greatest = 0;
        for (std::size_t pid = 0; pid < frame_.processes.size(); ++pid) {
          if (scope_of_type(frame_.processes[pid].type) != scope) continue;
          made.least = std::min(made.least, static_cast<std::int64_t>(pid));
          made.greatest = std::max(made.greatest, static_cast<std::int64_t>(pid));
        }
      }
      stack.push_back(std::move(made));
      break;
    }
    case Family::poll:
      read_receive(program_.receives[c], scope);
      stack.emplace_back();
      break;
    case Family::run:
      starts_more_ = true;
      object("not all processes start at once: by 'active', or in one atomic sequence");
      for (std::uint32_t i = 0; i < program_.runs[c].arguments; ++i) (void)pop(stack);
      stack.emplace_back();
      break;
    case Family::timeout:
      stack.emplace_back();
      break;
    default:
      ask_system(instruction, stack);
      break;
  }
}

void Inference::add_index(const Instruction& instruction, Stack& stack) {
  const Value index = pop(stack);
  if (stack.empty() || !stack.back().address) return object("a place in the state is not known");
  stack.back().address->indices.push_back({static_cast<std::uint32_t>(instruction.c), instruction.b, index});
}

void Inference::compute(Op op, Stack& stack) {
  const Value right = pop(stack);
  if (op == Op::truth || op == Op::logical_not) {
    test(right);
    stack.emplace_back();
    return;
  }
  if (op == Op::negate || op == Op::complement) {
    spoil(right, computed);
    stack.emplace_back();
    return;
  }
  Value left = pop(stack);
  switch (op) {
    case Op::equal:
    case Op::not_equal:
      compare(left, right);
      stack.emplace_back();
      return;
    case Op::add:
    case Op::subtract: {
      const std::int64_t by = op == Op::add ? right.number.value_or(0) : -std::int64_t{right.number.value_or(0)};
      if (right.number && left.address) {
        left.address->offset += by;
        stack.push_back(std::move(left));
        return;
      }
      if (right.number && left.kind) {
        left.difference += by;
        left.least += by;
        left.greatest += by;
        stack.push_back(std::move(left));
        return;
      }
      if (op == Op::add && left.number && right.kind) {
        Value sum = right;
        sum.difference += *left.number;
        sum.least += *left.number;
        sum.greatest += *left.number;
        stack.push_back(std::move(sum));
        return;
      }
      break;
    }
    default:
      break;
  }
  const bool orders = op == Op::less || op == Op::less_equal || op == Op::greater || op == Op::greater_equal;
  spoil(left, orders ? ordered : computed);
  spoil(right, orders ? ordered : computed);
  stack.emplace_back();
}

void Inference::ask_system(const Instruction& instruction, Stack& stack) {
  const auto c = static_cast<std::uint32_t>(instruction.c);
  const auto pid_of = [&](std::uint32_t type, const Value& value) {
    flow(value, scopes_[scope_of_type(type)].pid);
    seen_remotely_.insert(type);
  };
  switch (instruction.op) {
    case Op::remote_address: {
      pid_of(instruction.b, pop(stack));
      Value made;
      made.address = Address{scope_of_type(instruction.b), instruction.c, {}, true};
      stack.push_back(std::move(made));
      break;
    }
    case Op::at_label:
      pid_of(instruction.b, pop(stack));
      stack.emplace_back();
      break;
    case Op::first_of_type: {
      seen_remotely_.insert(c);
      std::size_t first = 0;
      while (first < frame_.processes.size() && frame_.processes[first].type != c) ++first;
      stack.push_back(number(static_cast<std::int32_t>(first)));
      break;
    }
    case Op::process_count:
      counts_processes_ = true;
      stack.emplace_back();
      break;
    case Op::channel_length:
    case Op::channel_full:
    case Op::channel_empty:
    case Op::channel_not_full:
    case Op::channel_not_empty:
      (void)channel_kind(pop(stack));
      stack.emplace_back();
      break;
    case Op::drop:
      (void)pop(stack);
      break;
    case Op::verify:
      test(pop(stack));
      break;
    case Op::print:
      for (std::uint32_t i = 0; i < program_.prints[c].arguments; ++i) (void)pop(stack);
      break;
    case Op::enabled:
    case Op::control_state:
      object("the model uses enabled() or pc_value()");
      (void)pop(stack);
      stack.emplace_back();
      break;
    default:
      object("the model uses what symmetry does not know");
      for (std::int8_t i = 0; i < opcode(instruction.op).pops; ++i) (void)pop(stack);
      for (std::int8_t i = 0; i < opcode(instruction.op).pushes; ++i) stack.emplace_back();
      break;
  }
}

}  // namespace waymark::promela
