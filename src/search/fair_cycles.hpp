// FairCycles: finds an accepting cycle that is weakly fair to every actor, in one depth-first search and without copies
// of states. Acceptance is generalised: a strongly connected component has such a cycle if it has an accepting state
// and, for every actor, a step inside that does not wrong it. Components are gathered as the search goes (Couvreur; the
// roots of Gabow): states that are known to reach each other are one component, with whether it accepts and the actors
// whom all its steps wrong; when those are none, the cycle is there. It goes around the component: to an accepting
// state, then by the nearest step that wrongs one actor less, until nobody is left.
//
// Beside the store: two bits for each state, and eight bytes for each of a component that is still open.
#pragma once

#include <cstdint>
#include <vector>

#include "containers/budgeted_stack.hpp"
#include "model/path.hpp"
#include "search/actor_set.hpp"
#include "search/colours.hpp"
#include "search/explorer.hpp"
#include "search/search.hpp"

namespace waymark::search {

class FairCycles final : public Search, private Route {
 public:
  // REQUIRES: parts.store, which is exact and gives words back, and judged.cycle.
  explicit FairCycles(Parts parts);

  [[nodiscard]] Outcome run() override;

 private:
  // States that reach each other, as far as is known.
  struct Component {
    std::uint64_t root = 0;   // the first of them to have been met, on the path still
    std::uint64_t depth = 0;  // of the root
    bool accepting = false;   // one of them is
    bool cyclic = false;      // some step stays inside
  };

  void enter(std::uint64_t number);
  [[nodiscard]] bool open(std::uint64_t number, bool accepting);
  void meet_known(std::uint64_t number);
  void leave();
  void close(std::uint64_t root);
  [[nodiscard]] bool fair() const;
  void tell_cycle();
  void choices(std::vector<std::uint32_t>& out) override;

  model::Path path_;
  Colours colours_;  // cyan: of an open component; blue: no cycle that counts goes through here
  containers::BudgetedStack<std::uint64_t> open_;  // the states of open components, as they were met
  containers::BudgetedStack<Component> components_;
  ActorSets entries_;  // of each component: whom the step wrongs by which its root was met
  ActorSets wronged_;  // of each component: whom all steps inside wrong, if there are any
  ActorSet step_;
  std::vector<std::uint32_t> whole_;  // the choices of the lasso, while it is reported
  Explorer explorer_;
};

}  // namespace waymark::search
