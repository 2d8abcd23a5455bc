#include "promela/interpreter.hpp"

#include <fmt/format.h>

namespace waymark::promela {

using model::Step;
using model::Transition;

// A step that is cut short leaves nothing behind but a state that is half done, from which the caller goes back.
void Interpreter::give_up() {
  channels_.withdraw_offer();
  transitions_.set_timeout(false);
  explainer_.end();
  stop_->poll();
}

void Interpreter::start() {
  system_.start();
  forget_dead_from(0);
  forget_hidden();
}

std::int32_t Interpreter::value_of(Code expression, Fault& why) {
  errors_.take();
  Context watcher;
  watcher.pid = nobody;
  const std::int32_t value = machine_.evaluate(expression, watcher);
  why = errors_.take();  // nothing of it is left for the next step
  return value;
}

bool Interpreter::holds(Code proposition, Fault& why) { return value_of(proposition, why) != 0 && why == Fault::none; }

void Interpreter::begin_statement(const TransitionInfo& transition, std::uint32_t pid) {
  errors_.set_current(transition);
  reached_[transition.action] |= executed_here();
  if (explainer_.is_active()) explainer_.begin_statement(pid);
}

// A d_step is described by its statements.
void Interpreter::end_statement(const TransitionInfo& transition) {
  if (explainer_.is_active() && transition.kind != TransitionKind::dstep) {
    explainer_.end_statement(state_.program().actions[transition.action]);
  }
}

void Interpreter::execute_plain(const TransitionInfo& transition, const Context& context) {
  const Program& program = state_.program();
  begin_statement(transition, context.pid);
  switch (transition.kind) {
    case TransitionKind::skip:
    case TransitionKind::otherwise:
      break;
    case TransitionKind::condition:
      // The guard held when it was tested; if it could not be evaluated, this meets the error again.
      if (!transition.sound) machine_.evaluate(transition.code, context);
      break;
    case TransitionKind::effect:
    case TransitionKind::launch: {
      const std::size_t before = state_.processes().size();
      machine_.perform(transition.code, context);
      forget_dead_from(before);
      break;
    }
    case TransitionKind::send:
      channels_.send(program.sends[transition.operand], context);
      break;
    case TransitionKind::receive:
      channels_.receive(program.receives[transition.operand], context);
      break;
    case TransitionKind::end:
      state_.pop_process();
      break;
    case TransitionKind::dstep:
      execute_dstep(transition, context);
      break;
  }
}

void Interpreter::execute_dstep(const TransitionInfo& dstep, const Context& context) {
  const Program& program = state_.program();
  const std::uint32_t first = context.first_state;
  std::uint32_t at = dstep.operand;
  for (std::uint32_t steps = 0; program.states[first + at].inside_dstep; ++steps) {
    poll();
    const ControlState& state = program.states[first + at];
    std::uint32_t taken = state.first;
    const std::uint32_t end = state.first + state.count;
    while (taken < end) {
      const TransitionInfo& option = program.transitions[taken];
      const bool takes_offer = channels_.offer().channel != 0;
      if (takes_offer ? transitions_.accepts_offer(option, context) : transitions_.tries(option, context, false)) {
        break;
      }
      ++taken;
    }
    errors_.set_current(taken < end ? program.transitions[taken] : dstep);
    if (taken == end) errors_.fault(Fault::stuck_dstep);
    if (steps == endless_after) errors_.fault(Fault::endless);
    if (errors_.any()) return;
    const TransitionInfo& transition = program.transitions[taken];
    if (transitions_.is_offer(transition, context)) errors_.fault(Fault::rendezvous_in_dstep);
    if (!errors_.any()) execute_plain(transition, context);
    if (errors_.any()) return;
    end_statement(transition);
    forget_dead(transition, context);
    at = transition.target;
  }
  state_.enter(context, at);
}

std::uint32_t Interpreter::leave(const TransitionInfo& transition, const Context& context) {
  if (errors_.any()) return nobody;
  if (transition.kind != TransitionKind::end && transition.kind != TransitionKind::dstep) {
    state_.enter(context, transition.target);
  }
  state_.remember_mover(context.pid);
  end_statement(transition);
  forget_dead(transition, context);
  return transition.atomic ? context.pid : nobody;
}

std::uint32_t Interpreter::execute(const Transition& taken) {
  const Context own = state_.context(taken.actor);
  const std::uint32_t id = state_.control_state(own).first + Choice::way(taken);
  const TransitionInfo& transition = state_.program().transitions[id];
  errors_.set_current(transition);
  if ((taken.choice & Choice::not_the_first) != 0) {
    const std::string& name = state_.program().types[own.type].name;
    errors_.fail("nondeterminism", fmt::format("D_proctype {} has several ways to go", name));
  }
  transitions_.set_timeout((taken.choice & Choice::in_timeout) != 0);
  if (transitions_.is_offer(transition, own)) return execute_offer(taken, transition, own);
  execute_plain(transition, own);
  transitions_.set_timeout(false);
  return leave(transition, own);
}

std::uint32_t Interpreter::execute_offer(const Transition& taken, const TransitionInfo& transition,
                                         const Context& sender) {
  begin_statement(transition, sender.pid);
  channels_.make_offer(state_.program().sends[transition.operand], sender);
  if (errors_.any()) return nobody;
  channels_.announce_offer();
  state_.enter(sender, transition.target);
  state_.remember_mover(sender.pid);  // for the receiver, the sender has moved
  end_statement(transition);
  forget_dead(transition, sender);
  const Context receiver = state_.context(Choice::receiver(taken));
  const std::uint32_t accepting = state_.control_state(receiver).first + Choice::acceptance(taken);
  const TransitionInfo& acceptance = state_.program().transitions[accepting];
  execute_plain(acceptance, receiver);
  channels_.withdraw_offer();
  transitions_.set_timeout(false);
  return leave(acceptance, receiver);
}

// A transition and, after it, the rest of an atomic sequence for as long as it has one way to go. Where it has several,
// the holder register says which process has to go on.
Step Interpreter::step(const Transition& transition) {
  errors_.begin_step();
  model::FlatState& state = state_.flat();
  const bool claim_moves = transition.actor == claim_pid;
  if (state.get<std::uint8_t>(Registers::holder) != 0) state.set(Registers::holder, std::uint8_t{0});
  std::uint32_t alone = execute(transition);
  for (std::uint32_t steps = 0; alone != nobody && !errors_.any(); ++steps) {
    poll();
    ways_.clear();
    if (alone == claim_pid || transitions_.may_move(alone)) transitions_.collect(alone, ways_);
    if (ways_.empty()) break;  // blocked: everybody may move again
    if (ways_.size() > 1) {
      if (alone != claim_pid) state.set(Registers::holder, static_cast<std::uint8_t>(alone + 1));
      return errors_.end_step(Step::intermediate);
    }
    if (steps == endless_after) errors_.fault(Fault::endless);
    if (!errors_.any()) alone = execute(ways_.front());
  }
  return errors_.any() ? end_with_fault() : arrive(claim_moves);
}

// A step is complete: of the system, or of the claim, which the system's step then follows.
Step Interpreter::arrive(bool claim_moved) {
  const Program& program = state_.program();
  if (claim_moved) {
    if (state_.control_state(state_.context(claim_pid)).proper_end) {
      errors_.fail("claim", fmt::format("{} claim completed", program.types[program.claim].name));
    }
    ways_.clear();
    transitions_.collect_system(ways_);
    if (!ways_.empty()) {
      state_.flat().set(Registers::turn, std::uint8_t{1});
      return errors_.end_step(Step::intermediate);
    }
    // The system has come to its end and stutters.
  } else if (program.claim != Program::none) {
    state_.flat().set(Registers::turn, std::uint8_t{0});
  }
  forget_hidden();
  return errors_.end_step(Step::moved);
}

Step Interpreter::end_with_fault() {
  channels_.withdraw_offer();
  transitions_.set_timeout(false);
  if (explainer_.is_active()) explainer_.end_with_fault(errors_.current());
  return errors_.end_with_fault();
}

void Interpreter::forget_hidden() {
  for (const auto& [offset, length] : state_.program().hidden_bytes) {
    std::memset(state_.flat().edit(offset, length), 0, length);
  }
}

void Interpreter::forget_dead(const TransitionInfo& transition, const Context& context) {
  const auto number = static_cast<std::size_t>(&transition - state_.program().transitions.data());
  set_to_zero(context.base, dead_.after(number));
}

void Interpreter::forget_dead_from(std::size_t pid) {
  for (; pid < state_.processes().size(); ++pid) {
    const ProcessPart& process = state_.processes()[pid];
    set_to_zero(process.base, dead_.at_start(process.type));
  }
}

void Interpreter::set_to_zero(std::uint32_t base, std::span<const DeadVariables::Range> ranges) {
  for (const DeadVariables::Range& range : ranges) {
    std::memset(state_.flat().edit(base + range.begin, range.length), 0, range.length);
  }
}

}  // namespace waymark::promela
