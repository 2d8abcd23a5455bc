// Pools: what states are made of, each thing kept once: parts (word sequences) and pairs. Equal things have equal
// numbers, so a state made of thousands of parts can be named by the number of one pair. Append-only.
// Not safe for concurrent use: one Pools per thread until the multi-core search arrives.
#pragma once

#include <cstdint>
#include <span>

#include "containers/pair_table.hpp"
#include "containers/sequences.hpp"

namespace waymark::containers {

class Pools {
 public:
  static constexpr std::uint32_t none = PairTable::none;

  explicit Pools(base::Budget& budget) : parts_(budget), pairs_(budget, PairTable::Recent::kept) {}

  // The number of a part or pair, new or known; none when there is no room.
  [[nodiscard]] std::uint32_t part(std::span<const Word> words) {
    const std::uint64_t number = parts_.insert(words).number;
    return number < none ? static_cast<std::uint32_t>(number) : none;
  }
  [[nodiscard]] std::uint32_t pair(Word left, Word right) { return pairs_.insert(left, right).number; }

  // REQUIRES: a number given by part() or pair(). The view lasts as long as the Pools.
  [[nodiscard]] std::span<const Word> part_at(std::uint32_t number) { return parts_.at(number); }
  [[nodiscard]] Pair pair_at(std::uint32_t number) const { return pairs_.at(number); }

  [[nodiscard]] std::uint64_t parts() const { return parts_.size(); }
  [[nodiscard]] std::uint64_t pairs() const { return pairs_.size(); }
  [[nodiscard]] std::uint64_t bytes() const { return parts_.bytes() + pairs_.bytes(); }

 private:
  Sequences parts_;
  PairTable pairs_;
};

}  // namespace waymark::containers
