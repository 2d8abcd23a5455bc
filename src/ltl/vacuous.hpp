// Which subformulas of a formula that holds do not matter, as far as that follows from propositions that never change.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ltl/formula.hpp"

namespace waymark::ltl {

// Propositions that have one value in every state, by their texts.
using Constants = std::map<std::string, bool>;

struct Vacuous {
  FormulaPtr part;
  std::string because;  // "x == 9 never holds"
};

// The largest occurrences of subformulas that can be put at their worst, true or false, and the formula holds all the
// same. That is decided by the constants alone, so there may be more.
[[nodiscard]] std::vector<Vacuous> vacuous(const FormulaPtr& formula, const Constants& constants);

}  // namespace waymark::ltl
