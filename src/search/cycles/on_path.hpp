// OnPath: the states on a depth-first path, word for word, for searches whose store may take one state for another: a
// cycle is one only if it really comes back. States go as they came, last in, first out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/budget.hpp"
#include "containers/block.hpp"
#include "containers/budgeted_stack.hpp"
#include "containers/words.hpp"

namespace waymark::search {

class OnPath {
 public:
  explicit OnPath(base::Budget& budget) : budget_(budget), states_(budget), words_(budget) {}

  // False if there is no room; then nothing was added. REQUIRES: the state is not there.
  [[nodiscard]] bool push(std::span<const containers::Word> words, std::uint64_t number);
  void pop();
  // The number by which it was added; none if it is not there.
  [[nodiscard]] std::optional<std::uint64_t> find(std::span<const containers::Word> words) const;

  [[nodiscard]] static std::uint64_t hash(std::span<const containers::Word> words);
  // Of the state added last.
  [[nodiscard]] std::uint64_t top_hash() const { return states_.top().hash; }

 private:
  struct State {
    std::uint64_t hash;
    std::uint64_t number;
    std::uint64_t first;  // of its words; they end where the next one's begin
  };

  [[nodiscard]] bool grow();
  void place(std::uint64_t state);
  [[nodiscard]] bool same(std::uint64_t state, std::span<const containers::Word> words) const;

  base::Budget& budget_;
  containers::BudgetedStack<State> states_;
  containers::BudgetedStack<containers::Word> words_;
  // One more than an index into states_, or 0. Filled in the order of the states, so that the last one can be taken out
  // without a gap in anybody's way.
  containers::Block table_;
  std::uint64_t capacity_ = 0;
};

}  // namespace waymark::search
