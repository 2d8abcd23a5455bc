// Retrace: finds the choices that lead from one state to another by taking the transitions of the first once more.
// Searches that remember who discovered whom, but not how, get their trails this way.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/budget.hpp"
#include "model/model.hpp"
#include "search/path.hpp"

namespace waymark::search {

class Retrace {
 public:
  explicit Retrace(model::Model& model) : model_(model), path_(model, budget_) {}

  // The state to go on from.
  void start(std::span<const model::Word> words) { model_.unpack(words); }
  // Appends the choices of the first way to this state by at most so many transitions, and stands there. REQUIRES:
  // there is one.
  void go(std::span<const model::Word> words, std::vector<std::uint32_t>& out, std::uint64_t transitions = 1);

 private:
  [[nodiscard]] bool arrived(std::span<const model::Word> words);

  model::Model& model_;
  // A trail is owed even if the search ended because its memory was used up; a single transition needs next to none.
  base::Budget budget_{std::numeric_limits<std::uint64_t>::max()};
  Path path_;
};

}  // namespace waymark::search
