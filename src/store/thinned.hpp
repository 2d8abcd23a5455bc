// Thinned: states of a first part, all kept, and of the rest a sample: those whose hash is below a threshold, which
// falls as the sample outgrows its room (Wegman's adaptive sampling, driven by a search). The sample is independent of
// how the states are connected, so what is seen of it tells about the whole.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "model/sequences.hpp"
#include "store/store.hpp"

namespace waymark::store {

struct Room {
  std::uint64_t states = ~std::uint64_t{0};
  std::uint64_t bytes = ~std::uint64_t{0};
};

class Thinned final : public Store {
 public:
  Thinned(base::Budget& budget, const Room& first, const Room& sample, std::uint64_t seed);
  ~Thinned() override;

  // Numbers below kept() are those of the first part, the others of the sample; thin() changes the latter.
  [[nodiscard]] Found insert(const model::Packed& state) override;
  void stepped(std::uint64_t from, const Found& found) override;
  [[nodiscard]] std::span<const model::Word> words(std::uint64_t number) override;
  [[nodiscard]] std::uint64_t size() const override { return first_.size() + sample_->size(); }
  [[nodiscard]] std::uint64_t bytes() const override { return first_.bytes() + sample_->bytes(); }
  [[nodiscard]] Promise promise() const override { return Promise::exact; }  // until the threshold falls

  // The first part has no more room: from now on new states go to the sample.
  [[nodiscard]] bool first_full() const {
    return first_.size() >= first_room_.states || first_.bytes() >= first_room_.bytes;
  }
  void begin_sample() { sampling_ = true; }
  [[nodiscard]] bool sample_full() const;
  // Lets the threshold fall, until there is room; states above it are forgotten and the others numbered anew, in their
  // order. Returns the new number of the first one that is not before `next`. False in `room` if there is no memory.
  [[nodiscard]] std::uint64_t thin(std::uint64_t next, bool& room);

  [[nodiscard]] std::uint64_t kept() const { return first_.size(); }
  // The share of states that are in the sample.
  [[nodiscard]] double threshold() const { return static_cast<double>(threshold_) / 18446744073709551616.0; }
  // How often a state of the sample was met by steps from other states of the sample, up to 255.
  [[nodiscard]] std::span<const std::uint8_t> arrivals() const { return arrivals_; }
  // Something that the caller wants to know about a state of the sample.
  [[nodiscard]] std::uint64_t& note(std::uint64_t number) { return notes_[number - kept()]; }

 private:
  [[nodiscard]] bool in_sample(std::span<const model::Word> words) const;
  [[nodiscard]] bool charge();

  base::Budget* budget_;
  Room first_room_;
  Room sample_room_;
  std::mt19937_64 coin_;
  std::uint64_t salt_;
  model::Sequences first_;
  std::unique_ptr<model::Sequences> sample_;
  std::vector<std::uint8_t> arrivals_;
  std::vector<std::uint64_t> notes_;
  std::uint64_t charged_ = 0;
  std::uint64_t threshold_ = ~std::uint64_t{0};
  bool sampling_ = false;
};

}  // namespace waymark::store
