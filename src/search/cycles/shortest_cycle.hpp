// ShortestCycle: a shortest way to an accepting cycle and around it. The nested search finds some cycle in little
// memory; this one goes through the whole graph breadth-first, keeps all its edges, and then compares: from each state,
// nearest first, the shortest way through an accepting state back to itself. States from which nothing shorter can come
// are not looked at.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "containers/budgeted_stack.hpp"
#include "model/path.hpp"
#include "search/ancestry.hpp"
#include "search/explorer.hpp"
#include "search/search.hpp"

namespace waymark::search {

class ShortestCycle final : public Search, private Route {
 public:
  // REQUIRES: parts.store, which is exact and gives words back, and judged.cycle.
  explicit ShortestCycle(Parts parts);
  [[nodiscard]] Outcome run() override;

 private:
  // Writes down where transitions lead.
  class Edges final : public StepListener {
   public:
    explicit Edges(base::Budget& budget) : targets(budget), first(budget) {}
    void stepped(const Stepped& step) override;
    bool full = false;
    containers::BudgetedStack<std::uint32_t> targets;
    containers::BudgetedStack<std::uint64_t>
        first;  // of each state that has been expanded; its edges end where the next one's begin
  };
  struct Lasso {
    std::uint64_t start = 0;                                           // where the cycle begins and ends
    std::uint64_t length = std::numeric_limits<std::uint64_t>::max();  // with the way to it
    std::vector<std::uint64_t> cycle;                                  // the states, without the start
  };

  class WayBack;

  void choices(std::vector<std::uint32_t>& out) override;
  void explore();
  // Components of states that reach each other, as numbers; 0: no accepting cycle goes through here.
  [[nodiscard]] std::vector<std::uint32_t> components() const;
  [[nodiscard]] Lasso shortest(std::uint64_t less_than);
  void report(const Lasso& lasso);
  [[nodiscard]] std::uint64_t edges_end(std::uint64_t state) const {
    return state + 1 < edges_.first.size() ? edges_.first[state + 1] : edges_.targets.size();
  }

  model::Path path_;
  Ancestry ancestry_;
  Edges edges_;
  std::vector<std::uint64_t> levels_;  // the first state of each
  std::vector<bool> accepting_;
  std::uint64_t expanding_ = 0;
  std::vector<std::uint32_t> whole_;  // the choices of the lasso, while it is reported
  Explorer explorer_;
};

}  // namespace waymark::search
