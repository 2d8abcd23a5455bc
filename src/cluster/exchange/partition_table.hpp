// PartitionTable: which rank keeps a state. States fall into classes by a number on which all ranks agree
// (model::PartitionKey), and the table gives each class to a rank. It may change between two levels.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace waymark::cluster {

class PartitionTable {
 public:
  static constexpr std::uint32_t classes = 4096;

  // As many classes to each rank.
  explicit PartitionTable(unsigned ranks) { spread(ranks); }
  void spread(unsigned ranks) {
    for (std::uint32_t i = 0; i < classes; ++i) ranks_[i] = static_cast<std::uint16_t>(i % ranks);
  }
  // All of them to one.
  void give_all_to(unsigned rank) { ranks_.fill(static_cast<std::uint16_t>(rank)); }

  [[nodiscard]] static std::uint32_t class_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 52); }
  [[nodiscard]] unsigned of(std::uint32_t class_number) const { return ranks_[class_number]; }

  // Of so many states in each class: gives classes of ranks that have more than their share to those that have less.
  // False if that brings little: no rank has a quarter more than its share.
  [[nodiscard]] bool balance(unsigned ranks, const std::vector<std::uint64_t>& sizes);

 private:
  std::array<std::uint16_t, classes> ranks_{};
};

}  // namespace waymark::cluster
