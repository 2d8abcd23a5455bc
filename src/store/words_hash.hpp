// WordsHash: who hashes states whose words mean something to one model alone, so that all models of the program agree.
#pragma once

#include <cstdint>
#include <span>

#include "containers/words.hpp"

namespace waymark::store {

class WordsHash {
 public:
  WordsHash() = default;
  WordsHash(const WordsHash&) = delete;
  WordsHash& operator=(const WordsHash&) = delete;
  virtual ~WordsHash() = default;

  // Of the state that the model packs as these words. REQUIRES: it stands there, or each of the words has been asked
  // about, at its position, when it stood in some state that has it.
  [[nodiscard]] virtual std::uint64_t of(std::span<const containers::Word> words) = 0;
  // What it remembers for that, unless somebody has been asked for it already.
  [[nodiscard]] virtual std::uint64_t held_bytes() const = 0;
};

}  // namespace waymark::store
