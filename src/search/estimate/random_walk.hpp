// RandomWalk: runs the program from its initial state, choosing by a seeded coin, again and again. It stores nothing,
// so it can only find violations, never exclude them. The same seed walks the same way on every machine.
#pragma once

#include <random>

#include "containers/budgeted_stack.hpp"
#include "search/explorer.hpp"
#include "search/search.hpp"

namespace waymark::search {

struct Walks {
  std::uint64_t seed = 1;
  std::uint64_t length = 10'000;  // transitions, at most, of one walk
  std::uint64_t count = 1;
};

class RandomWalk final : public Search, private Route {
 public:
  // parts.store is not used.
  RandomWalk(Parts parts, const Walks& walks);
  [[nodiscard]] Outcome run() override;
  // The choices of the last walk.
  void choices(std::vector<std::uint32_t>& out) override;

 private:
  void walk();
  // Takes one transition, through all choices inside it. False if the walk ends here.
  [[nodiscard]] bool step(std::uint64_t depth);
  // Fires an enabled transition drawn at random; those that lead nowhere are drawn once.
  [[nodiscard]] Arrival draw(std::uint64_t depth);
  [[nodiscard]] std::uint32_t below(std::size_t bound);

  Walks walks_;
  std::mt19937_64 coin_;  // its sequence is fixed by the C++ standard
  containers::BudgetedStack<std::uint32_t> choices_;
  Explorer explorer_;
  std::vector<model::Transition> enabled_;
  std::vector<std::uint32_t> untried_;
};

}  // namespace waymark::search
