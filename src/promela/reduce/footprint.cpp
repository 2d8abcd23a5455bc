#include "promela/reduce/footprint.hpp"

#include <algorithm>

namespace waymark::promela {

namespace {

constexpr std::size_t most_lives = 256;  // remembered

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

// Whether it matters to a transition which of those beside it can be executed: for `else`, also at the head of a
// d_step, and in an `unless`.
bool looks_beside(const Program& program, const ProcessType& type, const TransitionInfo& way) {
  if (way.kind == TransitionKind::otherwise || way.escape != 0) return true;
  if (way.kind != TransitionKind::dstep) return false;
  const ControlState& inner = program.states[type.first_state + way.operand];
  return std::any_of(program.transitions.begin() + inner.first, program.transitions.begin() + inner.first + inner.count,
                     [](const TransitionInfo& option) { return option.kind == TransitionKind::otherwise; });
}

// A trace automaton's transitions are patterns, which no process executes.
bool is_trace(const ProcessType& type) { return type.kind == ProcessKind::trace || type.kind == ProcessKind::notrace; }

void land(std::vector<std::uint32_t>& targets, std::uint32_t state) {
  if (std::find(targets.begin(), targets.end(), state) == targets.end()) targets.push_back(state);
}

}  // namespace

Footprinter::Footprinter(const Program& program, const Objects& objects)
    : program_(program), objects_(objects), background_{program, objects, {}, {}, {}, {}, {}, false, false, {}} {
  for (const ChannelType& type : program.channel_types) {
    background_.rendezvous = background_.rendezvous || type.capacity == 0;
  }
  for (const SendInfo& send : program.sends) background_.sorted = background_.sorted || send.sorted;
  offers_are_asked_about_ = background_.rendezvous && asks_about_offers();
  find_stable();
  find_event_reads();
  for (std::uint32_t t = 0; t < program.types.size(); ++t) {
    for (const ExclusiveEnd& end : program.types[t].exclusive_ends) {
      AbstractInterpreter interpreter = for_any(t);
      interpreter.channel_of(end.channel);
      exclusive_ends_are_constant_ = exclusive_ends_are_constant_ && interpreter.constant;
    }
  }
  find_lives();
}

bool Footprinter::asks_about_offers() const {
  return std::any_of(program_.types.begin(), program_.types.end(), [&](const ProcessType& type) {
    if (is_trace(type)) return false;
    for (std::uint32_t s = type.first_state; s < type.first_state + type.state_count; ++s) {
      const ControlState& at = program_.states[s];
      bool asks = type.deterministic;
      bool sends = false;
      for (std::uint32_t i = at.first; i < at.first + at.count; ++i) {
        const TransitionInfo& way = program_.transitions[i];
        asks = asks || looks_beside(program_, type, way);
        sends = sends || way.kind == TransitionKind::send;
      }
      if (asks && sends) return true;
    }
    return false;
  });
}

void Footprinter::show_readiness(Effects& effects, const ProcessType& type, std::uint32_t state) const {
  if (!offers_are_asked_about_) return;
  const ControlState& at = program_.states[type.first_state + state];
  for (std::uint32_t i = at.first; i < at.first + at.count; ++i) {
    const TransitionKind kind = program_.transitions[i].kind;
    if (kind != TransitionKind::receive && kind != TransitionKind::dstep) continue;
    objects_.add_receive_end(effects.writes, 0);
    return;
  }
}

// Bytes that no statement of their type may write, and that say more about a footprint when their values are known.
void Footprinter::find_stable() {
  background_.stable_globals.assign(program_.global_words * 4, true);
  for (const ProcessType& type : program_.types) {
    background_.stable.emplace_back(type.words * 4, true);
    background_.changing.emplace_back(type.words * 4, false);
  }
  for (std::uint32_t t = 0; t < program_.types.size(); ++t) {
    if (!is_trace(program_.types[t])) find_stable(t);
  }
}

void Footprinter::find_stable(std::uint32_t type) {
  const Range ways = ways_of(program_, program_.types[type]);
  std::vector<bool>& stable = background_.stable[type];
  // Variables whose values say nothing about footprints do not make instances differ.
  std::vector<bool> worth(stable.size(), false);
  struct Flow {
    std::vector<bool> from, to;
  };
  std::vector<Flow> flows;
  const auto note_flow = [&](const AbstractInterpreter& interpreter) {
    if (interpreter.effects.written_locals.empty() || interpreter.read_locals.empty()) return;
    flows.push_back({interpreter.read_locals, interpreter.effects.written_locals});
  };
  AbstractInterpreter beginning = for_any(type);
  beginning.code(program_.types[type].initialise);
  note_flow(beginning);
  for (std::uint32_t i = ways.first; i < ways.end; ++i) {
    AbstractInterpreter interpreter = for_any(type);
    interpreter.on_write = [&](bool local, std::uint32_t begin, std::uint32_t end) {
      std::vector<bool>& bytes = local ? stable : background_.stable_globals;
      for (std::uint32_t byte = begin; byte < end && byte < bytes.size(); ++byte) bytes[byte] = false;
    };
    interpreter.statement(program_.transitions[i]);
    if (interpreter.imprecise) unite(worth, interpreter.read_locals);
    note_flow(interpreter);
  }
  for (const ExclusiveEnd& end : program_.types[type].exclusive_ends) {
    AbstractInterpreter interpreter = for_any(type);
    interpreter.channel_of(end.channel);
    unite(worth, interpreter.read_locals);
  }
  // What is assigned to a variable that is worth knowing is worth knowing, too.
  const auto reaches = [&](const std::vector<bool>& to) {
    for (std::size_t byte = 0; byte < to.size() && byte < worth.size(); ++byte) {
      if (to[byte] && worth[byte]) return true;
    }
    return false;
  };
  for (bool changed = true; changed;) {
    const std::vector<bool> before = worth;
    for (const Flow& flow : flows) {
      if (reaches(flow.to)) unite(worth, flow.from);
    }
    changed = worth != before;
  }
  for (std::size_t byte = 0; byte < stable.size(); ++byte) {
    background_.changing[type][byte] = worth[byte] && !stable[byte];
    if (!worth[byte]) stable[byte] = false;
  }
}

// Where the automaton is, and the values of what its patterns name.
void Footprinter::find_event_reads() {
  if (program_.trace == Program::none) return;
  background_.event_reads = objects_.none();
  put(background_.event_reads, Objects::event);
  const Range ways = ways_of(program_, program_.types[program_.trace]);
  for (std::uint32_t i = ways.first; i < ways.end; ++i) {
    const TransitionInfo& way = program_.transitions[i];
    if (way.kind != TransitionKind::send && way.kind != TransitionKind::receive) continue;
    const ReceiveInfo& pattern = program_.receives[way.operand];
    unite(background_.event_reads, reads_of(pattern.channel));
    for (const ReceiveField& field : pattern.fields) {
      if (field.kind == ReceiveField::Kind::match) unite(background_.event_reads, reads_of(field.code));
    }
  }
}

// A life's effects contain those of the processes it starts, so this is a fixed point.
void Footprinter::find_lives() {
  Effects nothing;
  nothing.reads = nothing.writes = nothing.guard = nothing.fills = nothing.drains = objects_.none();
  background_.lives.assign(program_.types.size(), nothing);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t t = 0; t < program_.types.size(); ++t) {
      if (is_trace(program_.types[t])) continue;
      Effects life = life_of(t, {});
      changed = changed || life.reads != background_.lives[t].reads || life.writes != background_.lives[t].writes;
      background_.lives[t] = std::move(life);
    }
  }
  background_.life = [this](std::uint32_t type, const KnownBytes& parameters) {
    auto known = lives_.find({type, parameters});
    if (known != lives_.end()) return known->second;
    if (lives_.size() == most_lives) lives_.clear();
    const Constants constants(background_, {type, 0, 0, nullptr, nullptr}, &parameters);
    return lives_.emplace(std::pair(type, parameters), life_of(type, constants)).first->second;
  };
}

Effects Footprinter::life_of(std::uint32_t t, const Constants& constants) const {
  const ProcessType& type = program_.types[t];
  Effects life;
  life.reads = life.writes = life.guard = life.fills = life.drains = objects_.none();
  const auto live = [&](const AbstractInterpreter& interpreter) {
    unite(life.reads, interpreter.effects.reads);
    unite(life.reads, interpreter.effects.guard);
    unite(life.writes, interpreter.effects.writes);
    unite(life.fills, interpreter.effects.fills);
    unite(life.drains, interpreter.effects.drains);
  };
  AbstractInterpreter begin = for_any(t);
  begin.code(type.initialise);
  live(begin);
  for (std::uint32_t state = 0; state < type.state_count; ++state) {
    const ControlState& at = program_.states[type.first_state + state];
    for (std::uint32_t i = at.first; i < at.first + at.count; ++i) {
      AbstractInterpreter interpreter = for_any(t, constants.at(state));
      interpreter.statement(program_.transitions[i]);
      live(interpreter);
    }
    objects_.add_label(life.writes, t, state);
    show_readiness(life, type, state);
  }
  // What is exclusive to a process is closed to those who came before it.
  if (!type.exclusive_ends.empty()) {
    objects_.add_send_end(life.writes, 0);
    objects_.add_receive_end(life.writes, 0);
  }
  if (objects_.is_read_from_outside(t)) objects_.add_type(life.writes, t);
  return life;
}

Bits Footprinter::reads_of(Code code) const {
  AbstractInterpreter interpreter = for_any(0);  // of no process, since it sees globals only
  interpreter.code(code);
  return interpreter.effects.reads;
}

OwnBytes Footprinter::own_bytes(std::uint32_t type, const TransitionInfo& way) const {
  AbstractInterpreter interpreter = for_any(type);
  interpreter.statement(way);
  return {interpreter.read_locals, interpreter.effects.written_locals, interpreter.overwritten_locals};
}

OwnBytes Footprinter::own_bytes(std::uint32_t type, Code code) const {
  AbstractInterpreter interpreter = for_any(type);
  interpreter.code(code);
  return {interpreter.read_locals, interpreter.effects.written_locals, interpreter.overwritten_locals};
}

// A transition, without what follows it.
Statement Footprinter::alone(const Instance& instance, const Constants& constants, std::uint32_t way,
                             std::uint32_t source, AbstractInterpreter::Known known) const {
  const TransitionInfo& info = program_.transitions[way];
  AbstractInterpreter interpreter(background_, instance.at(constants.at(source)), known);
  interpreter.statement(info);
  Statement out;
  out.effects = std::move(interpreter.effects);
  out.source = source;
  out.kind = info.kind;
  out.channel = interpreter.channel;
  out.may_rendezvous = interpreter.may_rendezvous;
  out.may_buffer = interpreter.may_buffer;
  out.starts = interpreter.starts;
  out.timeout_only = interpreter.timeout_only;
  out.imprecise = interpreter.imprecise;
  out.addition = interpreter.addition;
  if (info.kind == TransitionKind::receive) {
    out.random = program_.receives[info.operand].random;
    out.copies = program_.receives[info.operand].copy;
  }
  if (info.kind == TransitionKind::dstep) {
    add_dstep(out, instance, constants, info.operand, known);
  } else if (info.kind != TransitionKind::end) {
    out.targets.push_back(info.target);
  }
  if (objects_.is_read_from_outside(instance.type)) objects_.add_type(out.effects.writes, instance.type);
  const auto stands = [&](std::uint32_t state) {
    objects_.add_label(out.effects.writes, instance.type, state);
    show_readiness(out.effects, program_.types[instance.type], state);
  };
  stands(source);
  for (const std::uint32_t to : out.targets) stands(to);
  return out;
}

void Footprinter::add_dstep(Statement& statement, const Instance& instance, const Constants& constants,
                            std::uint32_t start, AbstractInterpreter::Known known) const {
  const ProcessType& type = program_.types[instance.type];
  std::vector<bool> met(type.state_count, false);
  std::vector<std::uint32_t> waiting{start};
  met[start] = true;
  while (!waiting.empty()) {
    const std::uint32_t at = waiting.back();
    waiting.pop_back();
    const ControlState& state = program_.states[type.first_state + at];
    for (std::uint32_t i = state.first; i < state.first + state.count; ++i) {
      // Only the first statements are met with the variables as they are.
      AbstractInterpreter part(background_, instance.at(constants.at(at)),
                               at == start ? known : AbstractInterpreter::Known::stable);
      part.statement(program_.transitions[i]);
      unite(part.effects.reads, part.effects.guard);
      if (part.may_rendezvous || part.may_buffer) {  // whether it can be executed decides which way the d_step goes
        objects_.add_send_end(part.effects.reads, part.channel);
        objects_.add_receive_end(part.effects.reads, part.channel);
      }
      if (at == start) {
        // Which of the options is the first that can be executed is part of what it does.
        unite(statement.effects.guard, part.effects.reads);
        statement.imprecise = statement.imprecise || part.imprecise;
        const bool receives = program_.transitions[i].kind == TransitionKind::receive;
        statement.rendezvous_inside = statement.rendezvous_inside || (receives && part.may_rendezvous);
      } else {
        part.effects.guard = objects_.none();
        part.effects.guard_locals.clear();
      }
      unite(statement.effects, part.effects);
      statement.starts = statement.starts || part.starts;
      const std::uint32_t target = program_.transitions[i].target;
      if (!program_.states[type.first_state + target].inside_dstep) {
        land(statement.targets, target);
      } else if (!met[target]) {
        met[target] = true;
        waiting.push_back(target);
      }
    }
  }
  unite(statement.effects.reads, statement.effects.guard);
}

// `else`, escapes and the promise of a D_proctype look at all the statements beside them.
void Footprinter::ask_beside(const ProcessType& type, std::uint32_t state, Statement* first) const {
  const ControlState& at = program_.states[type.first_state + state];
  Bits beside = objects_.none();
  std::vector<bool> locals;
  bool asks = type.deterministic;
  for (std::uint32_t i = 0; i < at.count; ++i) {
    const Effects& effects = first[i].effects;
    unite(beside, effects.guard);
    if (first[i].kind == TransitionKind::condition || first[i].kind == TransitionKind::dstep) {
      unite(beside, effects.reads);
    }
    if (first[i].kind == TransitionKind::end) put(beside, Objects::ends);
    if (first[i].kind == TransitionKind::send || first[i].kind == TransitionKind::receive) {
      objects_.add_send_end(beside, first[i].channel);
      objects_.add_receive_end(beside, first[i].channel);
    }
    unite(locals, effects.guard_locals);
    const TransitionInfo& way = program_.transitions[at.first + i];
    asks = asks || looks_beside(program_, type, way);
  }
  for (std::uint32_t i = 0; asks && i < at.count; ++i) {
    unite(first[i].effects.reads, beside);
    unite(first[i].effects.guard, beside);
    first[i].effects.guard_locals = locals;
    first[i].asks = true;
  }
}

void Footprinter::add_rest(Statement& statement, const ProcessType& type, const std::vector<Statement>& singles,
                           std::uint32_t first_way) const {
  std::vector<bool> met(type.state_count, false);
  std::vector<std::uint32_t> waiting = statement.targets;
  while (!waiting.empty()) {
    const std::uint32_t s = waiting.back();
    waiting.pop_back();
    if (met[s]) continue;
    met[s] = true;
    land(statement.targets, s);
    const ControlState& at = program_.states[type.first_state + s];
    for (std::uint32_t j = at.first; j < at.first + at.count; ++j) {
      const Statement& next = singles[j - first_way];
      unite(statement.effects.reads, next.effects.reads);
      unite(statement.effects.reads, next.effects.guard);
      // How far the sequence gets depends on the channels it comes to.
      if (next.kind == TransitionKind::send || next.kind == TransitionKind::receive) {
        objects_.add_send_end(statement.effects.reads, next.channel);
        objects_.add_receive_end(statement.effects.reads, next.channel);
      }
      if (next.kind == TransitionKind::end) put(statement.effects.reads, Objects::ends);
      unite(statement.effects.writes, next.effects.writes);
      unite(statement.effects.fills, next.effects.fills);
      unite(statement.effects.drains, next.effects.drains);
      unite(statement.effects.written_locals, next.effects.written_locals);
      // What is added to a variable is then not all that is done to it.
      if (statement.addition && statement.addition->overlaps(next.effects.written_locals)) statement.addition.reset();
      statement.starts = statement.starts || next.starts;
      statement.rendezvous_inside = statement.rendezvous_inside || next.may_rendezvous || next.rendezvous_inside;
      for (const std::uint32_t to : next.targets) land(statement.targets, to);
      if (program_.transitions[j].atomic) waiting.insert(waiting.end(), next.targets.begin(), next.targets.end());
    }
  }
}

bool Footprinter::shows(const Statement& statement, const ProcessType& type, const Visibility& visible) const {
  if (intersect(statement.effects.writes, visible.objects)) return true;
  if (!visible.accepting && !visible.progress) return false;
  const auto at = [&](std::uint32_t s) -> const ControlState& { return program_.states[type.first_state + s]; };
  const ControlState& from = at(statement.source);
  if (statement.kind == TransitionKind::end) {
    return (visible.accepting && from.accept) || (visible.progress && from.progress);
  }
  return statement.rendezvous_inside ||
         std::any_of(statement.targets.begin(), statement.targets.end(), [&](std::uint32_t to) {
           return (visible.accepting && from.accept != at(to).accept) ||
                  (visible.progress && from.progress != at(to).progress);
         });
}

Footprints Footprinter::of(const Instance& instance, const Visibility& visible) const {
  const ProcessType& type = program_.types[instance.type];
  const Range range = ways_of(program_, type);
  Footprints out;
  out.type = instance.type;
  out.first_way = range.first;
  out.constants = Constants(background_, instance);
  std::vector<Statement> singles(range.end - range.first);
  for (std::uint32_t s = 0; s < type.state_count; ++s) {
    const ControlState& at = program_.states[type.first_state + s];
    for (std::uint32_t i = at.first; i < at.first + at.count; ++i) {
      singles[i - range.first] = alone(instance, out.constants, i, s, AbstractInterpreter::Known::stable);
      singles[i - range.first].absent = at.inside_dstep;
    }
    if (at.count > 0) ask_beside(type, s, &singles[at.first - range.first]);
  }
  out.statements = singles;
  for (std::uint32_t i = range.first; i < range.end; ++i) {
    Statement& statement = out.statements[i - range.first];
    if (program_.transitions[i].atomic && !statement.absent) add_rest(statement, type, singles, range.first);
    statement.visible = !statement.absent && shows(statement, type, visible);
  }
  out.singles = std::move(singles);
  for (const ExclusiveEnd& end : type.exclusive_ends) {
    AbstractInterpreter interpreter(background_, instance, AbstractInterpreter::Known::stable);
    interpreter.channel_of(end.channel);
    if (!interpreter.may_buffer) continue;  // for a rendezvous it means nothing
    ExclusiveFootprint exclusive{objects_.none()};
    if (end.receives) {
      objects_.add_receive_end(exclusive.end, interpreter.channel);
    } else {
      objects_.add_send_end(exclusive.end, interpreter.channel);
    }
    // A sorted send touches both ends, and only one is looked at.
    exclusive.binding =
        interpreter.channel != 0 && interpreter.channel <= program_.global_channels.size() && !background_.sorted;
    out.exclusive_ends.push_back(std::move(exclusive));
  }
  return out;
}

std::vector<Statement> Footprinter::here(const Instance& instance, const Footprints& whole, std::uint32_t state,
                                         const Visibility& visible) const {
  const ProcessType& type = program_.types[instance.type];
  const ControlState& at = program_.states[type.first_state + state];
  std::vector<Statement> out(at.count);
  for (std::uint32_t i = 0; i < at.count; ++i) {
    out[i] = alone(instance, whole.constants, at.first + i, state, AbstractInterpreter::Known::now);
    out[i].timeout_only = whole.statements[at.first + i - whole.first_way].timeout_only;
  }
  if (at.count > 0) ask_beside(type, state, out.data());
  for (std::uint32_t i = 0; i < at.count; ++i) {
    const Statement& known = whole.statements[at.first + i - whole.first_way];
    if (program_.transitions[at.first + i].atomic) add_rest(out[i], type, whole.singles, whole.first_way);
    out[i].targets = known.targets;
    out[i].addition = known.addition;
    out[i].visible = shows(out[i], type, visible);
  }
  return out;
}

}  // namespace waymark::promela
