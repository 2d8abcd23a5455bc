// PairTable: a set of pairs of words, numbered densely from 0 in order of arrival; append-only. The memory of tree
// compression is made of these, so: as many bytes for a pair as its words need, and about 5 for the index.
// One thread inserts; between inserts many may find.
//
// Pairs stand in chunks, and each chunk has the width of the largest words up to its end: numbers of other pairs are
// small as long as these are few. The index is made of cache lines of sixteen slots; a number stands in the first free
// slot of its home line or, if that is full, of the next one that is not, so a line with a free slot ends every search.
// A slot is 32 bits: as many as the numbers need, and the rest a tag from the hash, so that few wrong pairs are looked
// at. The index has any number of lines and grows by a quarter, so that it stays nearly three quarters full or more; it
// is rebuilt from the pairs, and old and new are never in memory together.
// Where the same pairs are asked for again and again (inner nodes; not states), the recent ones stand in a small table
// of their own: no second cache line, and no probe of unpredictable length.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
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
  static constexpr unsigned chunk_bits = 19;  // chunks of a huge page or more, if pairs have 32 bits
  // Whole chunks of them, so that `none` is nobody's number.
  static constexpr std::uint32_t numbers = 0u - (1u << chunk_bits);

  struct Answer {
    std::uint32_t number = none;  // none: no room
    bool fresh = false;
  };

  enum class Recent : std::uint8_t { forgotten, kept };

  // It takes at most so many pairs. REQUIRES: most <= numbers
  explicit PairTable(base::Budget& budget, Recent recent = Recent::forgotten, std::uint32_t most = numbers)
      : budget_(&budget), most_(most), keeps_recent_(recent == Recent::kept) {}
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
  // Its number, or none. Many threads may ask at a time, as long as nobody inserts.
  [[nodiscard]] std::uint32_t find(Word left, Word right) const {
    const std::uint64_t premixed = premix_pair(left, right);
    if (has_recent_) {
      const Entry& entry = recent_.as<Entry>()[premixed >> recent_shift];
      if (entry.left == left && entry.right == right && entry.number != 0) return entry.number - 1;
    }
    return search(left, right, mix(premixed));
  }
  // Will be looked up soon.
  void expect(Word left, Word right) const {
    if (lines_ != 0) __builtin_prefetch(index_.as<Line>() + spread(mix(premix_pair(left, right)), lines_));
  }
  // REQUIRES: number < size()
  [[nodiscard]] Pair at(std::uint32_t number) const {
    return chunks_[number >> chunk_bits].at(number & (per_chunk - 1));
  }

  // Frees all but the pairs themselves; from then on nothing may be inserted.
  void close() {
    index_ = {};
    recent_ = {};
    has_recent_ = false;
  }

  [[nodiscard]] std::uint32_t size() const { return size_; }
  // All its numbers are given away, whatever memory there is.
  [[nodiscard]] bool is_full() const { return size_ == most_; }
  [[nodiscard]] std::uint64_t bytes() const {
    return index_.bytes() + recent_.bytes() + pair_bytes_ + chunks_.capacity() * sizeof(Chunk) +
           blocks_.capacity() * sizeof(Block);
  }

 private:
  static constexpr std::uint32_t per_chunk = 1u << chunk_bits;
  static constexpr unsigned slots = 16;
  static constexpr std::uint64_t slack = 8;  // bytes behind a chunk's pairs, since each is read as eight bytes

  // Slots are taken from the first one on.
  struct alignas(64) Line {
    std::array<std::uint32_t, slots> slot;

    [[nodiscard]] bool full() const { return slot.back() != 0; }
    // A bit for each slot that is `stamp` in the bits of `mask`, taken or not.
    [[nodiscard]] std::uint32_t matching(std::uint32_t stamp, std::uint32_t mask) const;
  };
  // Bits of a pair's words, which stand in this order.
  struct Shape {
    unsigned left = 1;
    unsigned right = 1;
    // Of a pair. More bits than these could not be read from any bit on as a part of eight bytes.
    [[nodiscard]] unsigned bits() const { return left + right <= 57 ? left + right : 64; }
    [[nodiscard]] std::uint64_t bytes(std::uint64_t pairs) const { return (pairs * bits() + 7) / 8 + slack; }
    friend bool operator==(const Shape&, const Shape&) = default;
  };
  struct Chunk {
    std::uint8_t* bytes = nullptr;
    Shape shape;
    unsigned bits = 0;

    [[nodiscard]] std::uint8_t* byte_of(std::uint32_t index) const {
      return bytes + (std::uint64_t{index} * bits >> 3);
    }
    [[nodiscard]] Pair at(std::uint32_t index) const {
      std::uint64_t value = 0;
      std::memcpy(&value, byte_of(index), sizeof value);
      value >>= std::uint64_t{index} * bits & 7;
      const auto low = [](std::uint64_t all, unsigned count) {
        return static_cast<Word>(all & ~(~std::uint64_t{0} << count));
      };
      return {low(value, shape.left), low(value >> shape.left, shape.right)};
    }
    // REQUIRES: all bits from there on are zero.
    void put(std::uint32_t index, Pair pair) const {
      const std::uint64_t one = std::uint64_t{pair.left} | std::uint64_t{pair.right} << shape.left;
      std::uint64_t value = 0;
      std::memcpy(&value, byte_of(index), sizeof value);
      value |= one << (std::uint64_t{index} * bits & 7);
      std::memcpy(byte_of(index), &value, sizeof value);
    }
  };
  struct Entry {
    Word left = 0;
    Word right = 0;
    std::uint32_t number = 0;  // and one more; 0: nothing here
  };
  static constexpr unsigned recent_bits = 12;
  static constexpr unsigned recent_shift = 64 - recent_bits;

  [[nodiscard]] Answer look_up(Word left, Word right, std::uint64_t hash) {
    if (lines_ == 0 && !grow()) return {};
    const std::uint32_t number = search(left, right, hash);
    return number != none ? Answer{number, false} : add({left, right}, hash);
  }
  [[nodiscard]] std::uint32_t search(Word left, Word right, std::uint64_t hash) const {
    if (lines_ == 0) return none;
    const auto stamp = static_cast<std::uint32_t>(hash << bits_);
    const auto* const lines = index_.as<Line>();
    // Entries are never deleted, so a search may stop at the first line that is not full.
    for (std::uint64_t at_line = spread(hash, lines_);; at_line = at_line + 1 == lines_ ? 0 : at_line + 1) {
      const Line& line = lines[at_line];
      for (std::uint32_t found = line.matching(stamp, ~mask_); found != 0; found &= found - 1) {
        const std::uint32_t slot = line.slot[static_cast<unsigned>(std::countr_zero(found))];
        if (slot == 0) break;  // and so are those behind it
        const std::uint32_t number = (slot & mask_) - 1;
        if (at(number) == Pair{left, right}) return number;
      }
      if (!line.full()) return none;
    }
  }
  [[nodiscard]] Answer look_up_and_keep(Word left, Word right, std::uint64_t premixed);
  [[nodiscard]] Answer add(Pair pair, std::uint64_t hash);
  void place(std::uint64_t hash, std::uint32_t number);
  [[nodiscard]] bool grow();
  void rebuild();
  // Sees to it that this pair can be appended. False if there is no memory.
  [[nodiscard]] bool make_room(Pair pair);
  [[nodiscard]] bool remake_last(Shape shape, std::uint32_t room);
  [[nodiscard]] Shape shape_for(Pair pair) const;

  base::Budget* budget_;
  std::uint32_t most_;
  Block index_;
  std::uint64_t lines_ = 0;
  unsigned bits_ = 0;          // of a slot, for number + 1
  std::uint32_t mask_ = 0;     // those bits
  std::uint64_t grow_at_ = 0;  // the size at which the index should be larger
  std::uint64_t full_at_ = 0;  // the size at which it must
  std::uint32_t size_ = 0;
  std::uint32_t room_ = 0;  // pairs that fit into the chunks
  Word most_left_ = 0;      // what the last chunk can take
  Word most_right_ = 0;
  std::vector<Chunk> chunks_;
  std::vector<Block> blocks_;
  std::uint64_t pair_bytes_ = 0;
  bool keeps_recent_ = false;
  Block recent_;
  bool has_recent_ = false;
};

// A bit of its own for each slot, in vectors of four, and then together.
inline std::uint32_t PairTable::Line::matching(std::uint32_t stamp, std::uint32_t mask) const {
  using Four = std::uint32_t __attribute__((vector_size(16)));
  const Four stamps{stamp, stamp, stamp, stamp};
  const Four masks{mask, mask, mask, mask};
  const Four bits{1, 2, 4, 8};
  std::array<Four, slots / 4> all;
  std::memcpy(all.data(), slot.data(), sizeof all);
  const auto in = [&](unsigned i) { return static_cast<Four>(((all[i] ^ stamps) & masks) == 0) & bits << 4 * i; };
  const Four found = in(0) | in(1) | in(2) | in(3);
  std::array<std::uint64_t, 2> halves{};
  std::memcpy(halves.data(), &found, sizeof halves);
  const std::uint64_t both = halves[0] | halves[1];
  return static_cast<std::uint32_t>(both | both >> 32);
}

}  // namespace waymark::containers
