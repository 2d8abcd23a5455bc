// Where two rows of words differ. Rows that follow each other in a search are alike but for a few words, so equal ones
// are passed over some at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>

#include "containers/words.hpp"

namespace waymark::containers {

// Calls differs(i) for each position at which they do, in their order; it may change the words there. REQUIRES: as many
// words.
template <typename Differs>
void each_difference(std::span<const Word> one, std::span<const Word> other, const Differs& differs) {
  constexpr std::size_t together = 8;
  const auto alike = [&](std::size_t begin) {
    std::uint64_t bits = 0;
    for (std::size_t i = begin; i < begin + together; i += 2) {
      std::uint64_t a = 0;
      std::uint64_t b = 0;
      std::memcpy(&a, one.data() + i, sizeof a);
      std::memcpy(&b, other.data() + i, sizeof b);
      bits |= a ^ b;
    }
    return bits == 0;
  };
  for (std::size_t begin = 0; begin < one.size(); begin += together) {
    if (begin + together <= one.size() && alike(begin)) continue;
    const std::size_t end = std::min(begin + together, one.size());
    for (std::size_t i = begin; i < end; ++i) {
      if (one[i] != other[i]) differs(static_cast<std::uint32_t>(i));
    }
  }
}

}  // namespace waymark::containers
