// Transitions: what can happen in a state, in Spin's order (docs/trust/exactness.md).
#pragma once

#include <vector>

#include "promela/channels.hpp"

namespace waymark::promela {

// Transition::choice: which transition of its control state (10 bits); for a rendezvous, the receiver's pid (8 bits)
// and which of its transitions (10 bits); two flags.
struct Choice {
  static constexpr std::uint32_t way_mask = most_ways - 1;
  static constexpr std::uint32_t receiver_shift = 10;
  static constexpr std::uint32_t acceptance_shift = 18;
  static constexpr std::uint32_t in_timeout = 1u << 31;     // collected when nothing else could move
  static constexpr std::uint32_t not_the_first = 1u << 30;  // of a D_proctype that should have had one way to go

  [[nodiscard]] static std::uint32_t way(const model::Transition& of) { return of.choice & way_mask; }
  [[nodiscard]] static std::uint32_t receiver(const model::Transition& of) {
    return of.choice >> receiver_shift & 0xFF;
  }
  [[nodiscard]] static std::uint32_t acceptance(const model::Transition& of) {
    return of.choice >> acceptance_shift & way_mask;
  }
};

class Transitions {
 public:
  // REQUIRES: all outlive it.
  Transitions(State& state, Errors& errors, Machine& machine, Channels& channels)
      : state_(state),
        errors_(errors),
        machine_(machine),
        channels_(channels),
        refused_(state.program().actions.size(), 0) {}

  // All of these append. The transitions of one process, in the order of its control state.
  void collect(std::uint32_t pid, std::vector<model::Transition>& out);
  // The same, unless its `provided` clause or priorities forbid it to move.
  void collect_if_allowed(std::uint32_t pid, std::vector<model::Transition>& out) {
    const Program& program = state_.program();
    if ((!program.uses_provided && !program.uses_priorities) || may_move(pid)) collect(pid, out);
  }
  // Of all processes; those of `timeout` if there are no others.
  void collect_system(std::vector<model::Transition>& out);
  // Those of `timeout`, if the program has any.
  void collect_at_timeout(std::vector<model::Transition>& out);
  void collect_claim(std::vector<model::Transition>& out);

  // Whether a transition can be taken, a rendezvous partner left aside. One whose test fails for an error counts as
  // executable, so that the step meets the error again.
  [[nodiscard]] bool executable(const TransitionInfo& transition, const Context& context, bool moved) {
    return transition.test.known ? passes(transition.test, context) : executable_by_code(transition, context, moved);
  }
  // The same for a process that stands there, which is noted if it cannot.
  [[nodiscard]] bool tries(const TransitionInfo& transition, const Context& context, bool moved) {
    if (executable(transition, context, moved)) return true;
    refused_[transition.action] = 1;
    return false;
  }
  // By action: which statements a process stood before that could not be executed.
  [[nodiscard]] const std::vector<std::uint8_t>& refused() const { return refused_; }
  // Whether a receive, or a d_step that begins with one, takes the pending offer.
  [[nodiscard]] bool accepts_offer(const TransitionInfo& transition, const Context& context);
  // Whether a process may move at all: its `provided` clause and everybody's priorities.
  [[nodiscard]] bool may_move(std::uint32_t pid);
  // enabled(pid), in code of the process `asking`.
  [[nodiscard]] bool has_enabled(std::int32_t pid, std::uint32_t asking);
  // Whether a send goes to a rendezvous channel.
  [[nodiscard]] bool is_offer(const TransitionInfo& transition, const Context& context) {
    return transition.kind == TransitionKind::send &&
           channels_.is_rendezvous(state_.program().sends[transition.operand], context);
  }

  // From now on processes that have come to their end stay there.
  void keep_ended() { stayed_.assign(state_.program().actions.size(), 0); }
  [[nodiscard]] bool keeps_ended() const { return !stayed_.empty(); }
  // Whether a process stays at this end, or the statement is none.
  [[nodiscard]] bool has_stayed(std::uint32_t action) const { return action < stayed_.size() && stayed_[action] != 0; }

  // Whether nothing but transitions of `timeout` can move: its value.
  [[nodiscard]] bool is_timeout() const { return timeout_; }
  void set_timeout(bool timeout) { timeout_ = timeout; }

 private:
  [[nodiscard]] bool passes(const RangeTest& test, const Context& context) const {
    const std::uint32_t at = test.is_local ? context.base + test.offset : test.offset;
    const auto value = static_cast<std::uint32_t>(state_.variable(at, test.kind));
    return ((value & test.mask) - test.least <= test.span) != test.without;
  }
  [[nodiscard]] bool executable_by_code(const TransitionInfo& transition, const Context& context, bool moved);
  [[nodiscard]] bool dstep_can_start(const TransitionInfo& transition, const Context& context, bool moved);
  void collect_processes(std::vector<model::Transition>& out);
  void collect_receivers(const Context& sender, const TransitionInfo& transition, std::uint32_t way,
                         std::vector<model::Transition>& out);

  State& state_;
  Errors& errors_;
  Machine& machine_;
  Channels& channels_;
  bool timeout_ = false;
  std::vector<std::uint8_t> refused_;
  std::vector<std::uint8_t> stayed_;       // by action, if processes stay where they end: whether one did
  std::vector<model::Transition> system_;  // what the system can do while the claim moves
};

}  // namespace waymark::promela
