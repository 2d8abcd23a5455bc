#include "promela/reduce/reading.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace waymark::promela {

namespace {

constexpr unsigned most_paths = 64;  // through one piece of code

std::optional<std::int32_t> compute(Op op, std::int64_t x, std::int64_t y) {
  switch (op) {
    case Op::add:
      return static_cast<std::int32_t>(x + y);
    case Op::subtract:
      return static_cast<std::int32_t>(x - y);
    case Op::multiply:
      return static_cast<std::int32_t>(x * y);
    case Op::divide:
      return y == 0 ? std::nullopt : std::optional(static_cast<std::int32_t>(x / y));
    case Op::modulo:
      return y == 0 ? std::nullopt : std::optional(static_cast<std::int32_t>(x % y));
    case Op::equal:
      return x == y;
    case Op::not_equal:
      return x != y;
    case Op::less:
      return x < y;
    case Op::less_equal:
      return x <= y;
    case Op::greater:
      return x > y;
    case Op::greater_equal:
      return x >= y;
    default:
      return std::nullopt;
  }
}

Cell::Kind assigned_cell(Op op) {
  switch (op) {
    case Op::assign_u8:
      return Cell::Kind::u8;
    case Op::assign_u16:
      return Cell::Kind::u16;
    case Op::assign_s16:
      return Cell::Kind::s16;
    default:
      return Cell::Kind::s32;
  }
}

void unite(std::vector<bool>& into, const std::vector<bool>& from) {
  if (into.size() < from.size()) into.resize(from.size(), false);
  for (std::size_t i = 0; i < from.size(); ++i) into[i] = into[i] || from[i];
}

}  // namespace

void unite(Effects& into, const Effects& from) {
  unite(into.reads, from.reads);
  unite(into.writes, from.writes);
  unite(into.guard, from.guard);
  unite(into.fills, from.fills);
  unite(into.drains, from.drains);
  unite(into.guard_locals, from.guard_locals);
  unite(into.written_locals, from.written_locals);
}

Reading::Reading(const Background& background, const Instance& instance, Known known)
    : background_(background),
      program_(background.program),
      objects_(background.objects),
      instance_(instance),
      all_known_(known == Known::now) {
  effects.reads = effects.writes = effects.guard = effects.fills = effects.drains = objects_.none();
  test_reads_ = test_guard_ = objects_.none();
}

void Reading::statement(const TransitionInfo& way) {
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
      asleep = !all_known_ && value.kind == Value::Kind::number && value.number == 0;
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

void Reading::everything() {
  objects_.add_all(effects.reads);
  objects_.add_all(effects.writes);
}

void Reading::give_up() {
  everything();
  unite(effects.guard, effects.reads);
  results_.emplace_back();
  if (on_write) {
    on_write(true, 0, ~std::uint32_t{0});
    on_write(false, 0, ~std::uint32_t{0});
  }
  note_locals(0, program_.types[instance_.type].words * 4, effects.written_locals);
  note_locals(0, program_.types[instance_.type].words * 4, effects.guard_locals);
}

void Reading::note_locals(std::uint32_t begin, std::uint32_t end, std::vector<bool>& set) const {
  const std::uint32_t size = program_.types[instance_.type].words * 4;
  if (set.size() < size) set.resize(size, false);
  for (std::uint32_t byte = begin; byte < end && byte < size; ++byte) set[byte] = true;
}

// The value that the code leaves, if all paths agree.
Reading::Value Reading::value_of(Code code) {
  results_.clear();
  paths_ = 0;
  run(code, {});
  if (results_.empty()) return {};
  for (const Value& value : results_) {
    if (value.kind != Value::Kind::number || value.moved || value.number != results_.front().number) {
      Value none;
      none.private_ = std::any_of(results_.begin(), results_.end(), [](const Value& v) { return v.private_; });
      return none;
    }
  }
  return results_.front();
}

// The same for code that leaves an address to be assigned to.
void Reading::target(Code where, const Cell& cell) {
  results_.clear();
  paths_ = 0;
  run(where, {});
  const std::vector<Value> addresses = results_;
  for (const Value& value : addresses) write(value, cell.size());
}

// ---------------------------------------------------------------- channels

void Reading::name_channel(const Value& value) {
  channel = value.kind == Value::Kind::number && !value.moved && value.number > 0
                ? static_cast<std::uint32_t>(value.number)
                : 0;
  blind = blind || (channel == 0 && value.private_);
  const bool is_global = channel != 0 && channel <= program_.global_channels.size();
  const bool meets = is_global && program_.channel_types[program_.global_channels[channel - 1].channel].capacity == 0;
  may_meet = background_.rendezvous && (!is_global || meets);
  may_buffer = !meets;
}

void Reading::read_ends(std::uint32_t number) {
  objects_.add_send_end(effects.reads, number);
  objects_.add_receive_end(effects.reads, number);
}

void Reading::send(const SendInfo& info) {
  name_channel(value_of(info.channel));
  const std::vector<bool> channel_locals = effects.guard_locals;
  code(info.arguments);
  if (may_meet) {
    effects.guard = effects.reads;  // who can accept depends on what is sent
  } else {
    effects.guard_locals = channel_locals;
  }
  objects_.add_send_end(effects.writes, channel);
  objects_.add_send_end(effects.fills, channel);
  if (info.sorted) objects_.add_receive_end(effects.writes, channel);
}

void Reading::receive(const ReceiveInfo& info) {
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
}

void Reading::poll(const ReceiveInfo& info, std::vector<Value>& stack) {
  // Codes within codes: their paths are this one's.
  const auto results = results_;
  const unsigned paths = paths_;
  const bool in_condition = in_condition_;
  in_condition_ = false;
  const Value number = value_of(info.channel);
  blind = blind || number.private_;
  read_ends(number.kind == Value::Kind::number && !number.moved && number.number > 0
                ? static_cast<std::uint32_t>(number.number)
                : 0);
  for (const ReceiveField& field : info.fields) {
    if (field.kind != ReceiveField::Kind::sink) code(field.code);
  }
  in_condition_ = in_condition;
  results_ = results;
  paths_ = paths;
  stack.push_back({});
}

// ---------------------------------------------------------------- processes

// Whatever the new process may do in all its life is this step's doing: nobody can tell the two apart before it.
void Reading::started(std::uint32_t type) {
  starts = true;
  put(effects.writes, Objects::starts);
  put(effects.reads, Objects::ends);
  if (!program_.types[type].channels.empty()) everything();
  if (type < background_.lives.size()) {
    unite(effects.reads, background_.lives[type].reads);
    unite(effects.writes, background_.lives[type].writes);
    unite(effects.fills, background_.lives[type].fills);
    unite(effects.drains, background_.lives[type].drains);
  }
}

void Reading::look_at_processes() {
  put(effects.reads, Objects::starts);
  put(effects.reads, Objects::ends);
}

// ---------------------------------------------------------------- variables

bool Reading::known(bool local, std::uint32_t begin, std::uint32_t size) const {
  if (instance_.state == nullptr) return false;
  return (local && all_known_) || is_stable(local, begin, size);
}

bool Reading::is_stable(bool local, std::uint32_t begin, std::uint32_t size) const {
  const std::vector<bool>& stable = local ? background_.stable[instance_.type] : background_.stable_globals;
  for (std::uint32_t byte = begin; byte < begin + size; ++byte) {
    if (byte >= stable.size() || !stable[byte]) return false;
  }
  return true;
}

Reading::Value Reading::value_at(bool local, std::uint32_t offset, Cell::Kind kind) {
  const std::uint32_t size = Cell{kind, 0}.size();
  if (!local) objects_.add_globals(effects.reads, offset, offset + size);
  if (local) {
    note_locals(offset, offset + size, effects.guard_locals);
    note_locals(offset, offset + size, read_locals);
  }
  steady = steady && is_stable(local, offset, size);
  Value value;
  if (!known(local, offset, size)) {
    value.private_ = value.moved = local;
    value.begin = offset;
    return value;
  }
  const std::uint32_t at = (local ? instance_.base : 0) + offset;
  value.kind = Value::Kind::number;
  switch (kind) {
    case Cell::Kind::u8:
      value.number = instance_.state->get<std::uint8_t>(at);
      break;
    case Cell::Kind::u16:
      value.number = instance_.state->get<std::uint16_t>(at);
      break;
    case Cell::Kind::s16:
      value.number = instance_.state->get<std::int16_t>(at);
      break;
    case Cell::Kind::s32:
      value.number = instance_.state->get<std::int32_t>(at);
      break;
  }
  return value;
}

Reading::Value Reading::fetch(const Value& address, Cell::Kind kind) {
  const std::uint32_t size = Cell{kind, 0}.size();
  const std::uint32_t end = address.end + size - 1;
  steady = steady && address.begin + size == end;
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
      value.private_ = true;
      return value;
    }
    case Value::Kind::remote:
      steady = false;
      objects_.add_type(effects.reads, static_cast<std::uint32_t>(address.number));
      look_at_processes();
      return {};
    default:
      everything();
      return {};
  }
}

void Reading::write(const Value& address, std::uint32_t size) {
  const std::uint32_t end = std::max(address.end, address.begin + size);
  if (address.kind == Value::Kind::global) {
    objects_.add_globals(effects.writes, address.begin, end);
    if (on_write) on_write(false, address.begin, end);
  } else if (address.kind == Value::Kind::local) {
    note_locals(address.begin, end, effects.written_locals);
    if (on_write) on_write(true, address.begin, end);
    all_known_ = false;  // what comes after may read it
  } else {
    give_up();
  }
}

// ---------------------------------------------------------------- code

Reading::Value Reading::pop(std::vector<Value>& stack) {
  CHECK(!stack.empty());
  const Value value = stack.back();
  stack.pop_back();
  settle(value);
  return value;
}

// A test of a channel whose answer is computed with.
void Reading::settle(const Value& value) {
  if (value.kind == Value::Kind::test) read_ends(static_cast<std::uint32_t>(value.number));
}

// What the code leaves. A condition that is the test of a channel, or comes down to one, can be made true by one end
// only, and false by the other.
void Reading::finish(const Value& value) {
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

// NOLINTNEXTLINE(misc-no-recursion,readability-function-size): as deep as there are branches, at most `most_paths`
void Reading::run(std::uint32_t at, std::vector<Value> stack) {
  const auto number_of = [](const Value& value) {
    return value.kind == Value::Kind::number && !value.moved && value.number > 0
               ? static_cast<std::uint32_t>(value.number)
               : 0;
  };
  for (;; ++at) {
    const Instruction& instruction = program_.code[at];
    const auto place = static_cast<std::uint32_t>(instruction.c);
    switch (instruction.op) {
      case Op::ret:
        if (!stack.empty()) finish(stack.back());
        return;
      case Op::push:
        stack.push_back({Value::Kind::number, instruction.c});
        break;
      case Op::global_u8:
        stack.push_back(value_at(false, place, Cell::Kind::u8));
        break;
      case Op::global_u16:
        stack.push_back(value_at(false, place, Cell::Kind::u16));
        break;
      case Op::global_s16:
        stack.push_back(value_at(false, place, Cell::Kind::s16));
        break;
      case Op::global_s32:
        stack.push_back(value_at(false, place, Cell::Kind::s32));
        break;
      case Op::local_u8:
        stack.push_back(value_at(true, place, Cell::Kind::u8));
        break;
      case Op::local_u16:
        stack.push_back(value_at(true, place, Cell::Kind::u16));
        break;
      case Op::local_s16:
        stack.push_back(value_at(true, place, Cell::Kind::s16));
        break;
      case Op::local_s32:
        stack.push_back(value_at(true, place, Cell::Kind::s32));
        break;
      case Op::global_address:
        stack.push_back({Value::Kind::global, 0, place, place + 1});
        break;
      case Op::local_address:
        stack.push_back({Value::Kind::local, 0, place, place + 1});
        break;
      case Op::remote_address:
        (void)pop(stack);
        stack.push_back({Value::Kind::remote, instruction.b});
        break;
      case Op::index: {
        const Value i = pop(stack);
        Value address = pop(stack);
        const bool inside =
            i.kind == Value::Kind::number && !i.moved && i.number >= 0 && static_cast<std::uint32_t>(i.number) < place;
        if (inside) {
          address.begin += static_cast<std::uint32_t>(i.number) * instruction.b;
          address.end += static_cast<std::uint32_t>(i.number) * instruction.b;
        } else {
          address.end += (place - 1) * instruction.b + instruction.b - 1;
          blind = blind || i.private_;
        }
        stack.push_back(address);
        break;
      }
      case Op::fetch_u8:
        stack.push_back(fetch(pop(stack), Cell::Kind::u8));
        break;
      case Op::fetch_u16:
        stack.push_back(fetch(pop(stack), Cell::Kind::u16));
        break;
      case Op::fetch_s16:
        stack.push_back(fetch(pop(stack), Cell::Kind::s16));
        break;
      case Op::fetch_s32:
        stack.push_back(fetch(pop(stack), Cell::Kind::s32));
        break;
      case Op::hidden_read:
      case Op::hidden_write:
        break;
      case Op::assign_u8:
      case Op::assign_u16:
      case Op::assign_s16:
      case Op::assign_s32: {
        const Value value = pop(stack);
        const Value address = pop(stack);
        const Cell cell{assigned_cell(instruction.op), place};
        const bool one = address.end == address.begin + 1;
        if (address.kind == Value::Kind::local && one && value.moved && value.begin == address.begin &&
            value.number != 0) {
          bump = Bump{address.begin, cell, value.number};
        }
        write(address, cell.size());
        break;
      }
      case Op::drop:
      case Op::verify:
        (void)pop(stack);
        break;
      case Op::negate:
      case Op::complement: {
        const Value x = pop(stack);
        Value result;
        if (x.kind == Value::Kind::number && instruction.op == Op::negate && x.number != INT32_MIN) {
          result = {Value::Kind::number, -x.number};
        }
        result.private_ = x.private_;
        stack.push_back(result);
        break;
      }
      case Op::logical_not: {
        const Value x = pop(stack);
        Value result;
        if (x.kind == Value::Kind::number) result = {Value::Kind::number, x.number == 0};
        result.private_ = x.private_;
        stack.push_back(result);
        break;
      }
      case Op::truth: {
        if (stack.back().kind == Value::Kind::test) break;
        const Value x = pop(stack);
        Value result;
        if (x.kind == Value::Kind::number) result = {Value::Kind::number, x.number != 0};
        result.private_ = x.private_;
        stack.push_back(result);
        break;
      }
      case Op::jump:
        at += place;
        break;
      case Op::jump_if_zero:
      case Op::jump_unless_zero: {
        const Value condition = pop(stack);
        const bool on_zero = instruction.op == Op::jump_if_zero;
        if (condition.kind == Value::Kind::number) {
          if ((condition.number == 0) == on_zero) at += place;
          break;
        }
        blind = blind || condition.private_;
        if (++paths_ > most_paths) {
          give_up();
          return;
        }
        run(at + place + 1, stack);
        break;
      }
      case Op::pid: {
        Value value;
        if (instance_.state != nullptr) value = {Value::Kind::number, static_cast<std::int32_t>(instance_.pid)};
        stack.push_back(value);
        break;
      }
      case Op::process_count:
      case Op::first_of_type:
        look_at_processes();
        stack.push_back({});
        break;
      case Op::at_label:
        (void)pop(stack);
        objects_.add_label(effects.reads, instruction.b, place);
        look_at_processes();
        stack.push_back({});
        break;
      case Op::channel_length: {
        const Value number = pop(stack);
        blind = blind || number.private_;
        read_ends(number_of(number));
        stack.push_back({});
        break;
      }
      case Op::channel_full:
      case Op::channel_empty:
      case Op::channel_not_full:
      case Op::channel_not_empty: {
        const Value number = pop(stack);
        blind = blind || number.private_;
        stack.push_back({Value::Kind::test, static_cast<std::int32_t>(number_of(number)),
                         static_cast<std::uint32_t>(instruction.op)});
        break;
      }
      case Op::poll:
        poll(program_.receives[place], stack);
        break;
      case Op::run:
        for (std::uint32_t i = 0; i < program_.runs[place].arguments; ++i) (void)pop(stack);
        started(program_.runs[place].type);
        stack.push_back({});
        break;
      case Op::print:
        for (std::uint32_t i = 0; i < program_.prints[place].arguments; ++i) (void)pop(stack);
        break;
      case Op::timeout:
        // False as long as anybody can move; when nobody can, nothing is left out.
        stack.push_back({Value::Kind::number, 0});
        break;
      case Op::last:
      case Op::own_priority:
        objects_.add_all(effects.reads);
        stack.push_back({});
        break;
      case Op::enabled:
      case Op::control_state:
      case Op::get_priority:
        (void)pop(stack);
        objects_.add_all(effects.reads);
        stack.push_back({});
        break;
      case Op::set_priority:
        (void)pop(stack);
        (void)pop(stack);
        everything();
        break;
      default: {
        const Value y = pop(stack);
        const Value x = pop(stack);
        Value result;
        if (x.kind == Value::Kind::number && y.kind == Value::Kind::number) {
          const auto number = compute(instruction.op, x.number, y.number);
          if (number) result = {Value::Kind::number, *number};
        } else if (x.moved && y.kind == Value::Kind::number &&
                   (instruction.op == Op::add || instruction.op == Op::subtract) && y.number > -1000 &&
                   y.number < 1000) {
          result = x;
          result.number += instruction.op == Op::add ? y.number : -y.number;
        }
        result.private_ = x.private_ || y.private_;
        stack.push_back(result);
        break;
      }
    }
  }
}

}  // namespace waymark::promela
