// Hashes for tables of this process. They never enter a fingerprint or a file, so they may change at any time.
#pragma once

#define XXH_INLINE_ALL  // the short inputs here cost less than the call would
#include <xxhash.h>

#include <cstdint>
#include <span>

#include "containers/words.hpp"

namespace waymark::containers {

inline std::uint64_t mix_words(std::span<const Word> words) { return XXH3_64bits(words.data(), words.size_bytes()); }

// Another hash for every seed.
inline std::uint64_t mix_words(std::span<const Word> words, std::uint64_t seed) {
  return XXH3_64bits_withSeed(words.data(), words.size_bytes(), seed);
}

__extension__ using Wide = unsigned __int128;

// A pair as one number whose high bits are a hash: quick, but small numbers side by side, which is what pairs are, may
// end up in clusters. mix() mends that. Both are bijections: different pairs never have equal hashes.
inline std::uint64_t premix_pair(Word left, Word right) {
  return (std::uint64_t{left} << 32 | right) * 0x9E3779B97F4A7C15u;
}
inline std::uint64_t mix(std::uint64_t premixed) {
  const std::uint64_t x = (premixed ^ premixed >> 32) * 0xD6E8FEB86659FD93u;
  return x ^ x >> 32;
}
inline std::uint64_t mix_pair(Word left, Word right) { return mix(premix_pair(left, right)); }

// A number below `range`, by the high bits of the hash; the low bits are left for tags.
inline std::uint64_t spread(std::uint64_t hash, std::uint64_t range) {
  return static_cast<std::uint64_t>((static_cast<Wide>(hash) * range) >> 64);
}

}  // namespace waymark::containers
