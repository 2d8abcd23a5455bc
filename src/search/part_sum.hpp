// PartSum: a hash of the state in which a model stands, for programs whose states have parts (model::CompositeState):
// the sum of those of its parts, on which all models agree. What a part adds is asked of the model once and then
// remembered by position and word, so the hash of a state costs as much as it differs from the one before.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/check.hpp"
#include "containers/differences.hpp"
#include "containers/mix.hpp"
#include "model/composite_state.hpp"
#include "model/model.hpp"
#include "store/words_hash.hpp"

namespace waymark::search {

class PartSum final : public store::WordsHash {
 public:
  // REQUIRES: the model has a composite_state().
  explicit PartSum(model::Model& model) : parted_(model.composite_state()) { CHECK(parted_ != nullptr); }

  [[nodiscard]] std::uint64_t of(std::span<const model::Word> words) override {
    for (std::size_t i = words.size(); i < last_.size(); ++i) sum_ -= added_[i];
    last_.resize(words.size());
    added_.resize(words.size());
    containers::each_difference(words, last_, [&](std::uint32_t i) {
      sum_ -= added_[i];
      last_[i] = words[i];
      added_[i] = words[i] == 0 ? 0 : adds(i, words[i]);
      sum_ += added_[i];
    });
    return sum_;
  }
  [[nodiscard]] std::uint64_t held_bytes() const override { return known_.capacity() * sizeof(Known); }

 private:
  struct Known {
    std::uint64_t part = 0;  // its position and its word, which is never 0; 0: nothing
    std::uint64_t hash = 0;
  };

  [[nodiscard]] std::uint64_t adds(std::uint32_t position, model::Word word) {
    if (4 * parts_ >= 3 * known_.size()) grow();
    Known& known = place_of(std::uint64_t{position} << 32 | word);
    if (known.part == 0) {
      known = {std::uint64_t{position} << 32 | word, parted_->hash_at(position)};
      ++parts_;
    }
    return known.hash;
  }
  [[nodiscard]] Known& place_of(std::uint64_t part) {
    std::uint64_t at = containers::mix(part) & (known_.size() - 1);
    while (known_[at].part != 0 && known_[at].part != part) at = (at + 1) & (known_.size() - 1);
    return known_[at];
  }
  void grow() {
    std::vector<Known> old(std::max<std::size_t>(1024, 2 * known_.size()));
    old.swap(known_);
    for (const Known& known : old) {
      if (known.part != 0) place_of(known.part) = known;
    }
  }

  model::CompositeState* parted_;
  std::vector<model::Word> last_;     // of the state asked about last
  std::vector<std::uint64_t> added_;  // by each of its parts
  std::uint64_t sum_ = 0;             // of these
  std::vector<Known> known_;          // a table with open addressing
  std::uint64_t parts_ = 0;           // in it
};

}  // namespace waymark::search
