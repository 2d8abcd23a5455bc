// LevelWords: the words of states of two levels of a breadth-first search that one of several workers has met, for
// those who keep less than that of every state in what they share. One thread writes; all read what was written before
// the last time they waited for each other.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/budget.hpp"
#include "containers/block.hpp"
#include "containers/words.hpp"
#include "store/shared_states.hpp"

namespace waymark::store {

class LevelWords {
 public:
  explicit LevelWords(base::Budget& budget) : budget_(budget) {}

  // Keeps the words of a state of the next level; nowhere if there is no room.
  [[nodiscard]] Place keep(std::span<const containers::Word> words);
  // Those that somebody has kept there, while they last.
  [[nodiscard]] static std::span<const containers::Word> words(Place place);
  // The next level is expanded from now on. Its words stay; those of the level before are gone.
  void next_level();

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  // Records one after another: the length, then the words.
  struct Kept {
    std::vector<containers::Block> blocks;
    std::uint64_t used = 0;      // words of the last block
    std::uint64_t capacity = 0;  // which has so many
  };

  base::Budget& budget_;
  std::array<Kept, 2> levels_;  // the next one first
  std::uint64_t bytes_ = 0;
};

}  // namespace waymark::store
