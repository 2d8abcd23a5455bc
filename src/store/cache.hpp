// Cache: at most so many states; when it is full, states that are done with are replaced by new ones, in the order of
// their rungs. A state met again after it was replaced counts as new and is explored again (state-space caching:
// Holzmann; Godefroid, Holzmann, Pirottin).
//
// The search is a tree: each state was met by a step from another. States that are not fully explored stay, and so do
// those of their ancestors whose depth is a multiple of the spacing. On a way from the root to an open state, these are
// therefore all different; so no way is longer than the spacing times the number of states, and every search ends, in
// whatever order it opens states. Depth-first, the spacing is 1 and the ancestors are the stack. If what has to stay
// fills the cache there is no room.
//
// The end may be far: states are explored again, and from each of them others again. So the cache counts how often
// states come in and, about, how many different ones do. When each has come in most_visits times on average, it gives
// up. The work of a search is thereby at most so many times that of a store that forgets nothing.
//
// A record is a header and the first words of a state; further words stand in cells of their own, chained.
#pragma once

#include <vector>

#include "containers/block.hpp"
#include "containers/distinct_count.hpp"
#include "store/rungs.hpp"
#include "store/store.hpp"

namespace waymark::store {

class Cache final : public Store {
 public:
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  static constexpr std::uint64_t most_visits = 100;  // searches that end have less than thirty (docs/results.md)

  struct Settings {
    std::uint64_t states = ~std::uint64_t{0};  // at most
    std::uint64_t bytes = ~std::uint64_t{0};   // at most
    std::uint32_t spacing = 1;
  };
  Cache(base::Budget& budget, const Settings& settings);

  [[nodiscard]] Found insert(const containers::Packed& state) override;
  void stepped(std::uint64_t from, const Found& found) override;
  void left(std::uint64_t number) override;
  [[nodiscard]] std::span<const containers::Word> words(std::uint64_t number) override;
  [[nodiscard]] std::uint64_t size() const override { return size_; }
  [[nodiscard]] std::uint64_t bytes() const override;
  [[nodiscard]] Promise promise() const override { return Promise::may_revisit; }
  [[nodiscard]] std::string remark() const override;
  [[nodiscard]] bool gave_up() const override { return gave_up_; }

  // Of a state that has to stay: its nearest ancestor that has to stay for its sake, none for the initial state.
  [[nodiscard]] std::uint64_t parent(std::uint64_t number) const;
  // Along the way by which it was met.
  [[nodiscard]] std::uint64_t depth(std::uint64_t number) const { return header(number).depth; }

  // Its words will be asked for soon.
  void expect(std::uint64_t number) const { fetch(static_cast<std::uint32_t>(number)); }

  [[nodiscard]] std::uint64_t capacity() const { return capacity_; }
  [[nodiscard]] std::uint64_t replaced() const { return replaced_; }
  // States that had to stay left no room for another.
  [[nodiscard]] bool crowded() const { return crowded_; }

 private:
  using Word = containers::Word;
  static constexpr std::uint32_t nobody = Rungs::none;
  static constexpr std::uint32_t cell_words = 16;  // the first is the number of the next cell

  struct Header {
    std::uint32_t parent;
    std::uint32_t staying;  // how many have it for a parent and have to stay
    std::uint32_t depth;
    std::uint32_t length;  // in words
    std::uint32_t more;    // the first further cell
    std::uint32_t tag;     // of its bucket in the table
    bool open;             // not all its transitions have been taken
  };
  struct Bucket {
    std::uint32_t tag;
    std::uint32_t slot_plus_one;  // 0: empty
  };

  [[nodiscard]] bool prepare(std::uint64_t words);
  [[nodiscard]] Header& header(std::uint64_t slot) const {
    return *reinterpret_cast<Header*>(records_.as<std::uint8_t>() + slot * record_bytes_);
  }
  // The whole record will be needed soon.
  void fetch(std::uint32_t slot) const {
    constexpr std::uint64_t line = 64;
    const std::uint8_t* const at = records_.as<std::uint8_t>() + slot * record_bytes_;
    for (std::uint64_t i = 0; i < record_bytes_; i += line) __builtin_prefetch(at + i, 1);
  }
  [[nodiscard]] Word* first_words(std::uint64_t slot) const { return reinterpret_cast<Word*>(&header(slot) + 1); }
  [[nodiscard]] Word* cell(std::uint32_t number) const {
    return chunks_[number / cells_per_chunk].as<Word>() + std::uint64_t{number % cells_per_chunk} * cell_words;
  }
  [[nodiscard]] bool same(std::uint32_t slot, std::span<const Word> words) const;
  [[nodiscard]] std::uint32_t free_slot();
  [[nodiscard]] bool free_cells(std::uint64_t count);
  [[nodiscard]] bool grow_cells();
  [[nodiscard]] bool replace();
  // Counts a state that is to come in; whether that has happened too often.
  [[nodiscard]] bool is_too_often(std::uint64_t hash);
  void write(std::uint32_t slot, std::span<const Word> words);
  [[nodiscard]] std::uint64_t home(std::uint32_t tag) const { return std::uint64_t{tag} * table_size_ >> 32; }
  void forget(std::uint32_t slot);

  static constexpr std::uint32_t cells_per_chunk = 1 << 12;

  base::Budget* budget_;
  Settings settings_;
  std::uint32_t capacity_ = 0;  // 0 until the first state tells how long states are
  std::uint64_t record_bytes_ = 0;
  std::uint32_t record_words_ = 0;
  std::uint64_t table_size_ = 0;
  Rungs rungs_;
  containers::Block records_;
  containers::Block table_;
  std::vector<containers::Block> chunks_;
  std::uint32_t free_cells_ = nobody;  // chained
  std::uint64_t free_count_ = 0;
  std::uint32_t unused_ = 0;         // slots from here on were never used
  std::vector<std::uint32_t> idle_;  // slots given up to make room for cells; never many
  std::uint32_t upcoming_ = nobody;  // to be replaced next, perhaps: its header is on its way, its bucket is not yet
  std::uint64_t size_ = 0;
  std::uint64_t replaced_ = 0;
  bool crowded_ = false;
  containers::DistinctCount distinct_;
  std::uint64_t visits_ = 0;
  std::uint64_t next_look_ = 0;  // at how many visits for each state
  bool gave_up_ = false;
  std::vector<Word> joined_;
};

}  // namespace waymark::store
