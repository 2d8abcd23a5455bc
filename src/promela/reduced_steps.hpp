// ReducedSteps: partial order reduction of the enabled transitions (reduce/reduction.hpp).
#pragma once

#include <memory>
#include <vector>

#include "promela/interpreter.hpp"
#include "promela/reduce/reduction.hpp"

namespace waymark::promela {

class ReducedSteps final : private StateOracle {
 public:
  // `remembers`: decisions made before are used again. REQUIRES: the interpreter outlives it.
  ReducedSteps(Interpreter& interpreter, bool remembers) : interpreter_(interpreter), remembers_(remembers) {}

  // The program has another watch: what it reads becomes visible.
  void begin_anew() { reducer_.reset(); }
  // Processes of each of these sets can be exchanged: what cuts cycles does so for all of them.
  void exchange(std::vector<std::vector<std::uint32_t>> sets) { exchangeable_ = std::move(sets); }
  // From now on transitions are left out; answers why not, or an empty text.
  [[nodiscard]] std::string begin(const model::Facts& labels);
  [[nodiscard]] bool is_active() const { return active_; }
  // The processes whose transitions are enough; nullptr: all are needed.
  [[nodiscard]] const Pids* sufficient(const std::vector<model::Transition>& enabled);
  [[nodiscard]] std::uint64_t bytes() const { return reducer_ ? reducer_->bytes() : 0; }

 private:
  [[nodiscard]] bool ask(const Question& question) override;

  Interpreter& interpreter_;
  State& state_ = interpreter_.state();
  Transitions& transitions_ = interpreter_.transitions();
  bool remembers_;
  bool active_ = false;
  model::Facts labels_;
  std::vector<std::vector<std::uint32_t>> exchangeable_;
  std::vector<Possible> possible_;
  std::unique_ptr<Reducer> reducer_;  // made when it is needed, since a watch changes what is visible
};

}  // namespace waymark::promela
