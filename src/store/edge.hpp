// Edge: a transition of a breadth-first search, in the order in which one worker takes them. The least of all edges
// that lead to a new state discovers it, so the order of discovery does not depend on who takes which of them when.
#pragma once

#include <compare>
#include <cstdint>

namespace waymark::store {

// The number of the source, and the index of the transition among those of the source that lead to a state.
class Edge {
 public:
  static constexpr unsigned index_bits = 23;
  static constexpr std::uint64_t most_indices = std::uint64_t{1} << index_bits;
  static constexpr std::uint64_t most_sources = std::uint64_t{1} << 40;

  Edge() = default;
  // REQUIRES: both are below these.
  Edge(std::uint64_t source, std::uint64_t index) : value_(source << index_bits | index) {}
  [[nodiscard]] static Edge of_value(std::uint64_t value) { return {value >> index_bits, value & (most_indices - 1)}; }

  [[nodiscard]] std::uint64_t source() const { return value_ >> index_bits; }
  [[nodiscard]] std::uint64_t index() const { return value_ & (most_indices - 1); }
  // As one number, which has the same order; its highest bit is not set.
  [[nodiscard]] std::uint64_t value() const { return value_; }
  friend auto operator<=>(const Edge&, const Edge&) = default;

 private:
  std::uint64_t value_ = 0;
};

}  // namespace waymark::store
