// ReservoirCount: another store, and beside it the hashes of a sample of the states that were new to it: those below a
// threshold, which falls as there are more. All samples are drawn by the same hash, so what several searches have met
// can be compared, whatever their stores took it for.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "store/store.hpp"

namespace waymark::store {

class ReservoirCount final : public Store {
 public:
  // `most` hashes at a time.
  ReservoirCount(std::unique_ptr<Store> inner, std::uint64_t most)
      : Store(inner->hears_steps()), inner_(std::move(inner)), most_(most) {}

  [[nodiscard]] Found insert(const containers::Packed& state) override;
  void stepped(std::uint64_t from, const Found& found) override { inner_->stepped(from, found); }
  void left(std::uint64_t number) override { inner_->left(number); }
  [[nodiscard]] std::span<const containers::Word> words(std::uint64_t number) override { return inner_->words(number); }
  [[nodiscard]] std::uint64_t size() const override { return inner_->size(); }
  [[nodiscard]] std::uint64_t bytes() const override {
    return inner_->bytes() + sample_.capacity() * sizeof(sample_[0]);
  }
  [[nodiscard]] Promise promise() const override { return inner_->promise(); }
  [[nodiscard]] double expected_omissions() const override { return inner_->expected_omissions(); }

  [[nodiscard]] std::span<const std::uint64_t> sample() const { return sample_; }
  // All hashes up to this one are in the sample.
  [[nodiscard]] std::uint64_t threshold() const { return threshold_; }

 private:
  std::unique_ptr<Store> inner_;
  std::uint64_t most_;
  std::uint64_t threshold_ = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint64_t> sample_;
};

}  // namespace waymark::store
