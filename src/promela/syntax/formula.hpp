// From a parsed ltl formula to the one that the rest of the world knows.
#pragma once

#include "ltl/formula.hpp"
#include "promela/syntax/ast.hpp"

namespace waymark::promela {

// Its propositions are expressions that an executor's watch() reads: the largest parts without temporal and logical
// operators.
[[nodiscard]] ltl::FormulaPtr formula(const Ltl& parsed);

}  // namespace waymark::promela
