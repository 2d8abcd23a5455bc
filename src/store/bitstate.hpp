// Bitstate: a state is a few bits in a large array (Holzmann's supertrace, a Bloom filter): one whose bits are all set
// is taken for known. Covers most of a state space in a fraction of the memory that keeping it would take; states are
// neither numbered in order nor given back. For depth-first searches.
#pragma once

#include <memory>

#include "model/block.hpp"
#include "store/store.hpp"

namespace waymark::store {

class Bitstate final : public Store {
 public:
  // Takes `bytes`, rounded down to a power of two; none if the budget does not grant them.
  [[nodiscard]] static std::unique_ptr<Bitstate> make(base::Budget& budget, std::uint64_t bytes, unsigned functions,
                                                      std::uint64_t seed);

  [[nodiscard]] Found insert(const model::Packed& state) override;
  [[nodiscard]] std::span<const model::Word> words(std::uint64_t number) override;
  [[nodiscard]] std::uint64_t size() const override { return size_; }
  [[nodiscard]] std::uint64_t bytes() const override { return block_.bytes(); }
  [[nodiscard]] Promise promise() const override { return Promise::may_omit; }

  // With m bits, r states and k functions, the next new state is taken for known with a probability of at most
  // (1 - e^(-kr/m))^k.
  [[nodiscard]] double omission() const;

 private:
  Bitstate(model::Block block, unsigned functions, std::uint64_t seed)
      : block_(std::move(block)), functions_(functions), seed_(seed), mask_(block_.bytes() * 8 - 1) {}

  model::Block block_;
  unsigned functions_;
  std::uint64_t seed_;
  std::uint64_t mask_;
  std::uint64_t size_ = 0;
};

}  // namespace waymark::store
