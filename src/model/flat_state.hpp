// FlatState: a small state as one run of words, cut into named parts; what flat models (Graph, Promela) stand in.
// Parts are added and removed at the end only. Every write is journalled, so mark() and rewind() cost what was written.
//
// The fingerprint is multilinear: a part hashes to c + k[0]*word[0] + k[1]*word[1] + ... modulo 2^128, its coefficients
// being the key's hashes of (name, index). Two states that differ in a word of 32 bits collide with a probability of at
// most 2^-97 over the choice of the key; no cryptographic hash of whole parts is needed for that, only one
// multiplication for each word that has changed since the fingerprint was last computed. A search that needs none
// pays nothing.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <unordered_map>
#include <vector>

#include "model/fingerprint.hpp"
#include "model/model.hpp"

namespace waymark::model {

// The mask of a word's byte as it lies in memory, on any machine.
[[nodiscard]] inline Word byte_of_word(std::uint32_t index) {
  std::uint8_t bytes[4] = {};
  bytes[index] = 0xFF;
  Word mask = 0;
  std::memcpy(&mask, bytes, sizeof mask);
  return mask;
}

// Which bytes of a state were read or written, in the order in which they were first touched.
class Touched {
 public:
  void clear() { offsets_.clear(); }
  void note(std::uint32_t offset, std::uint32_t length);
  [[nodiscard]] std::span<const std::uint32_t> offsets() const { return offsets_; }

 private:
  std::vector<std::uint32_t> offsets_;
};

// Of numbers of 128 bits, as fingerprints of a FlatState are.
[[nodiscard]] inline Fingerprint wide_sum(const Fingerprint& one, const Fingerprint& other) {
  const std::uint64_t low = one.low + other.low;
  return {low, one.high + other.high + (low < one.low ? 1 : 0)};
}

class FlatState {
 public:
  void key(const Key& key) {
    key_ = key;
    known_.clear();
    bases_.clear();
    factored_parts_ = 0;
  }

  // No parts, no journal.
  void clear();
  // Takes words over from a packed state; the caller then cuts them by declare_part(), in order, until all are named.
  void load(std::span<const Word> words);
  // The same for a state with exactly the parts that this one has.
  void reload(std::span<const Word> words);
  void declare_part(std::uint64_t name, std::uint32_t words);

  // Appends a part of zeros and returns the byte offset at which it starts.
  std::uint32_t push_part(std::uint64_t name, std::uint32_t words);
  void pop_part();

  [[nodiscard]] std::uint32_t part_count() const { return static_cast<std::uint32_t>(names_.size()); }
  [[nodiscard]] std::uint64_t part_name(std::uint32_t part) const { return names_[part]; }
  [[nodiscard]] std::span<const std::uint64_t> names() const { return names_; }
  [[nodiscard]] std::uint32_t part_begin(std::uint32_t part) const { return part == 0 ? 0 : cuts_[part - 1] * 4; }
  [[nodiscard]] std::span<const std::uint8_t> part_bytes(std::uint32_t part) const {
    return {bytes() + part_begin(part), bytes() + std::size_t{cuts_[part]} * 4};
  }

  [[nodiscard]] const std::uint8_t* bytes() const { return reinterpret_cast<const std::uint8_t*>(words_.data()); }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(words_.size() * 4); }
  [[nodiscard]] Word word(std::uint32_t index) const { return words_[index]; }

  // From now on notes what get, set, view and edit touch, but not who looks at bytes(); nullptr: no more.
  void notice(Touched* touched) { touched_ = touched; }

  template <typename T>
  [[nodiscard]] T get(std::uint32_t offset) const {
    if (touched_ != nullptr) [[unlikely]]
      touched_->note(offset, sizeof(T));
    T value;
    std::memcpy(&value, bytes() + offset, sizeof(T));
    return value;
  }
  // REQUIRES: the value lies within one aligned word.
  template <typename T>
  void set(std::uint32_t offset, T value) {
    static_assert(sizeof(T) <= sizeof(Word));
    if (touched_ != nullptr) [[unlikely]]
      touched_->note(offset, sizeof(T));
    const std::uint32_t word = offset / 4;
    journal_.push_back({word, words_[word]});
    std::memcpy(reinterpret_cast<std::uint8_t*>(words_.data()) + offset, &value, sizeof(T));
  }

  // Lends [offset, offset + length) for reading, until the next call.
  [[nodiscard]] const std::uint8_t* view(std::uint32_t offset, std::uint32_t length) const {
    if (touched_ != nullptr) [[unlikely]]
      touched_->note(offset, length);
    return bytes() + offset;
  }
  // Journals the words that hold [offset, offset + length) and lends them for writing, until the next call.
  [[nodiscard]] std::uint8_t* edit(std::uint32_t offset, std::uint32_t length) {
    if (touched_ != nullptr) [[unlikely]]
      touched_->note(offset, length);
    for (std::uint32_t word = offset / 4; word * 4 < offset + length; ++word) journal_.push_back({word, words_[word]});
    return reinterpret_cast<std::uint8_t*>(words_.data()) + offset;
  }

  // Writes the bytes of a mask.
  void set_bytes(std::uint32_t word, Word mask, Word value) {
    journal_.push_back({word, words_[word]});
    words_[word] = (words_[word] & ~mask) | value;
  }
  // Calls f with the index of each word that was written since a mark, perhaps more than once.
  // REQUIRES: no part has come or gone since.
  template <typename F>
  void for_written(Mark mark, F f) const {
    for (std::size_t i = mark; i < journal_.size(); ++i) f(journal_[i].where);
  }

  // Changes whenever parts come or go, by a push, a pop or a rewind over one.
  [[nodiscard]] std::uint64_t structure() const { return structure_; }

  [[nodiscard]] Mark mark() const { return journal_.size(); }
  void rewind(Mark mark) {
    while (journal_.size() > mark) {
      const Entry entry = journal_.back();
      journal_.pop_back();
      if (entry.where < first_special) {
        words_[entry.where] = entry.old;
      } else {
        undo(entry);
      }
    }
    while (!bases_.empty() && bases_.back().at > mark) bases_.pop_back();
    while (!structural_.empty() && structural_.back() >= mark) structural_.pop_back();
  }

  [[nodiscard]] Packed pack() const { return {words_}; }
  [[nodiscard]] Fingerprint fingerprint();
  // Whether fingerprint() was computed here, and nothing was written since.
  [[nodiscard]] bool has_fingerprint() const { return !bases_.empty() && bases_.back().at == journal_.size(); }
  // What was written since has_fingerprint() adds so much to it. REQUIRES: no part has come or gone since.
  void add_to_fingerprint(const Fingerprint& weight) {
    bases_.push_back({journal_.size(), bases_.back().sum + (Wide{weight.high} << 64 | weight.low)});
  }
  // What the fingerprint grows by when a word goes from one value to another. Weights and fingerprints add up by
  // wide_sum().
  [[nodiscard]] Fingerprint weight(std::uint32_t word, Word from, Word to);
  [[nodiscard]] std::uint64_t held_bytes() const {
    return journal_.capacity() * sizeof(Entry) + words_.capacity() * sizeof(Word) +
           names_.capacity() * sizeof(std::uint64_t) + bases_.capacity() * sizeof(Base) +
           factors_.capacity() * sizeof(Factor) + structural_.capacity() * sizeof(std::uint64_t);
  }

 private:
  __extension__ using Wide = unsigned __int128;

  // What a word was before it was written.
  struct Entry {
    std::uint32_t where = 0;  // a word's index, or one of the marks below
    Word old = 0;
  };
  static constexpr std::uint32_t first_special = 0xFFFFFFF0;
  static constexpr std::uint32_t pushed = 0xFFFFFFF0;  // a part was appended
  static constexpr std::uint32_t popped = 0xFFFFFFF1;  // a part was removed; raw entries before this hold it

  // A word's coefficient, and the last round of fingerprint() that has dealt with it.
  struct Factor {
    Wide coefficient = 0;
    std::uint64_t round = 0;
  };
  // What the sum was when the journal had `at` entries.
  struct Base {
    std::uint64_t at = 0;
    Wide sum = 0;
  };
  struct Shape {
    std::uint64_t name = 0;
    std::uint32_t words = 0;
    friend bool operator==(const Shape&, const Shape&) = default;
  };
  struct ShapeHash {
    std::size_t operator()(const Shape& shape) const {
      return static_cast<std::size_t>(shape.name * 0x9E3779B97F4A7C15u + shape.words);
    }
  };

  void undo(const Entry& entry);
  void push_raw(std::uint64_t value) {
    journal_.push_back({static_cast<std::uint32_t>(value), static_cast<Word>(value >> 32)});
  }
  std::uint64_t pop_raw() {
    const Entry entry = journal_.back();
    journal_.pop_back();
    return entry.where | std::uint64_t{entry.old} << 32;
  }
  void structure_changed() {
    ++structure_;
    if (part_count() < factored_parts_) factored_parts_ = part_count();
  }
  // A part's coefficients, its constant last.
  const std::vector<Wide>& coefficients(const Shape& shape);
  void find_factors();
  [[nodiscard]] bool factored() const { return factored_parts_ == part_count() && factors_.size() == words_.size(); }
  [[nodiscard]] Wide sum_of_all() const;
  [[nodiscard]] Wide sum_since(const Base& base);

  std::vector<Word> words_;
  std::vector<std::uint32_t> cuts_;
  std::vector<std::uint64_t> names_;
  std::vector<Entry> journal_;
  std::uint64_t structure_ = 0;
  Touched* touched_ = nullptr;

  // For the fingerprint. factors_ and constants_ fit the first factored_parts_ parts; bases_ are sums known at earlier
  // places of the journal; structural_ says where in the journal parts came or went.
  Key key_ = Key::quick();
  std::vector<Factor> factors_;
  std::vector<Wide> constants_;  // of each part
  std::uint32_t factored_parts_ = 0;
  std::vector<Base> bases_;
  std::vector<std::uint64_t> structural_;
  std::uint64_t round_ = 0;
  std::unordered_map<Shape, std::vector<Wide>, ShapeHash> known_;
};

}  // namespace waymark::model
