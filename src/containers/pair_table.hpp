// PairTable: a set of pairs of words, numbered densely from 0 in order of arrival; append-only. The memory of tree
// compression is made of these, so: 8 bytes for a pair and about 5 for the index. Single-threaded.
//
// An index slot is 32 bits: as many as the numbers need, and the rest a tag from the hash, so that few wrong pairs are
// looked at. The index has any size, not powers of two only, and grows by 1.4 so that it stays two thirds full or
// more; it is rebuilt from the pairs, and old and new are never in memory together. A new pair takes its home slot and
// moves the others on by one (last come, first served): searches come back to recent states most of all.
// Where the same pairs are asked for again and again (inner nodes; not states), the recent ones stand in a small table
// of their own: no second cache line, and no probe of unpredictable length.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "containers/block.hpp"
#include "containers/mix.hpp"
#include "containers/words.hpp"

namespace waymark::containers {

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

  enum class Recent : std::uint8_t { forgotten, kept };

  explicit PairTable(base::Budget& budget, Recent recent = Recent::forgotten)
      : budget_(&budget), keeps_recent_(recent == Recent::kept) {}
  PairTable(const PairTable&) = delete;
  PairTable& operator=(const PairTable&) = delete;

  // Two words, not a Pair: as one value they would be loaded together right after having been stored one by one, and
  // wait for each other on the way.
  [[nodiscard]] Answer insert(Word left, Word right) {
    const std::uint64_t premixed = premix_pair(left, right);
    if (!has_recent_) return look_up(left, right, mix(premixed));
    const Entry* const entry = recent_.as<Entry>() + (premixed >> recent_shift);
    const std::uint32_t number = entry->number;
    if (entry->left == left && entry->right == right && number != 0) [[likely]]
      return {number - 1, false};
    return look_up_and_keep(left, right, premixed);
  }
  // REQUIRES: number < size()
  [[nodiscard]] Pair at(std::uint32_t number) const { return chunks_[number >> chunk_bits][number & (per_chunk - 1)]; }

  // Frees all but the pairs themselves; from then on nothing may be inserted.
  void close() {
    index_ = {};
    recent_ = {};
    has_recent_ = false;
  }

  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const {
    return index_.bytes() + recent_.bytes() + pair_bytes_ + chunks_.capacity() * sizeof(Pair*) +
           blocks_.capacity() * sizeof(Block);
  }

 private:
  static constexpr unsigned chunk_bits = 18;  // chunks of one huge page
  static constexpr std::uint32_t per_chunk = 1u << chunk_bits;

  struct Entry {
    Word left = 0;
    Word right = 0;
    std::uint32_t number = 0;  // and one more; 0: nothing here
  };
  static constexpr unsigned recent_bits = 12;
  static constexpr unsigned recent_shift = 64 - recent_bits;

  [[nodiscard]] Answer look_up(Word left, Word right, std::uint64_t hash) {
    if (capacity_ == 0 && !grow()) return {};
    const std::uint64_t stamp = hash << bits_ & 0xFFFFFFFF;
    const auto* slots = index_.as<std::uint32_t>();
    std::uint64_t i = spread(hash, capacity_);
    // Entries are never deleted, so a probe may stop at the first empty slot.
    for (std::uint64_t slot = slots[i]; slot != 0; slot = slots[i]) {
      if ((slot ^ stamp) >> bits_ == 0) {
        const auto number = static_cast<std::uint32_t>((slot & mask_) - 1);
        const Pair& pair = chunks_[number >> chunk_bits][number & (per_chunk - 1)];
        if (pair.left == left && pair.right == right) return {number, false};
      }
      if (++i == capacity_) i = 0;
    }
    return add({left, right}, hash);
  }
  [[nodiscard]] Answer look_up_and_keep(Word left, Word right, std::uint64_t premixed);
  [[nodiscard]] Answer add(Pair pair, std::uint64_t hash);
  void place(std::uint64_t hash, std::uint32_t number);
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
  bool keeps_recent_ = false;
  Block recent_;
  bool has_recent_ = false;
};

}  // namespace waymark::containers
