#include "promela/footprint.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>

#include "base/check.hpp"

namespace waymark::promela {

namespace {

constexpr std::uint32_t no_object = ~std::uint32_t{0};
constexpr std::uint32_t most_elements = 32;  // of an array that are told apart
constexpr unsigned most_paths = 64;          // through one piece of code

void unite(ObjectSet& into, const ObjectSet& from) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] |= from[i];
}

void unite(Effects& into, const Effects& from) {
  unite(into.reads, from.reads);
  unite(into.writes, from.writes);
}

bool meet(const ObjectSet& a, const ObjectSet& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if ((a[i] & b[i]) != 0) return true;
  }
  return false;
}

}  // namespace

Objects::Objects(const Program& program) : read_types_(program.types.size(), false) {
  count_ = 2;
  element_of_.assign(program.global_words * 4, no_object);
  for (const Visible& variable : program.globals) {
    const bool apart = variable.count <= most_elements;
    for (std::uint32_t i = 0; i < variable.count; ++i) {
      if (apart || i == 0) ++count_;
      for (std::uint32_t byte = 0; byte < variable.cell.size(); ++byte) {
        element_of_.at(variable.offset + i * variable.stride + byte) = static_cast<std::uint32_t>(count_ - 1);
      }
    }
  }
  // Whatever else lies there, padding included, is one object.
  for (std::uint32_t& element : element_of_)
    element = element == no_object ? static_cast<std::uint32_t>(count_) : element;
  ++count_;
  for (const auto& [begin, length] : program.hidden_bytes) {  // not part of the state between steps
    std::fill_n(element_of_.begin() + begin, length, no_object);
  }
  channels_ = count_;
  channel_count_ = program.global_channels.size();
  count_ += 2 * (channel_count_ + 1);
  types_ = count_;
  count_ += program.types.size();
  labels_ = count_;
  for (const Instruction& instruction : program.code) {
    if (instruction.op == Op::at_label) asked_.emplace_back(instruction.b, static_cast<std::uint32_t>(instruction.c));
    if (instruction.op == Op::remote_address) read_types_[instruction.b] = true;
  }
  std::sort(asked_.begin(), asked_.end());
  asked_.erase(std::unique(asked_.begin(), asked_.end()), asked_.end());
  count_ += asked_.size();
}

void Objects::add_globals(ObjectSet& set, std::uint32_t begin, std::uint32_t end) const {
  for (std::uint32_t byte = begin; byte < end && byte < element_of_.size(); ++byte) {
    if (element_of_[byte] != no_object) add(set, element_of_[byte]);
  }
}

void Objects::add_end(ObjectSet& set, std::uint32_t channel, std::size_t end) const {
  if (channel == 0) {
    for (std::size_t i = 0; i <= channel_count_; ++i) add(set, channels_ + 2 * i + end);
  } else {
    add(set, channels_ + 2 * std::min<std::size_t>(channel - 1, channel_count_) + end);
  }
}

void Objects::add_label(ObjectSet& set, std::uint32_t type, std::uint32_t state) const {
  const auto at = std::lower_bound(asked_.begin(), asked_.end(), std::pair{type, state});
  if (at != asked_.end() && *at == std::pair{type, state}) {
    add(set, labels_ + static_cast<std::size_t>(at - asked_.begin()));
  }
}

// Reads code as the machine would run it, with values that are known or not, down every path.
class Reading {
 public:
  struct Value {
    enum class Kind : std::uint8_t { unknown, number, global, local, remote } kind = Kind::unknown;
    std::int32_t number = 0;           // of remote: the type
    std::uint32_t begin = 0, end = 0;  // of an address: the bytes it may point to
  };
  // A process to read for; without one only what holds of all.
  struct Instance {
    std::uint32_t type = 0;
    std::uint32_t pid = 0;
    std::uint32_t base = 0;
    const model::FlatState* state = nullptr;
  };

  Reading(const Footprinter& maker, const Instance& instance)
      : maker_(maker), program_(maker.program_), objects_(maker.objects_), instance_(instance) {
    effects_.reads = effects_.writes = effects_.guard = objects_.none();
  }

  Effects& effects() { return effects_; }
  [[nodiscard]] bool starts_processes() const { return starts_processes_; }
  // Called with the bytes of the process's own variables, or of the globals, that are written.
  std::function<void(bool local, std::uint32_t begin, std::uint32_t end)> on_write;

  // Answers the value that the code leaves, if all paths agree.
  Value code(Code code) {
    results_.clear();
    paths_ = 0;
    run(code, {});
    if (results_.empty()) return {};
    for (const Value& value : results_) {
      if (value.kind != Value::Kind::number || value.number != results_.front().number) return {};
    }
    return results_.front();
  }
  // The same for code that leaves an address to be assigned to.
  void target(Code where, const Cell& cell) {
    results_.clear();
    paths_ = 0;
    run(where, {});
    for (const Value& value : results_) write(value, cell.size());
  }

  void statement(const TransitionInfo& way, bool alone) {
    switch (way.kind) {
      case TransitionKind::skip:
      case TransitionKind::otherwise:
        break;
      case TransitionKind::condition: {
        code(way.code);
        unite(effects_.guard, effects_.reads);
        break;
      }
      case TransitionKind::effect:
      case TransitionKind::launch:
        code(way.code);
        break;
      case TransitionKind::send:
        send(program_.sends[way.operand], alone || way.atomic);
        break;
      case TransitionKind::receive:
        receive(program_.receives[way.operand]);
        break;
      case TransitionKind::end:
        Objects::add(effects_.reads, Objects::starts);
        Objects::add(effects_.writes, Objects::ends);
        Objects::add(effects_.guard, Objects::ends);
        if (!program_.types[instance_.type].channels.empty()) everything();
        break;
      case TransitionKind::dstep:
        break;  // its statements are read one by one
    }
    if (starts_processes_) everything();
  }

  void everything() {
    Objects::add_all(effects_.reads);
    Objects::add_all(effects_.writes);
  }

 private:
  [[nodiscard]] bool may_be_rendezvous(const Value& channel) const {
    if (!maker_.rendezvous_) return false;
    const std::uint32_t number = channel_number(channel);
    if (number == 0 || number > program_.global_channels.size()) return true;
    return program_.channel_types[program_.global_channels[number - 1].channel].capacity == 0;
  }
  static std::uint32_t channel_number(const Value& value) {
    return value.kind == Value::Kind::number && value.number > 0 ? static_cast<std::uint32_t>(value.number) : 0;
  }

  void send(const SendInfo& info, bool goes_on) {
    const Value channel = code(info.channel);
    const std::uint32_t number = channel_number(channel);
    code(info.arguments);
    objects_.add_send_end(effects_.writes, number);
    objects_.add_receive_end(effects_.guard, number);
    if (info.sorted) objects_.add_receive_end(effects_.writes, number);
    if (!may_be_rendezvous(channel)) return;
    // The step is the receiver's too.
    objects_.add_receive_end(effects_.writes, number);
    objects_.add_send_end(effects_.guard, number);
    unite(effects_, maker_.acceptances_);
    if (goes_on || maker_.atomic_acceptance_) everything();
  }

  void receive(const ReceiveInfo& info) {
    const Value channel = code(info.channel);
    const std::uint32_t number = channel_number(channel);
    objects_.add_send_end(effects_.guard, number);
    objects_.add_receive_end(effects_.guard, number);
    if (info.copy) {
      objects_.add_receive_end(effects_.reads, number);
    } else {
      objects_.add_receive_end(effects_.writes, number);
    }
    if (info.random || may_be_rendezvous(channel)) objects_.add_send_end(effects_.writes, number);
    for (const ReceiveField& field : info.fields) {
      if (field.kind == ReceiveField::Kind::match) {
        code(field.code);
        unite(effects_.guard, effects_.reads);
      }
      if (field.kind == ReceiveField::Kind::bind) target(field.code, field.cell);
    }
  }

  void poll(const ReceiveInfo& info, std::vector<Value>& stack) {
    // Codes within codes: their paths are this one's.
    const auto results = results_;
    const unsigned paths = paths_;
    const std::uint32_t number = channel_number(code(info.channel));
    objects_.add_send_end(effects_.reads, number);
    objects_.add_receive_end(effects_.reads, number);
    for (const ReceiveField& field : info.fields) {
      if (field.kind != ReceiveField::Kind::sink) code(field.code);
    }
    results_ = results;
    paths_ = paths;
    stack.push_back({});
  }

  [[nodiscard]] bool known(bool local, std::uint32_t begin, std::uint32_t size) const {
    if (instance_.state == nullptr) return false;
    const std::vector<bool>& stable = local ? maker_.stable_[instance_.type] : maker_.stable_globals_;
    for (std::uint32_t byte = begin; byte < begin + size; ++byte) {
      if (byte >= stable.size() || !stable[byte]) return false;
    }
    return true;
  }
  Value value_at(bool local, std::uint32_t offset, Cell::Kind kind) {
    const std::uint32_t size = Cell{kind, 0}.size();
    if (!local) objects_.add_globals(effects_.reads, offset, offset + size);
    if (!known(local, offset, size)) return {};
    const std::uint32_t at = (local ? instance_.base : 0) + offset;
    const auto get = [&]() -> std::int32_t {
      switch (kind) {
        case Cell::Kind::u8:
          return instance_.state->get<std::uint8_t>(at);
        case Cell::Kind::u16:
          return instance_.state->get<std::uint16_t>(at);
        case Cell::Kind::s16:
          return instance_.state->get<std::int16_t>(at);
        case Cell::Kind::s32:
          return instance_.state->get<std::int32_t>(at);
      }
      return 0;
    };
    return {Value::Kind::number, get()};
  }
  Value fetch(const Value& address, Cell::Kind kind) {
    const std::uint32_t size = Cell{kind, 0}.size();
    switch (address.kind) {
      case Value::Kind::global:
        if (address.begin + size == address.end) return value_at(false, address.begin, kind);
        objects_.add_globals(effects_.reads, address.begin, address.end);
        return {};
      case Value::Kind::local:
        return address.begin + size == address.end ? value_at(true, address.begin, kind) : Value{};
      case Value::Kind::remote:
        objects_.add_type(effects_.reads, static_cast<std::uint32_t>(address.number));
        Objects::add(effects_.reads, Objects::starts);
        Objects::add(effects_.reads, Objects::ends);
        return {};
      default:
        everything();
        return {};
    }
  }
  void write(const Value& address, std::uint32_t size) {
    if (address.kind == Value::Kind::global) {
      const std::uint32_t end = std::max(address.end, address.begin + size);
      objects_.add_globals(effects_.writes, address.begin, end);
      if (on_write) on_write(false, address.begin, end);
    } else if (address.kind == Value::Kind::local) {
      if (on_write) on_write(true, address.begin, std::max(address.end, address.begin + size));
    } else {
      everything();
      if (on_write) {
        on_write(true, 0, ~std::uint32_t{0});
        on_write(false, 0, ~std::uint32_t{0});
      }
    }
  }

  static std::optional<std::int32_t> compute(Op op, std::int64_t x, std::int64_t y) {
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

  // NOLINTNEXTLINE(misc-no-recursion): as deep as there are branches in one piece of code, at most `most_paths`
  void run(std::uint32_t at, std::vector<Value> stack) {
    const auto pop = [&] {
      CHECK(!stack.empty());
      const Value value = stack.back();
      stack.pop_back();
      return value;
    };
    for (;; ++at) {
      const Instruction& instruction = program_.code[at];
      const auto place = static_cast<std::uint32_t>(instruction.c);
      switch (instruction.op) {
        case Op::ret:
          if (!stack.empty()) results_.push_back(stack.back());
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
          pop();
          stack.push_back({Value::Kind::remote, instruction.b});
          break;
        case Op::index: {
          const Value i = pop();
          Value address = pop();
          const bool inside =
              i.kind == Value::Kind::number && i.number >= 0 && static_cast<std::uint32_t>(i.number) < place;
          if (inside) {
            address.begin += static_cast<std::uint32_t>(i.number) * instruction.b;
            address.end += static_cast<std::uint32_t>(i.number) * instruction.b;
          } else {
            address.end += (place - 1) * instruction.b + instruction.b - 1;
          }
          stack.push_back(address);
          break;
        }
        case Op::fetch_u8:
          stack.push_back(fetch(sized(pop(), 1), Cell::Kind::u8));
          break;
        case Op::fetch_u16:
          stack.push_back(fetch(sized(pop(), 2), Cell::Kind::u16));
          break;
        case Op::fetch_s16:
          stack.push_back(fetch(sized(pop(), 2), Cell::Kind::s16));
          break;
        case Op::fetch_s32:
          stack.push_back(fetch(sized(pop(), 4), Cell::Kind::s32));
          break;
        case Op::hidden_read:
        case Op::hidden_write:
          break;
        case Op::assign_u8:
        case Op::assign_u16:
        case Op::assign_s16:
        case Op::assign_s32: {
          pop();
          const std::uint32_t size = instruction.op == Op::assign_u8 ? 1 : instruction.op == Op::assign_s32 ? 4 : 2;
          write(pop(), size);
          break;
        }
        case Op::drop:
        case Op::verify:
          pop();
          break;
        case Op::negate:
        case Op::complement: {
          const Value x = pop();
          stack.push_back(x.kind == Value::Kind::number && instruction.op == Op::negate && x.number != INT32_MIN
                              ? Value{Value::Kind::number, -x.number}
                              : Value{});
          break;
        }
        case Op::logical_not:
        case Op::truth: {
          const Value x = pop();
          const bool flips = instruction.op == Op::logical_not;
          stack.push_back(x.kind == Value::Kind::number ? Value{Value::Kind::number, (x.number == 0) == flips}
                                                        : Value{});
          break;
        }
        case Op::jump:
          at += place;
          break;
        case Op::jump_if_zero:
        case Op::jump_unless_zero: {
          const Value condition = pop();
          const bool on_zero = instruction.op == Op::jump_if_zero;
          if (condition.kind == Value::Kind::number) {
            if ((condition.number == 0) == on_zero) at += place;
            break;
          }
          if (++paths_ > most_paths) {
            everything();
            results_.emplace_back();
            if (on_write) {
              on_write(true, 0, ~std::uint32_t{0});
              on_write(false, 0, ~std::uint32_t{0});
            }
            return;
          }
          run(at + place + 1, stack);
          break;
        }
        case Op::pid:
          stack.push_back(instance_.state != nullptr
                              ? Value{Value::Kind::number, static_cast<std::int32_t>(instance_.pid)}
                              : Value{});
          break;
        case Op::process_count:
        case Op::first_of_type:
          Objects::add(effects_.reads, Objects::starts);
          Objects::add(effects_.reads, Objects::ends);
          stack.push_back({});
          break;
        case Op::at_label: {
          pop();
          objects_.add_label(effects_.reads, instruction.b, place);
          Objects::add(effects_.reads, Objects::starts);
          Objects::add(effects_.reads, Objects::ends);
          stack.push_back({});
          break;
        }
        case Op::channel_length:
        case Op::channel_full:
        case Op::channel_empty:
        case Op::channel_not_full:
        case Op::channel_not_empty: {
          const std::uint32_t number = channel_number(pop());
          objects_.add_send_end(effects_.reads, number);
          objects_.add_receive_end(effects_.reads, number);
          stack.push_back({});
          break;
        }
        case Op::poll:
          poll(program_.receives[place], stack);
          break;
        case Op::run: {
          for (std::uint32_t i = 0; i < program_.runs[place].arguments; ++i) pop();
          starts_processes_ = true;
          stack.push_back({});
          break;
        }
        case Op::print:
          for (std::uint32_t i = 0; i < program_.prints[place].arguments; ++i) pop();
          break;
        case Op::last:
        case Op::own_priority:
        case Op::timeout:
          Objects::add_all(effects_.reads);
          stack.push_back({});
          break;
        case Op::enabled:
        case Op::control_state:
        case Op::get_priority:
          pop();
          Objects::add_all(effects_.reads);
          stack.push_back({});
          break;
        case Op::set_priority:
          pop();
          pop();
          everything();
          break;
        default: {
          const Value y = pop();
          const Value x = pop();
          Value result;
          if (x.kind == Value::Kind::number && y.kind == Value::Kind::number) {
            const auto number = compute(instruction.op, x.number, y.number);
            if (number) result = {Value::Kind::number, *number};
          }
          stack.push_back(result);
          break;
        }
      }
    }
  }
  static Value sized(Value address, std::uint32_t size) {
    address.end += size - 1;
    return address;
  }

  const Footprinter& maker_;
  const Program& program_;
  const Objects& objects_;
  Instance instance_;
  Effects effects_;
  bool starts_processes_ = false;
  std::vector<Value> results_;
  unsigned paths_ = 0;
};

namespace {

// The transitions of a type, as its control states list them.
struct Range {
  std::uint32_t first = ~std::uint32_t{0};
  std::uint32_t end = 0;
};

Range ways_of(const Program& program, const ProcessType& type) {
  Range range;
  for (std::uint32_t i = type.first_state; i < type.first_state + type.state_count; ++i) {
    const ControlState& state = program.states[i];
    if (state.count == 0) continue;
    range.first = std::min(range.first, state.first);
    range.end = std::max(range.end, state.first + state.count);
  }
  if (range.end == 0) range.first = 0;
  return range;
}

// The statements of a d_step, and where it may leave to.
void inside_dstep(const Program& program, const ProcessType& type, std::uint32_t start,
                  std::vector<std::uint32_t>& statements, std::vector<std::uint32_t>& exits) {
  std::vector<bool> met(type.state_count, false);
  std::vector<std::uint32_t> waiting{start};
  met[start] = true;
  while (!waiting.empty()) {
    const ControlState& state = program.states[type.first_state + waiting.back()];
    waiting.pop_back();
    for (std::uint32_t i = state.first; i < state.first + state.count; ++i) {
      statements.push_back(i);
      const std::uint32_t target = program.transitions[i].target;
      if (!program.states[type.first_state + target].inside_dstep) {
        exits.push_back(target);
      } else if (!met[target]) {
        met[target] = true;
        waiting.push_back(target);
      }
    }
  }
}

}  // namespace

Footprinter::Footprinter(const Program& program, const Objects& objects) : program_(program), objects_(objects) {
  for (const ChannelType& type : program.channel_types) rendezvous_ = rendezvous_ || type.capacity == 0;
  acceptances_.reads = acceptances_.writes = acceptances_.guard = objects.none();
  stable_globals_.assign(program.global_words * 4, true);
  for (std::uint32_t t = 0; t < program.types.size(); ++t) {
    stable_.emplace_back(program.types[t].words * 4, true);
  }
  for (std::uint32_t t = 0; t < program.types.size(); ++t) {
    const ProcessType& type = program.types[t];
    const Range ways = ways_of(program, type);
    for (std::uint32_t i = ways.first; i < ways.end; ++i) {
      const TransitionInfo& way = program.transitions[i];
      Reading reading(*this, {t, 0, 0, nullptr});
      reading.on_write = [&](bool local, std::uint32_t begin, std::uint32_t end) {
        std::vector<bool>& bytes = local ? stable_[t] : stable_globals_;
        for (std::uint32_t byte = begin; byte < end && byte < bytes.size(); ++byte) bytes[byte] = false;
      };
      reading.statement(way, false);
      if (way.kind != TransitionKind::receive) continue;
      unite(acceptances_, reading.effects());
      if (objects.is_read_from_outside(t)) objects.add_type(acceptances_.writes, t);
      for (std::uint32_t state = 0; state < type.state_count; ++state) objects.add_label(acceptances_.writes, t, state);
      atomic_acceptance_ = atomic_acceptance_ || way.atomic;
    }
  }
  // The ends of channels are the sender's to name.
  ObjectSet ends = objects.none();
  objects.add_send_end(ends, 0);
  objects.add_receive_end(ends, 0);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    acceptances_.reads[i] &= ~ends[i];
    acceptances_.writes[i] &= ~ends[i];
  }
}

ObjectSet Footprinter::reads_of(Code code) const {
  Reading reading(*this, {0, 0, 0, nullptr});
  reading.code(code);
  return reading.effects().reads;
}

Footprints Footprinter::of(std::uint32_t number, std::uint32_t pid, const model::FlatState& state, std::uint32_t base,
                           const Visibility& visible) const {
  const ProcessType& type = program_.types[number];
  const Range range = ways_of(program_, type);
  const std::size_t count = range.end - range.first;
  Footprints out;
  out.first_way = range.first;
  std::vector<Effects> single(count);
  std::vector<std::vector<std::uint32_t>> exits(count);
  std::vector<std::uint32_t> source(count, 0);
  for (std::uint32_t s = 0; s < type.state_count; ++s) {
    const ControlState& at = program_.states[type.first_state + s];
    for (std::uint32_t i = at.first; i < at.first + at.count; ++i) source[i - range.first] = s;
  }
  const auto label_of = [&](std::uint32_t s) -> const ControlState& { return program_.states[type.first_state + s]; };
  for (std::uint32_t i = range.first; i < range.end; ++i) {
    const TransitionInfo& way = program_.transitions[i];
    const std::uint32_t from = source[i - range.first];
    Reading reading(*this, {number, pid, base, &state});
    reading.statement(way, false);
    Effects& effects = single[i - range.first];
    effects = reading.effects();
    std::vector<std::uint32_t>& leads_to = exits[i - range.first];
    if (way.kind == TransitionKind::dstep) {
      std::vector<std::uint32_t> statements;
      inside_dstep(program_, type, way.operand, statements, leads_to);
      for (const std::uint32_t inner : statements) {
        Reading part(*this, {number, pid, base, &state});
        part.statement(program_.transitions[inner], true);
        unite(effects, part.effects());
        unite(effects.reads, part.effects().guard);
        if (source[inner - range.first] == way.operand) unite(effects.guard, part.effects().guard);
        effects.sticky = effects.sticky || part.starts_processes();
      }
      if (label_of(way.operand).count > 1) unite(effects.guard, effects.reads);
    } else if (way.kind != TransitionKind::end) {
      leads_to.push_back(way.target);
    }
    effects.sticky = effects.sticky || reading.starts_processes();
    if (objects_.is_read_from_outside(number)) objects_.add_type(effects.writes, number);
    objects_.add_label(effects.writes, number, from);
    for (const std::uint32_t to : leads_to) {
      objects_.add_label(effects.writes, number, to);
      effects.visible = effects.visible || (visible.accepting && label_of(from).accept != label_of(to).accept) ||
                        (visible.progress && label_of(from).progress != label_of(to).progress);
    }
    const bool ends_with_label = way.kind == TransitionKind::end && ((visible.accepting && label_of(from).accept) ||
                                                                     (visible.progress && label_of(from).progress));
    // Whoever takes part in a rendezvous may come to a label or leave one.
    const bool offers = way.kind == TransitionKind::send && rendezvous_ && (visible.accepting || visible.progress);
    effects.visible = effects.visible || ends_with_label || offers;
  }
  // `else`, escapes and the promise of a D_proctype look at all the statements beside them.
  for (std::uint32_t s = 0; s < type.state_count; ++s) {
    const ControlState& at = label_of(s);
    ObjectSet beside = objects_.none();
    bool asks = type.deterministic;
    for (std::uint32_t i = at.first; i < at.first + at.count; ++i) {
      unite(beside, single[i - range.first].guard);
      const TransitionInfo& way = program_.transitions[i];
      asks = asks || way.kind == TransitionKind::otherwise || way.escape != 0;
    }
    for (std::uint32_t i = at.first; asks && i < at.first + at.count; ++i) {
      unite(single[i - range.first].reads, beside);
      unite(single[i - range.first].guard, beside);
    }
  }
  // What cuts every cycle: edges that close one, as far as possible such as could hardly be reduced anyway.
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  const auto cost = [&](std::uint32_t i) {
    const Effects& effects = single[i];
    const bool busy = std::any_of(effects.writes.begin(), effects.writes.end(), [](auto w) { return w != 0; }) ||
                      std::any_of(effects.reads.begin(), effects.reads.end(), [](auto w) { return w != 0; });
    const TransitionKind kind = program_.transitions[range.first + i].kind;
    if (effects.visible || meet(effects.writes, visible.objects)) return 3;
    if (!busy) return 0;
    return kind == TransitionKind::send || kind == TransitionKind::receive ? 1 : 2;
  };
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return cost(a) < cost(b); });
  std::vector<std::vector<std::uint32_t>> kept(type.state_count);
  const auto leads = [&](std::uint32_t from, std::uint32_t to) -> bool {
    std::vector<bool> met(type.state_count, false);
    std::vector<std::uint32_t> waiting{from};
    met[from] = true;
    while (!waiting.empty() && !met[to]) {
      const std::uint32_t at = waiting.back();
      waiting.pop_back();
      for (const std::uint32_t next : kept[at]) {
        if (met[next]) continue;
        met[next] = true;
        waiting.push_back(next);
      }
    }
    return met[to];
  };
  for (const std::uint32_t i : order) {
    if (single[i].sticky || label_of(source[i]).inside_dstep) continue;
    for (const std::uint32_t to : exits[i]) single[i].sticky = single[i].sticky || leads(to, source[i]);
    if (single[i].sticky) continue;
    for (const std::uint32_t to : exits[i]) kept[source[i]].push_back(to);
  }
  // An atomic sequence is one step: all that may happen in it counts.
  out.ways = single;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!program_.transitions[range.first + i].atomic) continue;
    std::vector<bool> met(type.state_count, false);
    std::vector<std::uint32_t> waiting = exits[i];
    while (!waiting.empty()) {
      const std::uint32_t s = waiting.back();
      waiting.pop_back();
      if (met[s]) continue;
      met[s] = true;
      const ControlState& at = label_of(s);
      for (std::uint32_t j = at.first; j < at.first + at.count; ++j) {
        const TransitionInfo& next = program_.transitions[j];
        const Effects& effects = single[j - range.first];
        unite(out.ways[i], effects);
        unite(out.ways[i].reads, effects.guard);
        out.ways[i].sticky = out.ways[i].sticky || effects.sticky;
        out.ways[i].visible = out.ways[i].visible || effects.visible;
        if (next.kind == TransitionKind::send && rendezvous_) Objects::add_all(out.ways[i].writes);
        if (next.atomic) waiting.insert(waiting.end(), exits[j - range.first].begin(), exits[j - range.first].end());
      }
    }
  }
  for (Effects& effects : out.ways) effects.visible = effects.visible || meet(effects.writes, visible.objects);
  // The future of each control state, as a fixed point. Guards that are not reads (a channel must have room, or a
  // message) do not count: what is executable without another's step is so after it.
  out.reads.assign(type.state_count, objects_.none());
  out.writes.assign(type.state_count, objects_.none());
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t s = type.state_count; s-- > 0;) {
      const ControlState& at = label_of(s);
      const ObjectSet reads = out.reads[s];
      const ObjectSet writes = out.writes[s];
      for (std::uint32_t i = at.first; i < at.first + at.count; ++i) {
        unite(out.reads[s], out.ways[i - range.first].reads);
        unite(out.writes[s], out.ways[i - range.first].writes);
        for (const std::uint32_t to : exits[i - range.first]) {
          unite(out.reads[s], out.reads[to]);
          unite(out.writes[s], out.writes[to]);
        }
      }
      changed = changed || reads != out.reads[s] || writes != out.writes[s];
    }
  }
  return out;
}

}  // namespace waymark::promela
