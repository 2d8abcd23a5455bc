// Hashes for tables of this process. They never enter a fingerprint or a file, so they may change at any time.
#pragma once

#define XXH_INLINE_ALL  // the short inputs here cost less than the call would
#include <xxhash.h>

#include <cstdint>
#include <span>

#include "model/model.hpp"

namespace waymark::model {

inline std::uint64_t mix_words(std::span<const Word> words) { return XXH3_64bits(words.data(), words.size_bytes()); }

// A bijection on 64 bits (two multiply-xorshift rounds), so different pairs never have equal hashes.
inline std::uint64_t mix_pair(Word left, Word right) {
  std::uint64_t x = std::uint64_t{left} << 32 | right;
  x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
  x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
  return x ^ x >> 32;
}

// A number below `range`, by the high bits of the hash; the low bits are left for tags.
inline std::uint64_t spread(std::uint64_t hash, std::uint64_t range) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(hash) * range) >> 64);
}

}  // namespace waymark::model
