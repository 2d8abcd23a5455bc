#include "report/result.hpp"

#include <algorithm>

namespace waymark::report {

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

}  // namespace waymark::report
