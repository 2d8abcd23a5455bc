// Objection: why an infinite word does not satisfy a formula, in terms that a person follows.
#pragma once

#include <cstddef>
#include <string>

#include "ltl/formula.hpp"
#include "ltl/lasso_word.hpp"

namespace waymark::ltl {

struct Objection {
  std::string wanted;          // the part of the formula that should hold; without temporal operators where it can be
  bool never = false;          // it does not hold from that letter on; else it does not hold at that letter
  std::size_t from = 0;        // the letter
  std::string because = {};    // what holds and demands it; empty: it is demanded anyway
  std::size_t because_at = 0;  // the letter at which that holds
};

// REQUIRES: the word does not satisfy the formula.
[[nodiscard]] Objection object_to(const LassoWord& word, const Formula& formula);

}  // namespace waymark::ltl
