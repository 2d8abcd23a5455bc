// Slicing: of a specification, what bears on the properties that are asked, as another specification. Verdicts about
// these properties are the same of both: docs/use/slicing.md says why.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "promela/syntax/ast.hpp"

namespace waymark::promela {

struct SliceCriteria {
  bool assertions = false;
  bool deadlock = false;
  bool acceptance = false, progress = false;
  bool cycles = false;                   // some formula is asked
  bool steps = false;                    // single steps are counted
  bool output = false;                   // what is printed stays
  std::vector<std::string> expressions;  // invariants, propositions of formulas
};

// A statement, a variable, or a field of messages, that is no longer there.
struct Cut {
  Position at;
  std::string text;
};

struct Slice {
  std::vector<Cut> statements;  // that were cut away, in the order of the text
  std::vector<Cut> variables;   // and fields of messages that carry nothing
  std::size_t statements_before = 0;
  std::size_t variables_before = 0;
  std::string whole;  // why nothing was cut away; empty: what could be was
};

// Cuts the specification in place. Formulas in its text that are not among `formulas` go as well. Throws
// base::InputError if an expression is none of the specification's.
[[nodiscard]] Slice slice(Specification& specification, const SliceCriteria& criteria,
                          const std::vector<std::string>& formulas);

}  // namespace waymark::promela
