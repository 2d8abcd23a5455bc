// LevelCompact: hash compaction for one of several who share the states of a breadth-first search, and meet those of a
// level in any order. Of states of the next level that are taken for one the last one preferred is kept, and who
// searches prefers the one that a single worker would have met first: so the same states are missed. Words are kept of
// the level that is being expanded and the next one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/budget.hpp"
#include "store/hash_compact.hpp"
#include "store/level_words.hpp"
#include "store/store.hpp"
#include "store/words_hash.hpp"

namespace waymark::store {

class LevelCompact final : public Store, public WordsHash {
 public:
  // `of_words`: see HashCompact.
  LevelCompact(base::Budget& budget, const CompactHash& hash, WordsHash* of_words)
      : budget_(budget), hash_(hash), states_(budget, {.hash = hash, .of_words = of_words}), level_words_(budget) {}
  ~LevelCompact() override { budget_.give_back(held_); }

  [[nodiscard]] Found insert(const containers::Packed& state) override;
  // Of the states that are taken for this one, which is of the next level, the one with these words is kept. False if
  // there is no room.
  [[nodiscard]] bool prefer(std::uint64_t number, std::span<const containers::Word> words);
  // The next level is expanded from now on.
  void next_level();

  // REQUIRES: a state of these two levels.
  [[nodiscard]] std::span<const containers::Word> words(std::uint64_t number) override {
    return LevelWords::words(place(number));
  }
  [[nodiscard]] std::uint64_t size() const override { return states_.size(); }
  [[nodiscard]] std::uint64_t bytes() const override { return states_.bytes() + level_words_.bytes() + held_; }
  [[nodiscard]] Promise promise() const override { return Promise::may_omit; }
  [[nodiscard]] double expected_omissions() const override { return states_.expected_omissions(); }
  // The same of all that several keep, so many states together.
  [[nodiscard]] double missed_of(std::uint64_t states) const { return hash_.expected_omissions(states); }

  // States with the same hash are taken for one.
  [[nodiscard]] std::uint64_t of(std::span<const containers::Word> words) override { return states_.hash_of(words); }
  [[nodiscard]] std::uint64_t held_bytes() const override { return 0; }

 private:
  [[nodiscard]] Place& place(std::uint64_t number) {
    return number < next_first_ ? places_[number - first_] : next_places_[number - next_first_];
  }

  base::Budget& budget_;
  CompactHash hash_;
  HashCompact states_;
  LevelWords level_words_;
  std::uint64_t first_ = 0;         // the number of the first state that is being expanded
  std::uint64_t next_first_ = 0;    // and of the first one of the next level
  std::vector<Place> places_;       // of the words of the former
  std::vector<Place> next_places_;  // and of the latter
  std::uint64_t held_ = 0;          // by these
};

}  // namespace waymark::store
