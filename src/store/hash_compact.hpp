// HashCompact: keeps 64 well-mixed bits of every state (Wolper and Leroy). Two states with the same bits are taken for
// one, so states may be missed, though hardly ever: among n states a pair collides with a probability of about
// n * n / 2^65. States are numbered; their words are gone, but for breadth-first searches, which ask for those of
// states still to be expanded.
//
// The hashes stand in the order of their numbers. A slot of the table is a number and a byte of the hash, so that
// nearly every hash that is looked at is the right one; the table is rebuilt from the hashes when it grows. That makes
// 15 to 18 bytes per state, 13 where memory is short.
#pragma once

#include <memory>
#include <vector>

#include "store/compact_hash.hpp"
#include "store/frontier.hpp"
#include "store/store.hpp"
#include "store/words_hash.hpp"

namespace waymark::store {

// Which words a store that does not keep them gives back.
enum class Words : std::uint8_t { none, to_expand };

class HashCompact final : public Store {
 public:
  struct Settings {
    CompactHash hash = {};
    Words words = Words::none;
    std::uint64_t first_to_expand = 0;
    WordsHash* of_words = nullptr;  // nobody: words are hashed as they are
  };
  HashCompact(base::Budget& budget, const Settings& settings);
  ~HashCompact() override { budget_->give_back(held_); }

  [[nodiscard]] Found insert(const containers::Packed& state) override;
  void left(std::uint64_t number) override {
    if (frontier_) frontier_->drop(number);
  }
  [[nodiscard]] std::span<const containers::Word> words(std::uint64_t number) override;
  [[nodiscard]] std::uint64_t size() const override { return size_; }
  [[nodiscard]] std::uint64_t bytes() const override;
  [[nodiscard]] Promise promise() const override { return Promise::may_omit; }

  // What is kept of such a state.
  [[nodiscard]] std::uint64_t hash_of(std::span<const containers::Word> words) const {
    return settings_.of_words == nullptr ? settings_.hash(words) : settings_.hash(settings_.of_words->of(words));
  }
  [[nodiscard]] double expected_omissions() const override { return settings_.hash.expected_omissions(size_); }

  // For changing from another store to this one, and from this one to another. First all states are appended in their
  // order, with their words if they are still to be expanded; then the table is made, when the memory of what they came
  // from is free. False if there is no room.
  [[nodiscard]] bool append(std::span<const containers::Word> words);
  [[nodiscard]] bool make_table() { return grow(size_); }
  void drop_table();
  [[nodiscard]] std::uint64_t hash(std::uint64_t number) const {
    return chunks_[number / per_chunk].as<std::uint64_t>()[number % per_chunk];
  }
  [[nodiscard]] std::unique_ptr<Frontier> take_frontier() { return std::move(frontier_); }

 private:
  static constexpr std::uint64_t per_chunk = 1u << 13;
  static constexpr std::uint64_t slot_bytes = 5;

  // A slot: 0 if it is empty, else one more than the number; in front of it, in the highest byte, the tag.
  [[nodiscard]] std::uint64_t slot(std::uint64_t index) const;
  void put(std::uint64_t index, std::uint64_t slot);
  void place(std::uint64_t hash, std::uint64_t number);
  [[nodiscard]] bool keep(std::uint64_t hash, std::span<const containers::Word> words);
  [[nodiscard]] bool grow(std::uint64_t states);
  // Pays for what who hashes has remembered since the last time.
  [[nodiscard]] bool charge();

  base::Budget* budget_;
  Settings settings_;
  std::vector<containers::Block> chunks_;  // of hashes
  containers::Block table_;
  std::uint64_t capacity_ = 0;
  std::uint64_t grow_at_ = 0;  // the size at which the table should be larger
  std::uint64_t full_at_ = 0;  // the size at which it must
  std::uint64_t size_ = 0;
  std::unique_ptr<Frontier> frontier_;
  std::uint64_t held_ = 0;  // by who hashes
};

}  // namespace waymark::store
