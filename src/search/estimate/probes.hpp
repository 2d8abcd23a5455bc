// Probes: the estimate of coverage that Taleghani's thesis describes (chapter 5), for comparison with our own.
//
// A first part is searched in full, breadth-first or, as a variant, depth-first. Then transitions that nobody has taken
// yet are drawn at random, and all that one leads to is searched depth-first; as a variant, several such probes take
// turns. When the memory is full, the transitions left over that lead to unknown states are counted. Each is taken to
// lead to as many new states as one that was drawn and led to a new state did on average (equations 5.2 and 5.3).
#pragma once

#include <deque>
#include <random>
#include <vector>

#include "containers/budgeted_stack.hpp"
#include "model/path.hpp"
#include "search/explorer.hpp"
#include "search/search.hpp"
#include "store/count_only.hpp"

namespace waymark::search {

struct ProbesSettings {
  std::uint64_t first = 0;  // states of the first part
  std::uint64_t most = 0;   // states in all
  bool depth_first = false;
  std::uint32_t together = 1;  // probes that take turns
  std::uint64_t seed = 1;
};

class Probes final : public Search, private Route {
 public:
  // REQUIRES: parts.store is this one.
  Probes(const Parts& parts, store::CountOnly& store, const ProbesSettings& settings);
  [[nodiscard]] Outcome run() override;

 private:
  // Transitions of a state that have not been taken, from this choice on.
  struct Open {
    std::uint64_t number;
    std::uint32_t next;
  };
  using Stack = containers::BudgetedStack<Open>;
  // How a state was come by.
  struct Origin {
    std::uint64_t before;
    std::uint64_t first;  // of its choices
    std::uint64_t depth;
  };

  void choices(std::vector<std::uint32_t>& out) override;

  void begin();
  void breadth_first();
  // Takes one transition of the state on top of the stack; what is new goes on top of it.
  void advance(Stack& stack);
  // Takes a choice of a state, with all that it passes through; how many states were new. `last` if there are no more.
  std::uint64_t take(const Open& open, bool& last);
  void note_origin(std::uint64_t from);
  void push(Stack& stack, const Open& open) {
    if (!stack.push(open)) explorer_.stop(Why::memory);
  }
  void list_untaken();
  // Draws until one leads to a new state, which is then on the stack. False if none is left.
  [[nodiscard]] bool draw(Stack& stack);
  void probe();
  [[nodiscard]] Estimate estimate();
  [[nodiscard]] bool full() const { return store_.size() >= settings_.most; }

  store::CountOnly& store_;
  ProbesSettings settings_;
  std::mt19937_64 coin_;
  model::Path path_;
  containers::BudgetedStack<Origin> origins_;
  containers::BudgetedStack<std::uint32_t> choices_;
  std::vector<std::uint32_t> step_;
  Stack left_;     // of the first part: states with transitions left
  Stack untaken_;  // the same, a choice each
  std::deque<Stack> probes_;
  std::uint64_t from_ = 0;
  std::uint64_t productive_ = 0;  // drawn ones
  Explorer explorer_;
};

}  // namespace waymark::search
