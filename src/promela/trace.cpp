#include "promela/trace.hpp"

namespace waymark::promela {

bool Trace::matches(const TransitionInfo& transition, bool sent, std::uint32_t number,
                    std::span<const std::int32_t> offered) {
  const bool is_send = transition.kind == TransitionKind::send;
  if (is_send != sent || (!is_send && transition.kind != TransitionKind::receive)) return false;
  const ReceiveInfo& pattern = state_.program().receives[transition.operand];
  if (machine_.evaluate(pattern.channel, {}) != static_cast<std::int32_t>(number)) return false;
  const ChannelPart& channel = state_.channels()[number - 1];
  for (std::uint32_t i = 0; i < pattern.fields.size(); ++i) {
    if (pattern.fields[i].kind != ReceiveField::Kind::match) continue;
    // A send is followed when its message is in (as the last one), a receive before it is out (as the first one).
    const std::int32_t value =
        state_.is_rendezvous(channel) ? offered[i] : state_.field(channel, sent ? state_.length(channel) - 1 : 0, i);
    if (machine_.evaluate(pattern.fields[i].code, {}) != value) return false;
  }
  return true;
}

void Trace::move(bool sent, std::uint32_t number, std::span<const std::int32_t> offered) {
  const Program& program = state_.program();
  const auto& watched = sent ? program.traced_sends : program.traced_receives;
  if (number >= watched.size() || !watched[number]) return;
  const ProcessType& trace = program.types[program.trace];
  const bool negated = trace.kind == ProcessKind::notrace;
  const auto is_end = [&](std::uint32_t event) { return event + 1 == trace.state_count; };
  const std::uint32_t event = state_.flat().get<std::uint16_t>(Registers::event);
  const ControlState& state = program.states[trace.first_state + event];
  std::uint32_t found = Program::none;
  for (std::uint32_t i = state.first; i < state.first + state.count && !is_end(event); ++i) {
    if (!matches(program.transitions[i], sent, number, offered)) continue;
    if (found != Program::none) {
      errors_.fault(Fault::trace_choice);
      return;
    }
    found = i;
  }
  if (found != Program::none) {
    reached_[program.transitions[found].action] = 1;
    const std::uint32_t target = program.transitions[found].target;
    state_.flat().set(Registers::event, static_cast<std::uint16_t>(target));
    if (negated && is_end(target)) errors_.fail("trace", "notrace: all events matched");
  } else if (negated) {  // only the first try counts
    state_.flat().set(Registers::event, static_cast<std::uint16_t>(trace.state_count - 1));
  } else {
    errors_.fail("trace", "trace: no matching event");
  }
}

}  // namespace waymark::promela
