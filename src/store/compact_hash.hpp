// CompactHash: the bits that stand for a state in a set that keeps no more of it (hash compaction), and how many states
// such a set is expected to have missed.
#pragma once

#include <cstdint>
#include <span>

#include "containers/words.hpp"

namespace waymark::store {

struct CompactHash {
  std::uint64_t seed = 0;
  unsigned bits = 64;  // fewer are for tests and experiments

  [[nodiscard]] std::uint64_t operator()(std::span<const containers::Word> words) const;
  // The same where words mean something to one model alone, by a hash on which all agree (WordsHash).
  [[nodiscard]] std::uint64_t operator()(std::uint64_t agreed) const;
  // How many new states have been taken for known, as is to be expected, by a set of so many.
  [[nodiscard]] double expected_omissions(std::uint64_t size) const;
};

}  // namespace waymark::store
