// RunStates: what is remembered of the states that sampled runs come to, in little memory of a fixed size: about how
// many different ones there were (HyperLogLog), and whether the present run has been in a state before. The second may
// be forgotten, but is never invented, except by two states with one hash.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "containers/mix.hpp"
#include "model/fingerprint.hpp"

namespace waymark::search {

class RunStates {
 public:
  void begin_run() { ++run_; }
  // Whether the run has been there.
  [[nodiscard]] bool arrive(const model::Fingerprint& state) {
    const std::uint64_t hash = containers::mix(state.low ^ containers::mix(state.high));
    std::uint8_t& rank = ranks_[hash >> (64 - rank_bits)];
    rank = std::max(rank, static_cast<std::uint8_t>(std::countl_zero(hash << rank_bits | 1) + 1));
    Visit& visit = visits_[hash % visits_.size()];
    if (visit.run == run_ && visit.hash == hash) return true;
    visit = {run_, hash};
    return false;
  }
  void add(const RunStates& other) {
    for (std::size_t i = 0; i < ranks_.size(); ++i) ranks_[i] = std::max(ranks_[i], other.ranks_[i]);
  }
  // About so many different states were met, within some two percent.
  [[nodiscard]] std::uint64_t distinct() const {
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
  struct Visit {
    std::uint64_t run = 0;
    std::uint64_t hash = 0;
  };

  std::vector<std::uint8_t> ranks_ = std::vector<std::uint8_t>(std::size_t{1} << rank_bits);
  std::vector<Visit> visits_ = std::vector<Visit>(std::size_t{1} << 14);
  std::uint64_t run_ = 0;
};

}  // namespace waymark::search
