// From a parsed ltl formula to the one that the rest of the world knows.
#pragma once

#include "ltl/formula.hpp"
#include "promela/syntax/ast.hpp"

namespace waymark::promela {

// Its propositions are expressions that an executor's watch() reads: the largest parts without temporal and logical
// operators; and, where in one of these something may have no value, the largest without temporal operators, so that
// one can ask first: in `i < N && a[i] == 0` the index is used only where it is one.
[[nodiscard]] ltl::FormulaPtr formula(const Ltl& parsed);

}  // namespace waymark::promela
