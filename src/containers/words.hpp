// States as the containers see them: rows of words.
#pragma once

#include <cstdint>
#include <span>

namespace waymark::containers {

using Word = std::uint32_t;

// A state as words: equal words if and only if equal states, over one Pools. Views that last until the owner moves on.
struct Packed {
  std::span<const Word> words;
  bool room = true;  // false: Pools are full, and the words mean nothing
};

}  // namespace waymark::containers
