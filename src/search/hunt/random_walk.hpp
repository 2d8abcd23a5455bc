// RandomWalk: runs the program from its initial state, again and again, wherever a guide leads. It stores nothing, so
// it can only find violations, never exclude them.
#pragma once

#include "containers/budgeted_stack.hpp"
#include "search/explorer.hpp"
#include "search/hunt/guide.hpp"
#include "search/hunt/run_states.hpp"
#include "search/search.hpp"

namespace waymark::search {

struct Walks {
  std::uint64_t length = 10'000;   // transitions, at most, of one walk
  RunStates* states = nullptr;     // notes where the walks come to, if anybody wants to know
  std::uint64_t patience = 1'000;  // with that: a walk ends that comes so often to a state where it has been
};

class RandomWalk final : public Search, private Route {
 public:
  // parts.store is not used. The guide outlives it.
  RandomWalk(Parts parts, const Walks& walks, Guide& guide);
  [[nodiscard]] Outcome run() override;
  // The choices of the last walk.
  void choices(std::vector<std::uint32_t>& out) override;

 private:
  void walk();
  // Takes one transition, through all choices inside it. False if the walk ends here.
  [[nodiscard]] bool step(std::uint64_t depth);
  // Fires an enabled transition that the guide chooses; those that lead nowhere are chosen once.
  [[nodiscard]] Arrival draw(std::uint64_t depth);

  Walks walks_;
  Guide& guide_;
  containers::BudgetedStack<std::uint32_t> choices_;
  Explorer explorer_;
  std::vector<model::Transition> enabled_;
  std::vector<std::uint32_t> untried_;
  model::Transition taken_;
  std::uint64_t again_ = 0;  // how often this walk came to where it had been
};

}  // namespace waymark::search
