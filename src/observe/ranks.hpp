// Ranks: labels that show that a graph has no accepting cycle, or none that is fair to every actor. A label is a rank
// and a set of transitions: set 0 are those that leave accepting states, set i + 1 those that are fair to actor i.
// Along every transition the rank falls, or rank and set stay and the transition lies outside the set.
// docs/trust/soundness.md says why that proves it, and that every graph without such cycles can be labelled so.
//
// Labels belong to strongly connected components, which are gone through against the direction of the transitions. Each
// keeps the label of what it leads to wherever that is allowed: what stays the same costs a script nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "base/stop.hpp"
#include "containers/budgeted_stack.hpp"
#include "model/movers.hpp"

namespace waymark::observe {

// All states that a search has explored, in the order of their numbers, and their transitions.
struct RankedGraph {
  explicit RankedGraph(base::Budget& budget) : first(budget), targets(budget), kinds(budget), accepting(budget) {}

  containers::BudgetedStack<std::uint64_t> first;  // of each state's transitions; they end where the next one's begin
  containers::BudgetedStack<std::uint32_t> targets;
  containers::BudgetedStack<std::uint32_t>
      kinds;  // of each transition, as model::Movers tells them; if fairness counts
  containers::BudgetedStack<std::uint8_t> accepting;

  [[nodiscard]] std::uint64_t states() const { return first.size(); }
  [[nodiscard]] std::uint64_t end(std::uint64_t state) const {
    return state + 1 < first.size() ? first[state + 1] : targets.size();
  }
};

class Ranks {
 public:
  struct Label {
    std::uint32_t rank = 0;
    std::uint32_t set = 0;
    friend bool operator==(const Label&, const Label&) = default;
  };
  enum class Answer : std::uint8_t { ranked, cycle, no_room };

  // Without movers every cycle counts. What is needed is taken from the budget; `stop`, if any, is polled.
  Ranks(const RankedGraph& graph, model::Movers* movers, base::Budget& budget, const base::Stop* stop)
      : graph_(graph), movers_(movers), held_(budget), stop_(stop) {}

  // `cycle`: there are no ranks, since some cycle is accepting, and fair if that counts. Throws base::Stopped.
  [[nodiscard]] Answer compute();
  // REQUIRES: ranked.
  [[nodiscard]] const Label& of(std::uint64_t state) const { return labels_[component_[state]]; }

 private:
  // What is known of a component when its transitions have been looked at.
  struct Seen {
    bool leaves = false;     // some transition leads out of it,
    Label highest;           // to a label of this rank at most;
    bool may_keep = false;   // which it could have itself, as far as those transitions go
    bool cyclic = false;     // some transition stays inside
    bool accepting = false;  // and one of those leaves an accepting state
  };

  [[nodiscard]] bool take(std::uint64_t bytes) { return held_.resize(held_.bytes() + bytes); }
  [[nodiscard]] bool find_components();
  void list_members();
  void tell_fair_sets();
  [[nodiscard]] bool in_set(std::uint32_t set, std::uint64_t state, std::uint64_t transition) const;
  [[nodiscard]] Seen look_at(std::uint32_t component);
  void look_at(std::uint32_t component, std::uint64_t state, std::uint64_t transition, Seen& seen);
  // A set that no transition inside the component lies in; false if there is none.
  [[nodiscard]] bool missed(const Seen& seen, std::uint32_t& set) const;
  [[nodiscard]] bool misses(const Seen& seen, std::uint32_t set) const;

  const RankedGraph& graph_;
  model::Movers* movers_;
  base::Reservation held_;
  const base::Stop* stop_;
  std::vector<std::uint32_t> component_;  // by state
  std::vector<std::uint32_t> members_;    // states, component by component
  std::vector<std::uint32_t> begins_;     // where a component's members begin
  std::vector<Label> labels_;             // by component
  // Fairness: bit i of a set of actors stands for actor i.
  std::size_t words_ = 0;               // of such a set
  std::vector<std::uint64_t> fair_to_;  // by kind: the actors to whom it is fair
  std::vector<std::uint64_t> met_;      // by the component at hand: to whom some transition inside it is fair
  std::vector<std::uint32_t> noted_;    // by kind: the component, counted from 1, by which it was noted last
};

}  // namespace waymark::observe
