#include "check/say/result.hpp"

#include "base/check.hpp"

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

bool is_of_formula(const model::Violation& violation, bool formula) {
  return formula && (base::named<Property>(violation.kind) == Property::ltl || violation.kind == model::undefined_kind);
}

std::string violated_formula(const Found& found, const Result& result) {
  if (!found.formula.empty()) return found.formula;
  const auto kind = base::named<Property>(found.violation.kind);
  const bool judged = !result.liveness.empty();
  const bool by_formula = is_of_formula(found.violation, judged) || kind == Property::progress;
  return by_formula && judged ? result.liveness.back().formula : "";
}

}  // namespace waymark::check
