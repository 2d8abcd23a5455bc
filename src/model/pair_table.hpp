// PairTable: a set of pairs of words, numbered densely from 0 in order of arrival; append-only. The memory of tree
// compression is made of these, so: 8 bytes for a pair and about 5 for the index. Single-threaded.
//
// An index slot is 32 bits: as many as the numbers need, and the rest a tag from the hash, so that few wrong pairs are
// looked at. The index has any size, not powers of two only, and grows by 1.4 so that it stays two thirds full or
// more; it is rebuilt from the pairs, and old and new are never in memory together.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "model/block.hpp"
#include "model/mix.hpp"
#include "model/model.hpp"

namespace waymark::model {

struct Pair {
  Word left = 0;
  Word right = 0;
  friend bool operator==(const Pair&, const Pair&) = default;
};

class PairTable {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  struct Answer {
    std::uint32_t number = none;  // none: no room
    bool fresh = false;
  };

  explicit PairTable(base::Budget& budget) : budget_(&budget) {}
  PairTable(const PairTable&) = delete;
  PairTable& operator=(const PairTable&) = delete;

  [[nodiscard]] Answer insert(Pair pair) {
    const std::uint64_t hash = mix_pair(pair.left, pair.right);
    if (capacity_ == 0 && !grow()) return {};
    const std::uint64_t stamp = hash << bits_ & 0xFFFFFFFF;
    const auto* slots = index_.as<std::uint32_t>();
    std::uint64_t i = spread(hash, capacity_);
    // Entries are never deleted, so a probe may stop at the first empty slot.
    for (std::uint64_t slot = slots[i]; slot != 0; slot = slots[i]) {
      if ((slot ^ stamp) >> bits_ == 0) {
        const auto number = static_cast<std::uint32_t>((slot & mask_) - 1);
        if (at(number) == pair) return {number, false};
      }
      if (++i == capacity_) i = 0;
    }
    return add(pair, hash, i);
  }
  // REQUIRES: number < size()
  [[nodiscard]] Pair at(std::uint32_t number) const { return chunks_[number >> chunk_bits][number & (per_chunk - 1)]; }

  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const {
    return index_.bytes() + pair_bytes_ + chunks_.capacity() * sizeof(Pair*) + blocks_.capacity() * sizeof(Block);
  }

 private:
  static constexpr unsigned chunk_bits = 18;  // chunks of one huge page
  static constexpr std::uint32_t per_chunk = 1u << chunk_bits;

  [[nodiscard]] Answer add(Pair pair, std::uint64_t hash, std::uint64_t slot);
  [[nodiscard]] bool grow();
  void rebuild();
  [[nodiscard]] bool grow_pairs();

  base::Budget* budget_;
  Block index_;
  std::uint64_t capacity_ = 0;
  unsigned bits_ = 0;          // of a slot, for number + 1
  std::uint64_t mask_ = 0;     // those bits
  std::uint64_t grow_at_ = 0;  // the size at which the index should be larger
  std::uint64_t full_at_ = 0;  // the size at which it must
  std::uint32_t size_ = 0;
  std::uint32_t room_ = 0;  // pairs that fit into the chunks
  std::vector<Pair*> chunks_;
  std::vector<Block> blocks_;
  std::uint64_t pair_bytes_ = 0;
};

}  // namespace waymark::model
