// Ancestry: who discovered whom in a breadth-first search, in two bits per state. States are expanded and numbered in
// order, so for each expanded state it is enough to write one 1 per new child and then a 0: the c-th 1 is state c, and
// the number of 0s before it is its parent.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "search/pile.hpp"

namespace waymark::search {

class Ancestry {
 public:
  explicit Ancestry(base::Budget& budget) : words_(budget) {}

  // The state being expanded has a new child. False if there is no room.
  [[nodiscard]] bool child() { return append(1); }
  // The state being expanded is done. False if there is no room.
  [[nodiscard]] bool close() { return append(0); }

  // The numbers from the initial state, 0, to this one. One sweep over the bits, however long the line is.
  [[nodiscard]] std::vector<std::uint64_t> line(std::uint64_t number) const;

 private:
  bool append(std::uint64_t bit) {
    if (bits_ % 64 == 0 && !words_.push(0)) return false;
    words_.top() |= bit << (bits_ % 64);
    ones_ += bit;
    ++bits_;
    return true;
  }

  Pile<std::uint64_t> words_;
  std::uint64_t bits_ = 0;
  std::uint64_t ones_ = 0;
};

}  // namespace waymark::search
