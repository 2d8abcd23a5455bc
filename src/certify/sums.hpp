// The two accumulators of lean evidence and the pseudo-random function that feeds them. Sums are taken modulo 2^256
// with carries across all four words: word-wise sums would let a count that is a multiple of 2^63 vanish with
// probability one half per word.
#pragma once

#include <array>
#include <cstdint>

#include "model/fingerprint.hpp"

namespace waymark::certify {

class Sum {
 public:
  using Words = std::array<std::uint64_t, 4>;  // lowest first

  void add(const Words& value) {
    unsigned long long carry = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      unsigned long long partial = 0;
      const bool first = __builtin_add_overflow(words_[i], value[i], &partial);
      const bool second = __builtin_add_overflow(partial, carry, &partial);
      words_[i] = partial;
      carry = (first || second) ? 1 : 0;
    }
  }
  void add(const Words& value, std::uint64_t times);

  [[nodiscard]] const Words& words() const { return words_; }
  friend bool operator==(const Sum&, const Sum&) = default;

 private:
  Words words_ = {};
};

// F: 128 bits in, 256 out. Two SipHash-2-4 with 128 bits of output, under two independent secret keys; computed side by
// side, which on today's processors costs little more than one.
class Prf {
 public:
  Prf(const model::Key::Bytes& first, const model::Key::Bytes& second);
  [[nodiscard]] Sum::Words operator()(const model::Fingerprint& fingerprint) const;

 private:
  std::uint64_t keys_[4];
};

}  // namespace waymark::certify
