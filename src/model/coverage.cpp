#include "model/coverage.hpp"

#include <sodium/crypto_generichash_blake2b.h>

#include <algorithm>

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

Covered estimate_covered(std::uint64_t kept, const Census& census, double share) {
  const auto first = static_cast<double>(kept);
  const auto sampled = static_cast<double>(census.states);
  const auto once = static_cast<double>(census.once);
  Covered covered;
  covered.arrivals = sampled == 0 ? 0 : static_cast<double>(census.arrivals) / sampled;
  if (share == 1) return covered;
  if (sampled == 0) return {.coverage = 0, .low = 0, .high = 1};  // nothing was looked at beyond what was kept
  const double unmet = once * once / (2 * std::max(static_cast<double>(census.twice), 1.0));
  const double raw = (first + sampled) / (first + (sampled + unmet) / share);
  // From 9 models with 2 to 7 transitions per state, searched to 3, 10, 25 and 50%.
  const double factor = std::clamp((covered.arrivals - 0.65) / 0.75, 0.12, 1.0);
  covered.coverage = raw * factor;
  // The lower ends are from other models, some of them with fewer steps between states (docs/results.md).
  const bool holds_together = factor == 1;
  const double loose = covered.arrivals < 1.5 ? 0.4 : 0.7;
  covered.low = covered.coverage * 0.1;
  if (holds_together) covered.low = covered.arrivals < 2 ? raw * loose : std::max(raw - 0.08, raw * 0.8);
  covered.high = std::min(1.0, holds_together ? raw + 0.08 : raw + 0.02);
  return covered;
}

}  // namespace waymark::model
