// ComponentSearch: finds an accepting cycle, or one that is weakly fair to every actor besides, in one depth-first
// search and without copies of states. Acceptance is generalised: a strongly connected component has such a cycle if it
// has an accepting state, one of each further set of these (Facts::unmet) and, if it is to be fair, for every actor a
// step inside that does not wrong it. Components are gathered as the search goes (Couvreur; the roots of Gabow): states
// that are known to reach each other are one component, with what none of them meets and the actors whom all its steps
// wrong; when those are none, the cycle is there. It goes around the component: to the nearest state that meets what
// was not met before, then by the nearest step that wrongs one actor less, until nothing and nobody is left.
//
// Beside the store: two bits for each state, and eight bytes for each of a component that is still open.
#pragma once

#include <cstdint>
#include <vector>

#include "containers/budgeted_stack.hpp"
#include "model/path.hpp"
#include "search/cycles/actor_set.hpp"
#include "search/cycles/colours.hpp"
#include "search/explorer.hpp"
#include "search/search.hpp"

namespace waymark::search {

class ComponentSearch final : public Search, private Route {
 public:
  enum class Cycles : std::uint8_t { any, fair };

  // REQUIRES: parts.store, which is exact and gives words back, and judged.cycle.
  ComponentSearch(Parts parts, Cycles wanted);

  [[nodiscard]] Outcome run() override;

 private:
  // States that reach each other, as far as is known.
  struct Component {
    std::uint64_t root = 0;   // the first of them to have been met, on the path still
    std::uint64_t depth = 0;  // of the root
    std::uint32_t unmet = 0;  // by all of them, see unmet()
    bool cyclic = false;      // some step stays inside
  };

  void enter(std::uint64_t number);
  [[nodiscard]] bool open(std::uint64_t number, std::uint32_t unmet);
  void meet_known(std::uint64_t number);
  void leave();
  void close(std::uint64_t root);
  // Whether the component met last has a cycle that counts.
  [[nodiscard]] bool counts() const;
  // Whom the step wrongs that was just taken; nobody if cycles need not be fair.
  void note_wronged();
  void tell_cycle();
  void choices(std::vector<std::uint32_t>& out) override;

  model::Path path_;
  Colours colours_;  // cyan: of an open component; blue: no cycle that counts goes through here
  containers::BudgetedStack<std::uint64_t> open_;  // the states of open components, as they were met
  containers::BudgetedStack<Component> components_;
  bool fair_;
  ActorSets entries_;  // of each component: whom the step wrongs by which its root was met
  ActorSets wronged_;  // of each component: whom all steps inside wrong, if there are any
  ActorSet step_;
  std::vector<std::uint32_t> whole_;  // the choices of the lasso, while it is reported
  Explorer explorer_;
};

}  // namespace waymark::search
