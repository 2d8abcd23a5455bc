// DistinctCount: about how many different hashes were added, in 16 KiB (HyperLogLog).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace waymark::containers {

class DistinctCount {
 public:
  void add(std::uint64_t hash) {
    std::uint8_t& rank = ranks_[hash >> (64 - rank_bits)];
    rank = std::max(rank, static_cast<std::uint8_t>(std::countl_zero(hash << rank_bits | 1) + 1));
  }
  void add(const DistinctCount& other) {
    for (std::size_t i = 0; i < ranks_.size(); ++i) ranks_[i] = std::max(ranks_[i], other.ranks_[i]);
  }
  // Within some two percent.
  [[nodiscard]] std::uint64_t count() const {
    const auto number = static_cast<double>(ranks_.size());
    const auto unmet = static_cast<double>(std::count(ranks_.begin(), ranks_.end(), 0));
    double sum = 0;
    for (const std::uint8_t rank : ranks_) sum += std::ldexp(1.0, -rank);
    const double estimate = 0.7213 / (1 + 1.079 / number) * number * number / sum;
    const bool few = estimate <= 2.5 * number && unmet > 0;
    return static_cast<std::uint64_t>(std::llround(few ? number * std::log(number / unmet) : estimate));
  }

 private:
  static constexpr unsigned rank_bits = 14;

  std::vector<std::uint8_t> ranks_ = std::vector<std::uint8_t>(std::size_t{1} << rank_bits);
};

}  // namespace waymark::containers
