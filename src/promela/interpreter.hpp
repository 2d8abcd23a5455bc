// Interpreter: executes the steps of a compiled Promela program.
//
// What is a step follows Spin (docs/trust/exactness.md). An atomic sequence runs inside one step as long as it has one
// way to go; where it has several, the step is `intermediate`. With a claim, the claim's step is followed by
// `intermediate` and the system's steps.
#pragma once

#include <memory>
#include <vector>

#include "base/stop.hpp"
#include "promela/reduce/dead.hpp"
#include "promela/system.hpp"
#include "promela/waiting.hpp"

namespace waymark::promela {

class Interpreter {
 public:
  explicit Interpreter(std::shared_ptr<const Program> program)
      : state_(std::move(program)), reached_(state_.program().actions.size(), 0) {}

  [[nodiscard]] State& state() { return state_; }
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const Errors& errors() const { return errors_; }
  [[nodiscard]] Transitions& transitions() { return transitions_; }
  // The code of what is watched, by Watch.
  [[nodiscard]] std::vector<Code>& watches() { return watches_; }
  [[nodiscard]] Explainer& explainer() { return explainer_; }
  [[nodiscard]] std::vector<model::Standing> standings() {
    return Waiting(state_, errors_, machine_, transitions_, explainer_).standings();
  }
  // By action: which statements were executed, and which of them while there was another process.
  static constexpr std::uint8_t executed = 1;
  static constexpr std::uint8_t beside_another = 2;
  [[nodiscard]] std::uint8_t executed_here() const {
    return state_.processes().size() > 1 ? executed | beside_another : executed;
  }
  [[nodiscard]] std::vector<std::uint8_t>& reached() { return reached_; }
  [[nodiscard]] const std::vector<std::uint8_t>& reached() const { return reached_; }

  void set_stop(const base::Stop* stop) { stop_ = stop; }
  void poll() {
    if (stop_ != nullptr && stop_->reached()) [[unlikely]]
      give_up();
  }

  // From now on steps set variables to 0 that are dead behind them.
  void forget_dead(DeadVariables dead) { dead_ = std::move(dead); }

  // Stands in the initial state.
  void start();
  // Takes a transition of this state.
  [[nodiscard]] model::Step step(const model::Transition& transition);
  // The value of an expression, and why it has none; and the same of a proposition.
  [[nodiscard]] std::int32_t value_of(Code expression, Fault& why);
  [[nodiscard]] bool holds(Code proposition, Fault& why);

 private:
  static constexpr std::uint32_t endless_after = 10'000'000;  // statements in one indivisible sequence

  void give_up();
  // Executes one transition; answers the process that goes on alone after it, or nobody.
  std::uint32_t execute(const model::Transition& transition);
  std::uint32_t execute_offer(const model::Transition& taken, const TransitionInfo& transition, const Context& sender);
  // The rest of a transition whose effects are done; the same answer.
  std::uint32_t leave(const TransitionInfo& transition, const Context& context);
  void execute_plain(const TransitionInfo& transition, const Context& context);
  void execute_dstep(const TransitionInfo& transition, const Context& context);
  void begin_statement(const TransitionInfo& transition, std::uint32_t pid);
  void end_statement(const TransitionInfo& transition);
  [[nodiscard]] model::Step arrive(bool claim_moved);
  [[nodiscard]] model::Step end_with_fault();
  void forget_hidden();
  void forget_dead(const TransitionInfo& transition, const Context& context);
  // The same in processes that have just started, from this pid on.
  void forget_dead_from(std::size_t pid);
  void set_to_zero(std::uint32_t base, std::span<const DeadVariables::Range> ranges);

  State state_;
  std::vector<Code> watches_;
  std::vector<std::uint8_t> reached_;
  Errors errors_{state_};
  Explainer explainer_{state_};
  System system_{state_, errors_, machine_, channels_, transitions_, explainer_};
  Machine machine_{state_, errors_, system_};
  Trace trace_{state_, errors_, machine_, reached_};
  Channels channels_{state_, errors_, machine_, trace_, explainer_};
  Transitions transitions_{state_, errors_, machine_, channels_};
  DeadVariables dead_;
  const base::Stop* stop_ = nullptr;
  std::vector<model::Transition> ways_;  // of the process that goes on alone
};

}  // namespace waymark::promela
