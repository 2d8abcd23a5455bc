// FlatState: a small state as one run of words, cut into named parts; what flat models (Graph, Promela) stand in.
// Parts are added and removed at the end only. Every write is journalled, so mark() and rewind() cost what was written,
// and the fingerprint re-hashes only the parts written since it was last asked for: whoever never asks never pays.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "model/fingerprint.hpp"
#include "model/model.hpp"

namespace waymark::model {

class FlatState {
 public:
  void key(const Key& key) { key_ = key; }

  // No parts, no journal.
  void clear();
  // Takes words over from a packed state; the caller then cuts them by declare_part(), in order, until all are named.
  void load(std::span<const Word> words);
  void declare_part(std::uint64_t name, std::uint32_t words);

  // Appends a part of zeros and returns the byte offset at which it starts.
  std::uint32_t push_part(std::uint64_t name, std::uint32_t words);
  void pop_part();

  [[nodiscard]] std::uint32_t part_count() const { return static_cast<std::uint32_t>(parts_.size()); }
  [[nodiscard]] std::uint64_t part_name(std::uint32_t part) const { return parts_[part].name; }
  [[nodiscard]] std::uint32_t part_begin(std::uint32_t part) const { return part == 0 ? 0 : cuts_[part - 1] * 4; }
  [[nodiscard]] std::span<const std::uint8_t> part_bytes(std::uint32_t part) const {
    return {bytes() + part_begin(part), bytes() + std::size_t{cuts_[part]} * 4};
  }

  [[nodiscard]] const std::uint8_t* bytes() const { return reinterpret_cast<const std::uint8_t*>(words_.data()); }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(words_.size() * 4); }

  template <typename T>
  [[nodiscard]] T get(std::uint32_t offset) const {
    T value;
    std::memcpy(&value, bytes() + offset, sizeof(T));
    return value;
  }
  // REQUIRES: the value lies within one aligned word.
  template <typename T>
  void set(std::uint32_t offset, T value) {
    static_assert(sizeof(T) <= sizeof(Word));
    const std::uint32_t word = offset / 4;
    journal_.push_back({word, words_[word]});
    std::memcpy(reinterpret_cast<std::uint8_t*>(words_.data()) + offset, &value, sizeof(T));
  }

  // Journals the words that hold [offset, offset + length) and lends them for writing, until the next call.
  [[nodiscard]] std::uint8_t* edit(std::uint32_t offset, std::uint32_t length) {
    for (std::uint32_t word = offset / 4; word * 4 < offset + length; ++word) journal_.push_back({word, words_[word]});
    return reinterpret_cast<std::uint8_t*>(words_.data()) + offset;
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
  }

  [[nodiscard]] Packed pack() const { return {words_, cuts_}; }
  [[nodiscard]] Fingerprint fingerprint();
  [[nodiscard]] std::uint64_t held_bytes() const {
    return journal_.capacity() * sizeof(Entry) + words_.capacity() * sizeof(Word) + parts_.capacity() * sizeof(Part);
  }

 private:
  struct Part {
    std::uint64_t name = 0;
    Fingerprint hash;
    bool hashed = false;  // hash is part of sum_ (and up to date unless the part stands in the unsynced journal)
  };
  struct Entry {
    std::uint32_t where = 0;  // a word's index, or one of the marks below
    Word old = 0;
  };
  static constexpr std::uint32_t first_special = 0xFFFFFFF0;
  static constexpr std::uint32_t pushed = 0xFFFFFFF0;    // a part was appended
  static constexpr std::uint32_t popped = 0xFFFFFFF1;    // a part was removed; raw entries before this hold it
  static constexpr std::uint32_t rehashed = 0xFFFFFFF2;  // part `old` got a new hash; raw entries before hold the old
  static constexpr std::uint32_t synced =
      0xFFFFFFF3;  // the journal was reflected in the hashes; raw entry: up to where

  void undo(const Entry& entry);
  void push_raw(std::uint64_t value) {
    journal_.push_back({static_cast<std::uint32_t>(value), static_cast<Word>(value >> 32)});
  }
  std::uint64_t pop_raw() {
    const Entry entry = journal_.back();
    journal_.pop_back();
    return entry.where | std::uint64_t{entry.old} << 32;
  }
  void rehash(std::uint32_t part);
  [[nodiscard]] std::uint32_t part_of(std::uint32_t word) const;

  std::vector<Word> words_;
  std::vector<std::uint32_t> cuts_;
  std::vector<Part> parts_;
  std::vector<Entry> journal_;
  std::vector<std::uint32_t> touched_;
  Key key_ = Key::quick();
  Fingerprint sum_;
  std::uint64_t structure_ = 0;
  std::uint64_t synced_ = 0;  // journal entries before this one are reflected in the hashes
};

}  // namespace waymark::model
