#include "check/result.hpp"

#include "base/check.hpp"
#include "check/lasso.hpp"

namespace waymark::check {

Verdict verdict_of(const search::Outcome& outcome) {
  switch (outcome.verdict) {
    case search::Verdict::holds:
      return Verdict::holds;
    case search::Verdict::violation:
      return Verdict::violation;
    case search::Verdict::incomplete:
      return Verdict::incomplete;
    case search::Verdict::error:
      return Verdict::error;
  }
  CHECK(false);
}

std::string violated_formula(const Found& found, const Result& result) {
  if (!found.formula.empty()) return found.formula;
  const auto kind = base::named<Property>(found.violation.kind);
  const bool judged = !result.liveness.empty();
  const bool by_formula = is_of_formula(found.violation, judged) || kind == Property::progress;
  return by_formula && judged ? result.liveness.back().formula : "";
}

JudgedRun judged_run(const Found& found, const Result& result, const Properties& properties) {
  const std::string formula = violated_formula(found, result);
  return {found, properties.invariants, formula.empty() ? nullptr : ltl::parse(formula, "ltl"), properties.fair};
}

}  // namespace waymark::check
