// Retrace: finds the choices that lead from one stored state to another by taking the transitions of the first once
// more. Searches that remember who discovered whom, but not how, get their trails this way.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "base/budget.hpp"
#include "model/model.hpp"
#include "search/path.hpp"
#include "store/store.hpp"

namespace waymark::search {

class Retrace {
 public:
  Retrace(model::Model& model, store::Store& store) : model_(model), store_(store), path_(model, budget_) {}

  // Appends the choices of the first transition from one state to the other. REQUIRES: there is one.
  void find(std::uint64_t from, std::uint64_t to, std::vector<std::uint32_t>& out);

 private:
  [[nodiscard]] bool arrived();

  model::Model& model_;
  store::Store& store_;
  // A trail is owed even if the search ended because its memory was used up; a single transition needs next to none.
  base::Budget budget_{std::numeric_limits<std::uint64_t>::max()};
  Path path_;
  std::vector<model::Word> target_;
};

}  // namespace waymark::search
