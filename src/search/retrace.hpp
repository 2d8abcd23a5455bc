// Retrace: finds the choices that lead from one state to another by taking the transitions of the first once more.
// Searches that remember who discovered whom, but not how, get their trails this way.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/model.hpp"
#include "model/path.hpp"

namespace waymark::search {

class Retrace {
 public:
  explicit Retrace(model::Model& model) : model_(model), path_(model) {}

  // The state to go on from; if none is given, the initial one.
  void start() { model_.reset(); }
  void start(std::span<const model::Word> words) { model_.unpack(words); }
  // Appends the choices of the first way to this state by at most so many transitions, and stands there. REQUIRES:
  // there is one.
  void go(std::span<const model::Word> words, std::vector<std::uint32_t>& out, std::uint64_t transitions = 1);
  // The same by the transition of this index, from 0 on, among those of the state which arrive anywhere.
  void go(std::uint64_t index, std::vector<std::uint32_t>& out);

 private:
  [[nodiscard]] bool arrived(std::span<const model::Word> words);

  model::Model& model_;
  // Under no budget: a trail is owed even if the search ended because its memory was used up, and a single transition
  // needs next to none.
  model::Path path_;
};

}  // namespace waymark::search
