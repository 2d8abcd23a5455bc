// Bitstate: a state is a few bits in a large array (Holzmann's supertrace, a Bloom filter): one whose bits are all set
// is taken for known. Covers most of a state space in a fraction of the memory that keeping it would take. New states
// get numbers; known ones are not distinguished. Words are given back as HashCompact does.
#pragma once

#include <memory>

#include "containers/block.hpp"
#include "store/frontier.hpp"
#include "store/hash_compact.hpp"
#include "store/store.hpp"

namespace waymark::store {

class Bitstate final : public Store {
 public:
  struct Settings {
    std::uint64_t bytes = 0;  // of the array
    unsigned functions = 3;
    std::uint64_t seed = 0;
    Words words = Words::none;
  };
  // None if the budget does not grant the array.
  [[nodiscard]] static std::unique_ptr<Bitstate> make(base::Budget& budget, const Settings& settings);

  [[nodiscard]] Found insert(const containers::Packed& state) override;
  void left(std::uint64_t number) override {
    if (frontier_) frontier_->drop(number);
  }
  [[nodiscard]] std::span<const containers::Word> words(std::uint64_t number) override;
  [[nodiscard]] std::uint64_t size() const override { return size_; }
  [[nodiscard]] std::uint64_t bytes() const override { return block_.bytes() + (frontier_ ? frontier_->bytes() : 0); }
  [[nodiscard]] Promise promise() const override { return Promise::may_omit; }

  [[nodiscard]] double expected_omissions() const override { return missed_; }

  // Another set in the same array, for a search that has something to remember of states: of hashes.
  [[nodiscard]] bool marked(std::uint64_t hash) const;
  // Whether it was not in the set.
  [[nodiscard]] bool mark(std::uint64_t hash) { return set(of_mark(hash)); }

  // For changing from HashCompact to this store: counts a state by its hash, new or not. What is to be expanded comes
  // along.
  void adopt(std::uint64_t hash);
  void adopt(std::unique_ptr<Frontier> frontier) { frontier_ = std::move(frontier); }

 private:
  Bitstate(base::Budget& budget, containers::Block block, const Settings& settings);

  [[nodiscard]] std::uint64_t of_mark(std::uint64_t hash) const;
  // Sets the bits of a hash; whether any was not set.
  [[nodiscard]] bool set(std::uint64_t hash);
  // The next new state is taken for known if all its bits are set: with m bits, of which s are, and k functions, with a
  // probability of (s/m)^k.
  [[nodiscard]] double omission() const;

  containers::Block block_;
  unsigned functions_;
  std::uint64_t seed_;
  std::uint64_t bits_;
  std::uint64_t set_ = 0;  // of the bits
  std::uint64_t size_ = 0;
  double missed_ = 0;
  std::unique_ptr<Frontier> frontier_;
};

}  // namespace waymark::store
