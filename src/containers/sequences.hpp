// Sequences: a set of word sequences of any length, numbered densely from 0 in order of arrival; append-only but for
// retain(). Serves the exact store and the parts of Pools. Single-threaded.
//
// Records stand one after another in chunks that never move: one header word (place within the chunk, length), then
// the words. A BucketTable finds their locations, so a known sequence costs one cache miss for its bucket and one for
// the record, and a new one the first alone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/budget.hpp"
#include "containers/block.hpp"
#include "containers/bucket_table.hpp"
#include "containers/mix.hpp"
#include "containers/words.hpp"

namespace waymark::containers {

class Sequences {
 public:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  struct Answer {
    std::uint64_t number = none;  // none: no room
    bool fresh = false;
  };

  explicit Sequences(base::Budget& budget) : budget_(&budget) {}
  Sequences(const Sequences&) = delete;
  Sequences& operator=(const Sequences&) = delete;

  [[nodiscard]] Answer insert(std::span<const Word> words) { return insert(words, mix_words(words)); }
  // REQUIRES here and below: hash == mix_words(words), which a caller may have needed already.
  [[nodiscard]] Answer insert(std::span<const Word> words, std::uint64_t hash);
  // The same for words that find() has not found; their number.
  [[nodiscard]] std::uint64_t add(std::span<const Word> words, std::uint64_t hash);
  // The number of these words; none if they have not been inserted.
  [[nodiscard]] std::uint64_t find(std::span<const Word> words) const { return find(words, mix_words(words)); }
  [[nodiscard]] std::uint64_t find(std::span<const Word> words, std::uint64_t hash) const {
    BucketTable::Gap gap;
    return find(words, hash, gap);
  }
  // They will be looked up soon.
  void expect(std::uint64_t hash) const { table_.expect(hash); }
  // The same, when that is long enough ago for their bucket to be there. Answers where they probably are, if anywhere:
  // at a place for number_at().
  [[nodiscard]] std::uint64_t prefetch_entry(std::uint64_t hash) const {
    if (chunks_.empty()) return none;
    const std::uint64_t location = table_.guess(hash);
    const std::uint64_t fetched = location != none ? location : 0;  // without a branch, as in the table
    const Word* const at = chunks_[fetched >> offset_bits].words + (fetched & ((1u << offset_bits) - 1));
    __builtin_prefetch(at);
    __builtin_prefetch(at + 64 / sizeof(Word));
    return location;
  }
  // The number of these words if that is where they are, or none.
  [[nodiscard]] std::uint64_t number_at(std::uint64_t place, std::span<const Word> words) const {
    if (place == none) return none;
    const Record found = record(place);
    return std::equal(found.words.begin(), found.words.end(), words.begin(), words.end()) ? found.number : none;
  }
  // Forgets all but those for which stays(number); these are numbered anew, in their order, and views of them are
  // void. No memory is asked for; what becomes free is kept for more and does not count among bytes(). hash(number) is
  // what mix_words() says of them.
  template <typename Stays, typename Hash>
  void retain(const Stays& stays, const Hash& hash);
  // A view that lasts as long as this object. Quickest when the numbers are asked for in order.
  // REQUIRES: number < size()
  [[nodiscard]] std::span<const Word> at(std::uint64_t number);

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const {
    return table_.bytes() + arena_bytes_ + chunks_.capacity() * sizeof(Chunk) + blocks_.capacity() * sizeof(Block);
  }

 private:
  // Of 2^20 words at most, unless one huge record has it for itself. Records grow from the front; from the back grows
  // an index, one word for every 16th record.
  struct Chunk {
    Word* words = nullptr;
    std::uint64_t first = 0;  // the number of its first record
    std::uint64_t capacity = 0;
    std::uint32_t used = 0;
    std::uint32_t records = 0;
  };
  static constexpr unsigned offset_bits = 20;
  static constexpr unsigned location_bits = BucketTable::value_bits;
  static constexpr unsigned length_bits = 12;
  static constexpr std::uint32_t long_length = (1u << length_bits) - 1;  // the length stands in a word of its own
  static constexpr std::uint32_t stride = 16;

  struct Record {
    std::uint64_t number = 0;
    std::span<const Word> words;
  };
  [[nodiscard]] Record record(std::uint64_t location) const;
  // Whether a record of so many words, with its header, fits behind the others.
  [[nodiscard]] static bool fits(const Chunk& chunk, std::uint64_t needed);
  [[nodiscard]] static std::uint64_t needed_for(std::uint64_t words) { return words + (words >= long_length ? 2 : 1); }
  // All records from here on are gone.
  void drop_chunks(std::size_t from);
  [[nodiscard]] bool room_for(std::uint64_t words);
  [[nodiscard]] bool new_chunk(std::uint64_t needed);
  std::uint64_t append(std::size_t into, std::span<const Word> words);
  // Sees to it that one more can be placed, if that is to be had.
  void prepare_table() {
    if (table_.size() >= table_.grow_at()) grow();
  }
  void grow();
  // Where there is no record of them, the gap is where its location goes.
  [[nodiscard]] std::uint64_t find(std::span<const Word> words, std::uint64_t hash, BucketTable::Gap& gap) const;
  // Whether there is a slot and a place for their record.
  [[nodiscard]] bool can_append(std::span<const Word> words);

  base::Budget* budget_;
  BucketTable table_;
  std::vector<Chunk> chunks_;
  std::vector<Block> blocks_;
  std::vector<Block> spare_;
  std::uint64_t arena_bytes_ = 0;
  std::uint64_t size_ = 0;
  struct Cursor {
    std::uint64_t number = none;
    std::uint64_t location = 0;
  } cursor_;  // the record asked for last
};

// Records move towards the front, over others that are gone or have moved already: where so many records fitted before,
// some of them fit in the same order.
template <typename Stays, typename Hash>
void Sequences::retain(const Stays& stays, const Hash& hash) {
  table_.clear();
  std::uint64_t number = 0;
  std::size_t into = 0;
  std::uint64_t kept = 0;
  for (std::size_t from = 0; from < chunks_.size(); ++from) {
    const std::uint32_t records = chunks_[from].records;
    std::uint64_t location = std::uint64_t{from} << offset_bits;
    chunks_[from].used = chunks_[from].records = 0;
    for (std::uint32_t i = 0; i < records; ++i, ++number) {
      const auto words = record(location).words;
      const auto next = static_cast<std::uint64_t>(words.data() + words.size() - chunks_[from].words);
      location = std::uint64_t{from} << offset_bits | next;
      if (!stays(number)) continue;
      while (!fits(chunks_[into], needed_for(words.size()))) chunks_[++into].first = kept;
      table_.place(hash(number), append(into, words));
      ++kept;
    }
  }
  drop_chunks(kept == 0 ? 0 : into + 1);
  size_ = kept;
  cursor_ = {};
}

}  // namespace waymark::containers
