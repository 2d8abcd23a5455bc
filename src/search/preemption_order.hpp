// PreemptionOrder: in waves, first all states that need no preemption, then those that need one, and so on. Each state
// is expanded in the wave of the least number that it needs: without preemption in that wave, and by preemptions when
// the next one begins. So states of a wave have numbers in a row, and there is no queue.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "containers/budgeted_stack.hpp"
#include "model/path.hpp"
#include "search/explorer.hpp"
#include "search/search.hpp"

namespace waymark::search {

class PreemptionOrder final : public Search, private Route {
 public:
  // No wave after the one of `most` preemptions. REQUIRES: parts.store, which keeps the words of all states; the model
  // marks transitions that preempt (model/preemptions.hpp).
  PreemptionOrder(Parts parts, std::uint64_t most);
  [[nodiscard]] Outcome run() override;
  [[nodiscard]] Statistics statistics() const override;

 private:
  enum class Steps : std::uint8_t { free, preempting };

  void choices(std::vector<std::uint32_t>& out) override { path_.choices(out); }
  void explore();
  // Takes those transitions of a state.
  void expand(std::uint64_t number, Steps steps);
  // Whether a preemption leads from one of these states to one that is not known, or to a failure.
  [[nodiscard]] bool goes_on_from(std::uint64_t first, std::uint64_t end);
  void note_child();
  [[nodiscard]] std::vector<std::uint32_t> way(std::uint64_t number) const;

  // How a state was met first.
  struct Origin {
    std::uint64_t parent = 0;
    std::uint64_t choices = 0;  // where those that led here from the parent end in choices_
    std::uint64_t depth = 0;
  };

  const std::uint64_t most_;
  model::Path path_;
  containers::BudgetedStack<Origin> origins_;
  containers::BudgetedStack<std::uint32_t> choices_;
  std::vector<std::uint32_t> step_;
  std::vector<std::uint64_t> starts_;  // first numbers of waves
  std::optional<std::uint64_t> violated_;
  bool cut_off_ = false;
  Explorer explorer_;
};

}  // namespace waymark::search
