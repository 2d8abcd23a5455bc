#include "promela/reduce/abstract_interpreter.hpp"

#include <algorithm>
#include <array>

#include "base/check.hpp"
#include "promela/syntax/fold.hpp"

namespace waymark::promela {

namespace {

constexpr unsigned most_paths = 64;  // through one piece of code

}  // namespace

void unite(std::vector<bool>& into, const std::vector<bool>& from) {
  if (into.size() < from.size()) into.resize(from.size(), false);
  for (std::size_t i = 0; i < from.size(); ++i) into[i] = into[i] || from[i];
}

void unite(Effects& into, const Effects& from) {
  unite(into.reads, from.reads);
  unite(into.writes, from.writes);
  unite(into.guard, from.guard);
  unite(into.fills, from.fills);
  unite(into.drains, from.drains);
  unite(into.guard_locals, from.guard_locals);
  unite(into.written_locals, from.written_locals);
}

AbstractInterpreter::AbstractInterpreter(const Background& background, const Instance& instance, Known known)
    : background_(background),
      program_(background.program),
      objects_(background.objects),
      instance_(instance),
      all_known_(known == Known::now),
      known_bytes_(instance.before == nullptr ? KnownBytes() : *instance.before) {
  effects.reads = effects.writes = effects.guard = effects.fills = effects.drains = objects_.none();
  test_reads_ = test_guard_ = objects_.none();
}

void AbstractInterpreter::statement(const TransitionInfo& way) {
  switch (way.kind) {
    case TransitionKind::skip:
    case TransitionKind::otherwise:
    case TransitionKind::dstep:  // its statements are read one by one
      break;
    case TransitionKind::condition: {
      in_condition_ = true;
      const Value value = value_of(way.code);
      in_condition_ = false;
      effects.guard = effects.reads;
      unite(effects.guard, test_guard_);
      unite(effects.reads, test_reads_);
      timeout_only = !all_known_ && value.kind == Value::Kind::number && value.number == 0;
      break;
    }
    case TransitionKind::effect:
    case TransitionKind::launch:
      code(way.code);
      effects.guard_locals.clear();
      break;
    case TransitionKind::send:
      send(program_.sends[way.operand]);
      break;
    case TransitionKind::receive:
      receive(program_.receives[way.operand]);
      break;
    case TransitionKind::end:
      put(effects.reads, Objects::starts);
      put(effects.writes, Objects::ends);
      if (!program_.types[instance_.type].channels.empty()) everything();
      break;
  }
}

void AbstractInterpreter::everything() {
  objects_.add_all(effects.reads);
  objects_.add_all(effects.writes);
}

void AbstractInterpreter::give_up() {
  everything();
  unite(effects.guard, effects.reads);
  results_.emplace_back();
  if (on_write) {
    on_write(true, 0, ~std::uint32_t{0});
    on_write(false, 0, ~std::uint32_t{0});
  }
  note_locals(0, program_.types[instance_.type].words * 4, effects.written_locals);
  note_locals(0, program_.types[instance_.type].words * 4, effects.guard_locals);
  note_locals(0, program_.types[instance_.type].words * 4, read_locals);
  forget(0, program_.types[instance_.type].words * 4);
}

void AbstractInterpreter::note_locals(std::uint32_t begin, std::uint32_t end, std::vector<bool>& set) const {
  const std::uint32_t size = program_.types[instance_.type].words * 4;
  if (set.size() < size) set.resize(size, false);
  for (std::uint32_t byte = begin; byte < end && byte < size; ++byte) set[byte] = true;
}

// The value that the code leaves, if all paths agree.
AbstractInterpreter::Value AbstractInterpreter::value_of(Code code) {
  results_.clear();
  paths_ = 0;
  run(code, {});
  if (results_.empty()) return {};
  for (const Value& value : results_) {
    if (value.kind != Value::Kind::number || value.incremented || value.number != results_.front().number) {
      Value none;
      none.from_locals = std::any_of(results_.begin(), results_.end(), [](const Value& v) { return v.from_locals; });
      return none;
    }
  }
  return results_.front();
}

// The same for code that leaves an address to be assigned to.
void AbstractInterpreter::target(Code where, const Cell& cell) {
  results_.clear();
  paths_ = 0;
  run(where, {});
  const std::vector<Value> addresses = results_;
  for (const Value& value : addresses) write(value, cell.size());
}

// ---------------------------------------------------------------- channels

void AbstractInterpreter::name_channel(const Value& value) {
  channel = value.as_channel();
  imprecise = imprecise || (channel == 0 && value.from_locals);
  const bool is_global = channel != 0 && channel <= program_.global_channels.size();
  const bool meets = is_global && program_.channel_types[program_.global_channels[channel - 1].channel].capacity == 0;
  may_rendezvous = background_.rendezvous && (!is_global || meets);
  may_buffer = !meets;
}

void AbstractInterpreter::read_ends(std::uint32_t number) {
  objects_.add_send_end(effects.reads, number);
  objects_.add_receive_end(effects.reads, number);
}

void AbstractInterpreter::send(const SendInfo& info) {
  name_channel(value_of(info.channel));
  const std::vector<bool> channel_locals = effects.guard_locals;
  code(info.arguments);
  if (may_rendezvous) {
    effects.guard = effects.reads;  // who can accept depends on what is sent
  } else {
    effects.guard_locals = channel_locals;
  }
  objects_.add_send_end(effects.writes, channel);
  objects_.add_send_end(effects.fills, channel);
  if (info.sorted) objects_.add_receive_end(effects.writes, channel);
  meet_trace(true);
}

void AbstractInterpreter::receive(const ReceiveInfo& info) {
  name_channel(value_of(info.channel));
  for (const ReceiveField& field : info.fields) {
    if (field.kind == ReceiveField::Kind::match) code(field.code);
  }
  effects.guard = effects.reads;
  const std::vector<bool> guard_locals = effects.guard_locals;
  if (info.copy) {
    objects_.add_receive_end(effects.reads, channel);
  } else {
    objects_.add_receive_end(effects.writes, channel);
    objects_.add_receive_end(effects.drains, channel);
  }
  all_known_ = false;  // a field may be where an earlier one says
  for (const ReceiveField& field : info.fields) {
    if (field.kind == ReceiveField::Kind::bind) target(field.code, field.cell);
  }
  effects.guard_locals = guard_locals;
  meet_trace(false);
}

// A send or receive that a trace automaton talks about moves it, or fails; a rendezvous is both. Whether the statement
// can be executed has nothing to do with it.
void AbstractInterpreter::meet_trace(bool sends) {
  const auto traced = [&](const std::vector<bool>& channels) {
    if (channel == 0) return std::find(channels.begin(), channels.end(), true) != channels.end();
    return channel < channels.size() && channels[channel];
  };
  const bool sent = (sends || may_rendezvous) && traced(program_.traced_sends);
  const bool received = (!sends || may_rendezvous) && traced(program_.traced_receives);
  if (!sent && !received) return;
  if (!background_.event_reads.empty()) unite(effects.reads, background_.event_reads);
  put(effects.writes, Objects::event);
}

void AbstractInterpreter::poll(const ReceiveInfo& info) {
  // Codes within codes: their paths are this one's.
  const auto results = results_;
  const unsigned paths = paths_;
  const bool in_condition = in_condition_;
  in_condition_ = false;
  const Value number = value_of(info.channel);
  imprecise = imprecise || number.from_locals;
  read_ends(number.as_channel());
  for (const ReceiveField& field : info.fields) {
    if (field.kind != ReceiveField::Kind::sink) code(field.code);
  }
  in_condition_ = in_condition;
  results_ = results;
  paths_ = paths;
}

// ---------------------------------------------------------------- processes

// What all processes of the type may do or, if arguments are known, those that start with them.
Effects AbstractInterpreter::life_of_started(std::uint32_t type) const {
  const ProcessType& started = program_.types[type];
  KnownBytes parameters(started.words * 4, unknown_byte);
  bool some = false;
  for (std::size_t i = 0; i < arguments_.size() && i < started.parameters.size(); ++i) {
    if (arguments_[i].kind != Value::Kind::number || arguments_[i].incremented) continue;
    const auto& [offset, cell] = started.parameters[i];
    std::array<std::uint8_t, 4> bytes{};
    write_cell(bytes.data(), cell, arguments_[i].number);
    std::copy_n(bytes.begin(), cell.size(), parameters.begin() + offset);
    some = true;
  }
  // For a process that does not live itself, what it starts is not looked at more closely: that could go on for ever.
  return some && instance_.state != nullptr ? background_.life(type, parameters) : background_.lives[type];
}

// Whatever the new process may do in all its life is this step's doing: nobody can tell the two apart before it.
void AbstractInterpreter::started(std::uint32_t type) {
  starts = true;
  put(effects.writes, Objects::starts);
  put(effects.reads, Objects::ends);
  if (!program_.types[type].channels.empty()) everything();
  for (const Value& argument : arguments_) imprecise = imprecise || argument.from_locals;
  if (background_.lives.empty()) return;
  const Effects life = life_of_started(type);
  unite(effects.reads, life.reads);
  unite(effects.writes, life.writes);
  unite(effects.fills, life.fills);
  unite(effects.drains, life.drains);
}

void AbstractInterpreter::look_at_processes() {
  put(effects.reads, Objects::starts);
  put(effects.reads, Objects::ends);
}

// ---------------------------------------------------------------- variables

bool AbstractInterpreter::known(bool local, std::uint32_t begin, std::uint32_t size) const {
  if (instance_.state == nullptr) return false;
  return (local && all_known_) || is_stable(local, begin, size);
}

bool AbstractInterpreter::is_stable(bool local, std::uint32_t begin, std::uint32_t size) const {
  const std::vector<bool>& stable = local ? background_.stable[instance_.type] : background_.stable_globals;
  for (std::uint32_t byte = begin; byte < begin + size; ++byte) {
    if (byte >= stable.size() || !stable[byte]) return false;
  }
  return true;
}

std::optional<std::int32_t> AbstractInterpreter::followed(std::uint32_t begin, Cell::Kind kind) const {
  const std::uint32_t size = Cell{kind, 0}.size();
  if (begin + size > known_bytes_.size()) return std::nullopt;
  std::array<std::uint8_t, 4> bytes{};
  for (std::uint32_t i = 0; i < size; ++i) {
    if (known_bytes_[begin + i] == unknown_byte) return std::nullopt;
    bytes[i] = static_cast<std::uint8_t>(known_bytes_[begin + i]);
  }
  return read_cell(bytes.data(), kind);
}

void AbstractInterpreter::forget(std::uint32_t begin, std::uint32_t end) {
  for (std::uint32_t byte = begin; byte < end && byte < known_bytes_.size(); ++byte) known_bytes_[byte] = unknown_byte;
}

AbstractInterpreter::Value AbstractInterpreter::value_at(bool local, std::uint32_t offset, Cell::Kind kind) {
  const std::uint32_t size = Cell{kind, 0}.size();
  if (!local) objects_.add_globals(effects.reads, offset, offset + size);
  if (local) {
    note_locals(offset, offset + size, effects.guard_locals);
    note_locals(offset, offset + size, read_locals);
  }
  constant = constant && is_stable(local, offset, size);
  Value value;
  if (!known(local, offset, size)) {
    const std::optional<std::int32_t> number = local ? followed(offset, kind) : std::nullopt;
    if (number) return {Value::Kind::number, *number};
    value.from_locals = value.incremented = local;
    value.begin = offset;
    return value;
  }
  const std::uint32_t at = (local ? instance_.base : 0) + offset;
  value.kind = Value::Kind::number;
  value.number = read_cell(instance_.state->view(at, size), kind);
  return value;
}

AbstractInterpreter::Value AbstractInterpreter::fetch(const Value& address, Cell::Kind kind) {
  const std::uint32_t size = Cell{kind, 0}.size();
  const std::uint32_t end = address.end + size - 1;
  constant = constant && address.begin + size == end;
  switch (address.kind) {
    case Value::Kind::global:
      if (address.begin + size == end) return value_at(false, address.begin, kind);
      objects_.add_globals(effects.reads, address.begin, end);
      return {};
    case Value::Kind::local: {
      if (address.begin + size == end) return value_at(true, address.begin, kind);
      note_locals(address.begin, end, effects.guard_locals);
      note_locals(address.begin, end, read_locals);
      Value value;
      value.from_locals = true;
      return value;
    }
    case Value::Kind::remote:
      constant = false;
      objects_.add_type(effects.reads, static_cast<std::uint32_t>(address.number));
      look_at_processes();
      return {};
    default:
      everything();
      note_locals(0, program_.types[instance_.type].words * 4, read_locals);
      return {};
  }
}

void AbstractInterpreter::write(const Value& address, std::uint32_t size) {
  const std::uint32_t end = std::max(address.end, address.begin + size);
  if (address.kind == Value::Kind::global) {
    objects_.add_globals(effects.writes, address.begin, end);
    if (on_write) on_write(false, address.begin, end);
  } else if (address.kind == Value::Kind::local) {
    note_locals(address.begin, end, effects.written_locals);
    if (address.end == address.begin + 1 && !branched_) note_locals(address.begin, end, overwritten_locals);
    if (on_write) on_write(true, address.begin, end);
    forget(address.begin, end);
    all_known_ = false;  // what comes after may read it
  } else {
    give_up();
  }
}

// ---------------------------------------------------------------- code

AbstractInterpreter::Value AbstractInterpreter::pop(std::vector<Value>& stack) {
  CHECK(!stack.empty());
  const Value value = stack.back();
  stack.pop_back();
  settle(value);
  return value;
}

// A test of a channel whose answer is computed with.
void AbstractInterpreter::settle(const Value& value) {
  if (value.kind == Value::Kind::test) read_ends(static_cast<std::uint32_t>(value.number));
}

// What the code leaves. A condition that is the test of a channel, or comes down to one, can be made true by one end
// only, and false by the other.
void AbstractInterpreter::finish(const Value& value) {
  results_.push_back(value);
  if (value.kind != Value::Kind::test) return;
  results_.back() = {};
  const auto number = static_cast<std::uint32_t>(value.number);
  const auto op = static_cast<Op>(value.begin);
  if (!in_condition_) {
    settle(value);
  } else if (op == Op::channel_not_empty || op == Op::channel_full) {
    objects_.add_receive_end(test_reads_, number);
    objects_.add_send_end(test_guard_, number);
  } else {
    objects_.add_send_end(test_reads_, number);
    objects_.add_receive_end(test_guard_, number);
  }
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as there are branches, at most `most_paths`
void AbstractInterpreter::run(std::uint32_t at, std::vector<Value> stack) {
  for (;; ++at) {
    const Instruction& instruction = program_.code[at];
    const auto distance = static_cast<std::uint32_t>(instruction.c);
    if (opcode(instruction.op).family != Family::control) {
      execute(instruction, stack);
    } else if (instruction.op == Op::ret) {
      if (!stack.empty()) finish(stack.back());
      return;
    } else if (instruction.op == Op::jump) {
      at += distance;
    } else {
      CHECK(instruction.op == Op::jump_if_zero);
      const Value condition = pop(stack);
      if (condition.kind == Value::Kind::number) {
        if (condition.number == 0) at += distance;
        continue;
      }
      imprecise = imprecise || condition.from_locals;
      branched_ = true;
      if (++paths_ > most_paths) {
        give_up();
        return;
      }
      run(at + distance + 1, stack);
    }
  }
}

// All but jumps: what is popped, noted and pushed is as the table of opcodes says.
void AbstractInterpreter::execute(const Instruction& instruction, std::vector<Value>& stack) {
  const Opcode& row = opcode(instruction.op);
  if (instruction.op == Op::truth && stack.back().kind == Value::Kind::test) return;  // it is 0 or 1 already
  std::array<Value, 2> operands;
  arguments_.assign(row.family == Family::run ? pops(instruction) : 0, Value());
  for (std::uint32_t i = pops(instruction); i-- > 0;) {
    const Value value = pop(stack);
    if (i < operands.size()) operands[i] = value;
    if (i < arguments_.size()) arguments_[i] = value;
  }
  note_reads(instruction, operands[0]);
  if (row.writes == Writes::everything) everything();
  const Value result = apply(instruction, operands[0], operands[1]);
  if (row.pushes != 0) stack.push_back(result);
}

std::uint32_t AbstractInterpreter::pops(const Instruction& instruction) const {
  const Opcode& row = opcode(instruction.op);
  const auto c = static_cast<std::size_t>(instruction.c);
  if (row.pops != counted) return static_cast<std::uint32_t>(row.pops);
  return row.operand == Operand::run ? program_.runs[c].arguments : program_.prints[c].arguments;
}

// What variables are read is noted where their values are looked up, and what a test reads when it is known what
// becomes of its answer.
void AbstractInterpreter::note_reads(const Instruction& instruction, const Value& operand) {
  switch (opcode(instruction.op).reads) {
    case Reads::label:
      objects_.add_label(effects.reads, instruction.b, static_cast<std::uint32_t>(instruction.c));
      look_at_processes();
      break;
    case Reads::processes:
      look_at_processes();
      break;
    case Reads::channel:
      imprecise = imprecise || operand.from_locals;
      read_ends(operand.as_channel());
      break;
    case Reads::pattern:
      poll(program_.receives[static_cast<std::size_t>(instruction.c)]);
      break;
    case Reads::everything:
      objects_.add_all(effects.reads);
      break;
    default:
      break;
  }
}

AbstractInterpreter::Value AbstractInterpreter::apply(const Instruction& instruction, const Value& x, const Value& y) {
  const Opcode& row = opcode(instruction.op);
  const auto c = static_cast<std::uint32_t>(instruction.c);
  switch (row.family) {
    case Family::constant:
      return {Value::Kind::number, instruction.c};
    case Family::load:
      return value_at(row.reads == Reads::local, c, row.cell);
    case Family::address:
      return {instruction.op == Op::local_address ? Value::Kind::local : Value::Kind::global, 0, c, c + 1};
    case Family::remote:
      return {Value::Kind::remote, instruction.b};
    case Family::index:
      return element(x, y, c, instruction.b);
    case Family::fetch:
      return fetch(x, row.cell);
    case Family::assign:
      assign(x, y, {row.cell, c});
      return {};
    case Family::arithmetic:
    case Family::bits:
    case Family::comparison:
      return binary(instruction.op, x, y);
    case Family::unary:
      return unary(instruction.op, x);
    case Family::own_pid:
      return instance_.state == nullptr ? Value()
                                        : Value{Value::Kind::number, static_cast<std::int32_t>(instance_.pid)};
    case Family::timeout:
      // As a test of a living process it is false: where it is true, nothing is left out. Anything else has to hold of
      // what happens at a timeout, too.
      return in_condition_ && instance_.state != nullptr ? Value{Value::Kind::number, 0} : Value();
    case Family::test:
      imprecise = imprecise || x.from_locals;
      return {Value::Kind::test, static_cast<std::int32_t>(x.as_channel()), static_cast<std::uint32_t>(instruction.op)};
    case Family::run:
      started(program_.runs[c].type);
      return {};
    case Family::control:
    case Family::system:
    case Family::poll:
    case Family::effect:
      return {};
  }
  return {};
}

// If the index is not known, the address is that of any element.
AbstractInterpreter::Value AbstractInterpreter::element(Value address, const Value& i, std::uint32_t count,
                                                        std::uint32_t stride) {
  const bool inside =
      i.kind == Value::Kind::number && !i.incremented && i.number >= 0 && static_cast<std::uint32_t>(i.number) < count;
  if (inside) {
    address.begin += static_cast<std::uint32_t>(i.number) * stride;
    address.end += static_cast<std::uint32_t>(i.number) * stride;
  } else {
    address.end += (count - 1) * stride + stride - 1;
    imprecise = imprecise || i.from_locals;
  }
  return address;
}

void AbstractInterpreter::assign(const Value& address, const Value& value, const Cell& cell) {
  const bool one = address.end == address.begin + 1;
  if (address.kind == Value::Kind::local && one && value.incremented && value.begin == address.begin &&
      value.number != 0) {
    addition = Addition{address.begin, cell, value.number};
  }
  write(address, cell.size());
  // On one of several paths a value is written that the others need not have.
  const bool single = address.kind == Value::Kind::local && one && !branched_;
  if (!single || value.kind != Value::Kind::number || value.incremented) return;
  if (address.begin + cell.size() > known_bytes_.size()) return;
  std::array<std::uint8_t, 4> bytes{};
  write_cell(bytes.data(), cell, value.number);
  std::copy_n(bytes.begin(), cell.size(), known_bytes_.begin() + address.begin);
}

AbstractInterpreter::Value AbstractInterpreter::unary(Op op, const Value& x) {
  Value result;
  if (x.kind == Value::Kind::number) {
    if (op == Op::negate && x.number != INT32_MIN) result = {Value::Kind::number, -x.number};
    if (op == Op::logical_not) result = {Value::Kind::number, x.number == 0};
    if (op == Op::truth) result = {Value::Kind::number, x.number != 0};
  }
  result.from_locals = x.from_locals;
  return result;
}

// Shifts and bits are not followed: they seldom name an element or a channel.
AbstractInterpreter::Value AbstractInterpreter::binary(Op op, const Value& x, const Value& y) {
  Value result;
  if (x.kind == Value::Kind::number && y.kind == Value::Kind::number && opcode(op).family != Family::bits) {
    const auto number = compute(operator_of(op), x.number, y.number);
    if (number) result = {Value::Kind::number, *number};
  } else if (x.incremented && y.kind == Value::Kind::number && (op == Op::add || op == Op::subtract) &&
             y.number > -1000 && y.number < 1000) {
    result = x;
    result.number += op == Op::add ? y.number : -y.number;
  }
  result.from_locals = x.from_locals || y.from_locals;
  return result;
}

}  // namespace waymark::promela
