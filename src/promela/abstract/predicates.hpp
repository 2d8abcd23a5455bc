// Predicates: what is still known of variables that are abstracted. Each variable `x:ITEM,…` gives some conditions; a
// bit for each is all that the abstract program has of it.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "promela/syntax/ast.hpp"

namespace waymark::promela {

struct Predicate {
  ExprPtr condition;
  std::unordered_set<const Symbol*> reads;
  const Process* process = nullptr;  // whose variables it reads; none: globals
  const Symbol* bit = nullptr;       // the variable that holds it; null as long as nothing is rewritten
  std::string name;                  // of the bit
};

struct Predicates {
  std::vector<Predicate> all;
  std::unordered_set<const Symbol*> gone;  // variables that are abstracted
};

// Reads items such as `x:sign,parity,0..3,<5,{x < y}` or `P.x:sign` for a variable of a process. Throws
// base::InputError, naming --abstract, for what is no variable, cannot be abstracted, or is no condition on it.
[[nodiscard]] Predicates read_predicates(Specification& specification, const std::vector<std::string>& items);

// The variables that an expression reads; only plain ones, without fields, are found.
[[nodiscard]] std::unordered_set<const Symbol*> variables_of(const ExprPtr& expr);

}  // namespace waymark::promela
