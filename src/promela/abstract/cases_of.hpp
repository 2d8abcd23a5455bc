// What was decided of a statement, case by case, for people.
#pragma once

#include <vector>

#include "promela/abstract/abstract.hpp"
#include "promela/abstract/decide.hpp"

namespace waymark::promela {

[[nodiscard]] std::vector<Abstracted::Case> cases_of(const DecidedCondition& decided);
[[nodiscard]] std::vector<Abstracted::Case> cases_of(const DecidedEffect& decided);

}  // namespace waymark::promela
