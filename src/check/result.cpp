#include "check/result.hpp"

#include <algorithm>

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

std::vector<model::Action> unreached(const model::Model& model) {
  std::vector<model::Action> found;
  for (model::ActionId id = 0; id < model.actions(); ++id) {
    if (model.reached(id)) continue;
    model::Action action = model.action(id);
    if (action.counts) found.push_back(std::move(action));
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.actor < b.actor; });
  return found;
}

}  // namespace waymark::check
