// What an executor has seen of assertions and conditions, and of processes that move together.
#include <algorithm>

#include "promela/executor.hpp"

namespace waymark::promela {

namespace {

template <typename Fits>
bool any_instruction(const Program& program, Code code, const Fits& fits) {
  for (; code != 0 && program.code[code].op != Op::ret; ++code) {
    if (fits(opcode(program.code[code].op))) return true;
  }
  return false;
}

bool is_assertion(const Program& program, const TransitionInfo& transition) {
  return transition.kind == TransitionKind::effect &&
         any_instruction(program, transition.code, [](const Opcode& each) { return each.op == Op::verify; });
}

// One that is a number in every state is not meant as a condition.
bool is_condition(const Program& program, const TransitionInfo& transition) {
  return transition.kind == TransitionKind::condition &&
         any_instruction(program, transition.code, [](const Opcode& each) {
           return each.family != Family::control && each.family != Family::constant &&
                  each.family != Family::arithmetic && each.family != Family::bits &&
                  each.family != Family::comparison && each.family != Family::unary;
         });
}

bool is_of_the_system(const Program& program, const ActionInfo& action) {
  const ProcessKind kind = program.types[action.type].kind;
  return action.counts && (kind == ProcessKind::proctype || kind == ProcessKind::init);
}

}  // namespace

bool two_move(const State& state, const std::vector<model::Transition>& all) {
  std::uint32_t first = nobody;
  for (const model::Transition& transition : all) {
    if (transition.actor == first) continue;
    const ControlState& control = state.control_state(state.context(transition.actor));
    const std::uint32_t number = control.first + Choice::way(transition);
    if (state.program().transitions[number].kind == TransitionKind::end) continue;
    if (first != nobody) return true;
    first = transition.actor;
  }
  return false;
}

std::optional<model::Observed> Executor::observed() const {
  const Program& program = state_.program();
  model::Observed seen;
  seen.together = together_;
  seen.sees_threads = !transitions_.keeps_ended();  // of those that have ended, too
  std::vector<std::uint8_t> refused = transitions_.refused();
  for (const TransitionInfo& dstep : program.transitions) {
    // Such a d_step is tried by the one condition that it begins with.
    if (dstep.kind != TransitionKind::dstep || !dstep.test.known || refused[dstep.action] == 0) continue;
    const ControlState& start =
        program.states[program.types[program.actions[dstep.action].type].first_state + dstep.operand];
    for (std::uint32_t i = start.first; i < start.first + start.count; ++i) refused[program.transitions[i].action] = 1;
  }
  std::vector<bool> told(program.actions.size(), false);
  for (const TransitionInfo& transition : program.transitions) {
    const ActionInfo& action = program.actions[transition.action];
    const bool asserts = is_assertion(program, transition);
    if (told[transition.action] || !is_of_the_system(program, action)) continue;
    if (!asserts && !is_condition(program, transition)) continue;
    told[transition.action] = true;
    const std::uint8_t reached = interpreter_.reached()[transition.action];
    model::Probe probe{.kind = asserts ? model::Probe::Kind::assertion : model::Probe::Kind::condition,
                       .text = action.shown(),
                       .location = location(program, action.at),
                       .which = transition.action};
    probe.evaluated = reached != 0 || (!asserts && refused[transition.action] != 0);
    probe.seen = asserts ? (reached & Interpreter::beside_another) != 0 : refused[transition.action] != 0;
    seen.probes.push_back(std::move(probe));
  }
  std::stable_sort(seen.probes.begin(), seen.probes.end(),
                   [](const model::Probe& a, const model::Probe& b) { return a.which < b.which; });
  return seen;
}

}  // namespace waymark::promela
