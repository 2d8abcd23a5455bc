#include "store/compact_hash.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "containers/mix.hpp"

namespace waymark::store {

// The bits that are left are the high ones.
std::uint64_t CompactHash::operator()(std::span<const containers::Word> words) const {
  return containers::mix_words(words, seed) >> (64 - bits) << (64 - bits);
}

std::uint64_t CompactHash::operator()(std::uint64_t agreed) const {
  const std::array halves{static_cast<containers::Word>(agreed), static_cast<containers::Word>(agreed >> 32)};
  return (*this)(halves);
}

// Where x of all hashes are taken, a new state is missed with probability x: for each that is not, x / (1 - x) are.
double CompactHash::expected_omissions(std::uint64_t size) const {
  const double all = std::exp2(bits);
  const double taken = static_cast<double>(size) / all;
  if (taken < 1e-3) return taken * taken / 2 * all;  // the first term of the sum below, which would cancel out
  return (-std::log1p(-std::min(taken, 1 - 1 / all)) - taken) * all;
}

}  // namespace waymark::store
