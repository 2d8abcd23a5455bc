// Edge: a transition of a level, in the order in which one process takes them.
#pragma once

#include <compare>
#include <cstdint>

namespace waymark::cluster {

// The number of its source on the level, and its index among those transitions of the source that lead to a state.
class Edge {
 public:
  static constexpr std::uint64_t most_indices = std::uint64_t{1} << 24;

  Edge() = default;
  // REQUIRES: index < most_indices.
  Edge(std::uint64_t source, std::uint64_t index) : bits_(source << 24 | index) {}
  [[nodiscard]] std::uint64_t source() const { return bits_ >> 24; }
  [[nodiscard]] std::uint64_t index() const { return bits_ & (most_indices - 1); }
  // As one number, which has the same order.
  [[nodiscard]] std::uint64_t bits() const { return bits_; }
  [[nodiscard]] static Edge of_bits(std::uint64_t bits) { return {bits >> 24, bits & (most_indices - 1)}; }
  friend auto operator<=>(const Edge&, const Edge&) = default;

 private:
  std::uint64_t bits_ = 0;
};

}  // namespace waymark::cluster
