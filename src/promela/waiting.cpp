#include "promela/waiting.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace waymark::promela {

using model::Wait;

template <typename Code>
std::vector<model::Value> Waiting::read_by(Code code) {
  model::Touched touched;
  state_.flat().notice(&touched);
  code();
  state_.flat().notice(nullptr);
  errors_.take();
  return explainer_.values_at(touched.offsets());
}

std::uint32_t Waiting::channel_of(const TransitionInfo& transition, const Context& context) {
  const Program& program = state_.program();
  if (transition.kind != TransitionKind::send && transition.kind != TransitionKind::receive) return 0;
  const Code code = transition.kind == TransitionKind::send ? program.sends[transition.operand].channel
                                                            : program.receives[transition.operand].channel;
  const std::int32_t number = machine_.evaluate(code, context);
  const bool known =
      errors_.take() == Fault::none && number > 0 && static_cast<std::size_t>(number) <= state_.channels().size();
  return known ? static_cast<std::uint32_t>(number) : 0;
}

std::vector<std::string> Waiting::users(std::uint32_t channel, TransitionKind kind, std::uint32_t except) {
  const Program& program = state_.program();
  std::vector<std::string> out;
  for (std::uint32_t pid = 0; pid < state_.processes().size(); ++pid) {
    if (pid == except) continue;
    const Context context = state_.context(pid);
    std::vector<bool> seen(program.types[context.type].state_count, false);
    std::vector<std::uint32_t> open{state_.process_state(state_.processes()[pid])};
    seen[open.front()] = true;
    bool found = false;
    while (!open.empty() && !found) {
      const ControlState& here = program.states[context.first_state + open.back()];
      open.pop_back();
      const auto go = [&](std::uint32_t target) {
        if (target >= seen.size() || seen[target]) return;
        seen[target] = true;
        open.push_back(target);
      };
      for (std::uint32_t i = here.first; i < here.first + here.count; ++i) {
        const TransitionInfo& transition = program.transitions[i];
        found = found || (transition.kind == kind && channel_of(transition, context) == channel);
        if (transition.kind == TransitionKind::dstep) go(transition.operand);
        if (transition.kind != TransitionKind::end) go(transition.target);
      }
    }
    if (found) out.push_back(explainer_.process_name(pid));
  }
  return out;
}

void Waiting::add_channel(const TransitionInfo& transition, const Context& context, std::vector<Wait>& out) {
  const std::uint32_t number = channel_of(transition, context);
  if (number == 0) return;
  const bool sends = transition.kind == TransitionKind::send;
  const bool rendezvous = state_.is_rendezvous(state_.channels()[number - 1]);
  Wait& wait = out.emplace_back();
  wait.kind = rendezvous ? Wait::Kind::partner : sends ? Wait::Kind::room : Wait::Kind::message;
  wait.what = explainer_.channel_name(number);
  wait.by = users(number, sends ? TransitionKind::receive : TransitionKind::send, context.pid);
}

void Waiting::add_wait(const TransitionInfo& transition, const Context& context, std::vector<Wait>& out) {
  switch (transition.kind) {
    case TransitionKind::send:
    case TransitionKind::receive:
      return add_channel(transition, context, out);
    case TransitionKind::condition: {
      const std::vector<model::Value> values =
          read_by([&] { (void)transitions_.executable(transition, context, false); });
      out.push_back({Wait::Kind::condition, state_.program().actions[transition.action].shown(), values, {}});
      return;
    }
    case TransitionKind::dstep: {
      const ControlState& start = state_.program().states[context.first_state + transition.operand];
      for (std::uint32_t i = start.first; i < start.first + start.count; ++i) {
        add_wait(state_.program().transitions[i], context, out);
      }
      return;
    }
    default:  // a process at its end waits for younger ones, as all of its kind do
      return;
  }
}

std::vector<Wait> Waiting::waits(std::uint32_t pid) {
  std::vector<Wait> out;
  const Program& program = state_.program();
  const Context context = state_.context(pid);
  const Code provided = program.types[context.type].provided;
  if (provided != 0) {
    bool allowed = true;
    const std::vector<model::Value> values = read_by([&] { allowed = machine_.evaluate(provided, context) != 0; });
    if (!allowed) return {{Wait::Kind::condition, "its provided clause", values, {}}};
  }
  std::vector<model::Transition> ways;
  transitions_.collect(pid, ways);
  errors_.take();
  if (!ways.empty()) return out;
  const ControlState& state = state_.control_state(context);
  for (std::uint32_t i = state.first; i < state.first + state.count; ++i) {
    const std::size_t before = out.size();
    add_wait(program.transitions[i], context, out);
    for (std::size_t k = before; k < out.size(); ++k) {
      out[k].location = location(program, program.actions[program.transitions[i].action].at);
    }
  }
  return out;
}

std::vector<model::Standing> Waiting::standings() {
  const Program& program = state_.program();
  std::vector<model::Standing> all;
  for (std::uint32_t pid = 0; pid < state_.processes().size(); ++pid) {
    model::Standing& one = all.emplace_back();
    one.who = explainer_.process_name(pid);
    one.actor = pid;
    const ControlState& state = state_.control_state(state_.context(pid));
    one.may_stay = state.proper_end;
    for (std::uint32_t i = 0; i < state.count; ++i) {
      const ActionInfo& action = program.actions[program.transitions[state.first + i].action];
      if (action.counts) one.ways.push_back({action.shown(), location(program, action.at)});
    }
    if (one.ways.empty()) {
      one.waits_for = "at its end";
    } else {
      one.location = one.ways.front().location;
    }
    one.waits = waits(pid);
  }
  return all;
}

}  // namespace waymark::promela
