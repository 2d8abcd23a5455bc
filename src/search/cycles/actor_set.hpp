// ActorSet: a set of actors, a bit for each; as long as its highest member asks for. And a stack of such sets, under a
// budget. Weak fairness is about those whom a step wrongs: they could have moved in it and did not.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "containers/budgeted_stack.hpp"
#include "model/path.hpp"

namespace waymark::search {

using ActorSet = std::vector<std::uint64_t>;

[[nodiscard]] bool empty(const ActorSet& set);
void intersect(ActorSet& set, const ActorSet& other);

// Those whom the step wrongs that has just been taken from the top of the path. A step that goes through choices inside
// an indivisible sequence belongs to the actor that moves first in it; one in which nobody moves, because the run has
// come to its end, wrongs nobody. REQUIRES: it has been taken, and what it leads to is not on the path.
void wronged(const model::Path& path, ActorSet& out);

class ActorSets {
 public:
  explicit ActorSets(base::Budget& budget) : words_(budget) {}

  // False if there is no room.
  [[nodiscard]] bool push(const ActorSet& set);
  void pop() { words_.shrink(words_.size() - width_); }
  // The set pushed last.
  [[nodiscard]] bool top_is_empty() const;
  void intersect_with_top(ActorSet& set) const;

 private:
  [[nodiscard]] bool widen(std::uint64_t width);

  containers::BudgetedStack<std::uint64_t> words_;
  std::uint64_t width_ = 1;  // words of each set
};

}  // namespace waymark::search
