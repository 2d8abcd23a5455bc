// Errors: what has gone wrong in the step at hand, or in a proposition, and at which statement. A fault ends the step;
// a failure (an assertion, a claim, a trace) is a violation, after which the step goes on.
#pragma once

#include <string>
#include <string_view>

#include "promela/state.hpp"

namespace waymark::promela {

enum class Fault : std::uint8_t {
  none,
  bounds,
  division,
  no_channel,
  not_exclusive,
  arity,
  poll,
  processes,
  channels,
  priority,
  hidden,
  self_enabled,
  stuck_dstep,
  endless,
  trace_choice,
  rendezvous_in_dstep
};

[[nodiscard]] std::string_view detail_of(Fault fault);
[[nodiscard]] std::string location(const Program& program, const Position& at);

class Errors {
 public:
  explicit Errors(const State& state) : state_(state) {}

  // The first fault counts.
  void fault(Fault fault) {
    if (fault_ == Fault::none) fault_ = fault;
  }
  [[nodiscard]] bool any() const { return fault_ != Fault::none; }
  // Answers the fault and forgets it.
  Fault take() { return std::exchange(fault_, Fault::none); }
  void put_back(Fault fault) { fault_ = fault; }

  // The statement that is executed.
  void set_current(const TransitionInfo& transition) { current_ = &transition; }
  [[nodiscard]] const ActionInfo& current() const { return state_.program().actions[current_->action]; }

  // A step begins.
  void begin_step() {
    fault_ = Fault::none;
    failed_ = false;
  }
  // The first failure of a step counts.
  void fail(std::string kind, std::string detail);
  // What a step is that came to its end, or to a choice.
  [[nodiscard]] model::Step end_step(model::Step step);
  // What a step is that met a fault.
  [[nodiscard]] model::Step end_with_fault();
  [[nodiscard]] const model::Violation& violation() const { return violation_; }

 private:
  const State& state_;
  Fault fault_ = Fault::none;
  bool failed_ = false;
  const TransitionInfo* current_ = nullptr;
  model::Violation violation_;
};

}  // namespace waymark::promela
