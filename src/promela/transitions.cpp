#include "promela/transitions.hpp"

namespace waymark::promela {

using model::Transition;

bool Transitions::accepts_offer(const TransitionInfo& transition, const Context& context) {
  const Program& program = state_.program();
  if (transition.kind == TransitionKind::dstep) {
    const ControlState& start = program.states[context.first_state + transition.operand];
    for (std::uint32_t i = start.first; i < start.first + start.count; ++i) {
      if (accepts_offer(program.transitions[i], context)) return true;
    }
    return false;
  }
  return transition.kind == TransitionKind::receive &&
         channels_.accepts_offer(program.receives[transition.operand], context);
}

bool Transitions::executable_by_code(const TransitionInfo& transition, const Context& context, bool moved) {
  const Program& program = state_.program();
  bool result = true;
  switch (transition.kind) {
    case TransitionKind::skip:
    case TransitionKind::effect:
    case TransitionKind::launch:
      return true;
    case TransitionKind::condition:
      result = machine_.evaluate(transition.code, context) != 0;
      break;
    case TransitionKind::send:
      result = channels_.can_send(program.sends[transition.operand], context);
      break;
    case TransitionKind::receive:
      result = channels_.can_receive(program.receives[transition.operand], context);
      break;
    case TransitionKind::otherwise:
      return !moved;
    case TransitionKind::end:
      if (!stayed_.empty()) {
        stayed_[transition.action] = 1;
        return false;
      }
      return context.pid + 1 == state_.processes().size();
    case TransitionKind::dstep:
      result = dstep_can_start(transition, context, moved);
      break;
  }
  return errors_.take() != Fault::none || result;
}

// Options that begin with an assignment or the like do not make a d_step executable, unless there are no others.
bool Transitions::dstep_can_start(const TransitionInfo& transition, const Context& context, bool moved) {
  const Program& program = state_.program();
  const ControlState& start = program.states[context.first_state + transition.operand];
  bool any_test = false;
  for (std::uint32_t i = start.first; i < start.first + start.count; ++i) {
    const TransitionInfo& option = program.transitions[i];
    if (option.kind == TransitionKind::effect || option.kind == TransitionKind::skip) continue;
    any_test = true;
    if (tries(option, context, moved)) return true;
  }
  return !any_test;
}

bool Transitions::may_move(std::uint32_t pid) {
  const Program& program = state_.program();
  const Context own = state_.context(pid);
  const auto provided = [&](const Context& of) {
    const Code code = program.types[of.type].provided;
    return code == 0 || machine_.evaluate(code, of) != 0;
  };
  if (program.uses_provided && !provided(own)) return false;
  if (!program.uses_priorities) return true;
  const auto priority = [this](const Context& of) {
    return state_.flat().get<std::uint8_t>(of.base + ProcessHeader::priority);
  };
  for (std::uint32_t other = 0; other < state_.processes().size(); ++other) {
    const Context rival = state_.context(other);
    if (other != pid && priority(rival) > priority(own) && provided(rival) &&
        has_enabled(static_cast<std::int32_t>(other), nobody)) {
      return false;
    }
  }
  return true;
}

bool Transitions::has_enabled(std::int32_t pid, std::uint32_t asking) {
  if (pid == static_cast<std::int32_t>(asking)) {
    errors_.fault(Fault::self_enabled);
    return false;
  }
  if (pid < 0 || static_cast<std::size_t>(pid) >= state_.processes().size()) return false;
  const Context of = state_.context(static_cast<std::uint32_t>(pid));
  const ControlState& state = state_.control_state(of);
  for (std::uint32_t i = state.first; i < state.first + state.count; ++i) {
    if (executable(state_.program().transitions[i], of, false)) return true;
  }
  return false;
}

// Escapes of an `unless` stand before what they leave: once one of them can be executed, only those of the same escape
// count.
void Transitions::collect(std::uint32_t pid, std::vector<Transition>& out) {
  const Program& program = state_.program();
  const Context own = state_.context(pid);
  const ControlState& state = state_.control_state(own);
  const bool deterministic = program.types[own.type].deterministic;
  const std::uint32_t flags = timeout_ ? Choice::in_timeout : 0;
  bool moved = false;
  std::uint32_t escape = 0;
  for (std::uint32_t i = state.first; i < state.first + state.count; ++i) {
    const TransitionInfo& transition = program.transitions[i];
    if (escape != 0 && transition.escape != escape) break;
    if (!tries(transition, own, moved)) continue;
    if (is_offer(transition, own)) {
      const std::size_t before = out.size();
      collect_receivers(own, transition, i - state.first, out);
      if (out.size() == before) continue;
    } else {
      const std::uint32_t late = deterministic && moved ? Choice::not_the_first : 0;
      out.push_back({pid, transition.action, (i - state.first) | flags | late});
    }
    moved = true;
    escape = transition.escape;
  }
}

// Makes the offer as the sender's step would, collects the transitions that accept it, and takes it back.
void Transitions::collect_receivers(const Context& sender, const TransitionInfo& transition, std::uint32_t way,
                                    std::vector<Transition>& out) {
  const Program& program = state_.program();
  channels_.make_offer(program.sends[transition.operand], sender);
  if (errors_.take() != Fault::none) {
    out.push_back({sender.pid, transition.action, way});
    return;
  }
  const std::uint32_t choice = way | (timeout_ ? Choice::in_timeout : 0);
  const model::Mark before = state_.flat().mark();
  state_.enter(sender, transition.target);
  state_.remember_mover(sender.pid);
  for (auto pid = static_cast<std::uint32_t>(state_.processes().size()); pid-- > 0;) {
    if (pid == sender.pid) continue;
    const Context receiver = state_.context(pid);
    const ControlState& state = state_.control_state(receiver);
    std::uint32_t escape = 0;
    bool allowed = false;
    for (std::uint32_t i = 0; i < state.count; ++i) {
      const TransitionInfo& candidate = program.transitions[state.first + i];
      if (escape != 0 && candidate.escape != escape) break;
      if (candidate.kind != TransitionKind::receive && candidate.kind != TransitionKind::dstep) continue;
      if (!accepts_offer(candidate, receiver)) {
        errors_.take();
        continue;
      }
      if (!allowed && !may_move(pid)) break;
      allowed = true;
      out.push_back(
          {sender.pid, transition.action, choice | pid << Choice::receiver_shift | i << Choice::acceptance_shift});
      escape = candidate.escape;
    }
  }
  channels_.withdraw_offer();
  state_.flat().rewind(before);
}

void Transitions::collect_processes(std::vector<Transition>& out) {
  for (auto pid = static_cast<std::uint32_t>(state_.processes().size()); pid-- > 0;) {
    collect_if_allowed(pid, out);
  }
}

void Transitions::collect_system(std::vector<Transition>& out) {
  timeout_ = false;
  collect_processes(out);
  if (out.empty()) collect_at_timeout(out);
}

void Transitions::collect_at_timeout(std::vector<Transition>& out) {
  if (!state_.program().uses_timeout) return;
  timeout_ = true;
  collect_processes(out);
  timeout_ = false;
}

void Transitions::collect_claim(std::vector<Transition>& out) {
  if (state_.program().uses_timeout) {
    system_.clear();
    collect_system(system_);
    timeout_ = !system_.empty() && (system_.front().choice & Choice::in_timeout) != 0;
  }
  collect(claim_pid, out);
  timeout_ = false;
}

}  // namespace waymark::promela
