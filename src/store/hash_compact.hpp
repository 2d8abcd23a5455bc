// HashCompact: keeps 64 well-mixed bits of every state (Wolper and Leroy). Two states with the same bits are taken for
// one, so states may be missed, though hardly ever: among n states a pair collides with a probability of about
// n * n / 2^65. States are numbered, but their words are gone: for depth-first searches.
#pragma once

#include <xxhash.h>

#include <array>

#include "base/check.hpp"
#include "model/sequences.hpp"
#include "store/store.hpp"

namespace waymark::store {

class HashCompact final : public Store {
 public:
  // `bits` below 64 are for tests and experiments.
  explicit HashCompact(base::Budget& budget, std::uint64_t seed = 0, unsigned bits = 64)
      : states_(budget), seed_(seed), bits_(bits) {}

  [[nodiscard]] Found insert(const model::Packed& state) override {
    const std::uint64_t hash =
        XXH3_64bits_withSeed(state.words.data(), state.words.size_bytes(), seed_) >> (64 - bits_);
    const std::array<model::Word, 2> words{static_cast<model::Word>(hash), static_cast<model::Word>(hash >> 32)};
    const auto answer = states_.insert(words);
    if (answer.number == model::Sequences::none) return {Seen::no_room, 0};
    return {answer.fresh ? Seen::fresh : Seen::known, answer.number};
  }
  [[nodiscard]] std::span<const model::Word> words(std::uint64_t) override { CHECK(false && "words that are kept"); }
  [[nodiscard]] std::uint64_t size() const override { return states_.size(); }
  [[nodiscard]] std::uint64_t bytes() const override { return states_.bytes(); }
  [[nodiscard]] Promise promise() const override { return Promise::may_omit; }

  // The probability that any state was missed, for want of a pair of equal hashes.
  [[nodiscard]] double omission() const;

 private:
  model::Sequences states_;
  std::uint64_t seed_;
  unsigned bits_;
};

}  // namespace waymark::store
