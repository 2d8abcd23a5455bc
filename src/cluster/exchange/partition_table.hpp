// PartitionTable: which rank keeps a state. States fall into classes by a number on which all ranks agree
// (model::PartitionKey); a table, the same on all of them, gives each class to a rank. Partitioner may be given away
// between two levels.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace waymark::cluster {

// How classes are given to ranks when a search begins.
enum class Start : std::uint8_t {
  spread,  // as many to each
  first,   // all to rank 0
  shared,  // as many to each, but at first every rank keeps and expands all states
};

class PartitionTable {
 public:
  static constexpr std::uint32_t classes = 4096;

  PartitionTable(unsigned ranks, Start start) : shared_(start == Start::shared && ranks > 1) {
    if (start == Start::first) return;
    for (std::uint32_t i = 0; i < classes; ++i) ranks_[i] = static_cast<std::uint16_t>(i % ranks);
  }
  [[nodiscard]] static std::uint32_t class_of(std::uint64_t aspect) { return static_cast<std::uint32_t>(aspect >> 52); }
  [[nodiscard]] unsigned of(std::uint32_t class_number) const { return ranks_[class_number]; }
  // Everybody keeps everything, besides what is his.
  [[nodiscard]] bool shared() const { return shared_; }
  void share_no_more() { shared_ = false; }

  // Of so many states in each class: gives classes of ranks that have more than their share to those that have less.
  // False if that brings little: no rank has a quarter more than its share.
  [[nodiscard]] bool balance(unsigned ranks, const std::vector<std::uint64_t>& sizes);

 private:
  std::array<std::uint16_t, classes> ranks_{};
  bool shared_;
};

}  // namespace waymark::cluster
