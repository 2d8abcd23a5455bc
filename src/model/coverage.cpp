#include "model/coverage.hpp"

#include <sodium/crypto_generichash_blake2b.h>

#include <algorithm>
#include <cmath>

namespace waymark::model {

std::uint64_t Draw::number(Serializable& model) {
  bytes_.clear();
  model.write(bytes_);
  std::array<std::uint8_t, 16> hash;
  const auto message = bytes_.bytes();
  crypto_generichash_blake2b(hash.data(), hash.size(), message.data(), message.size(), seed_.data(), seed_.size());
  std::uint64_t value = 0;
  for (unsigned i = 0; i < 8; ++i) value |= std::uint64_t{hash[i]} << (8 * i);
  return value;
}

std::uint64_t Draw::bound(std::uint64_t falls) {
  std::uint64_t bound = ~std::uint64_t{0};
  for (; falls > 0; --falls) bound = bound / 10 * 9;
  return bound;
}

namespace {

// What is known is certain; the rest is between its estimate divided and multiplied by one ratio (Chao).
StateCount known_and_more(double known, double more, double variance) {
  if (more <= 0) return {known, known, known};
  constexpr double deviations = 1.96;  // 95% lie between as many on either side
  const double ratio = std::exp(deviations * std::sqrt(std::log1p(variance / (more * more))));
  return {known + more, known + more / ratio, known + more * ratio};
}

// Of a sample that has so many states, by its share of all.
StateCount scale_up(double kept, double met, double in_sample, double variance, double share) {
  const double chance = in_sample * (1 - share);
  return known_and_more(kept + met, in_sample / share - met, (variance + chance) / (share * share));
}

}  // namespace

Covered estimate_covered(std::uint64_t kept, const Census& census, double share, double most) {
  const auto first = static_cast<double>(kept);
  const auto met = static_cast<double>(census.states);
  const auto once = static_cast<double>(census.once);
  const auto twice = static_cast<double>(census.twice);
  const auto arrivals = static_cast<double>(census.arrivals);
  const double seen = first + met;
  Covered covered;
  covered.arrivals = met == 0 ? 0 : arrivals / met;
  covered.recapture = StateCount{seen, seen, seen};
  if (share == 1) return covered;
  const double unmet = once * (once - 1) / (2 * (twice + 1));
  const double ratio = once / std::max(twice, 1.0);
  const double variance = std::max(twice, 1.0) * ratio * ratio * (ratio * ratio / 4 + ratio + 0.5);
  covered.recapture = scale_up(first, met, met + unmet, variance, share);
  covered.high = seen / scale_up(first, met, met, 0, share).low;
  covered.low = std::min(seen / std::max(most, seen), covered.high);
  const double met_again = arrivals == 0 ? 0 : 1 - once / arrivals;
  const double recaptured = std::clamp(seen / covered.recapture->states, covered.low, covered.high);
  covered.coverage = covered.low + met_again * (recaptured - covered.low);
  return covered;
}

}  // namespace waymark::model
