// ThresholdSample: states of a first part, all kept, and of the rest a sample: those whose hash is below a threshold,
// which falls as the sample outgrows its room (Wegman's adaptive sampling, driven by a search). The sample is
// independent of how the states are connected, so what is seen of it tells about the whole.
//
// When the threshold falls, states above it are dead at once, since no state with such a hash is looked up any more;
// their memory is freed when they are as many as the living, so that a state is moved about once.
#pragma once

#include <cstdint>
#include <vector>

#include "containers/sequences.hpp"
#include "store/store.hpp"

namespace waymark::store {

struct Room {
  std::uint64_t states = ~std::uint64_t{0};
  std::uint64_t bytes = ~std::uint64_t{0};
};

class ThresholdSample final : public Store {
 public:
  ThresholdSample(base::Budget& budget, const Room& first, const Room& sample, std::uint64_t seed);
  ~ThresholdSample() override;

  // Numbers below kept() are those of the first part, the others of the sample, dead or alive; thin() changes the
  // latter. While sampling, a state of the first part that is not below the threshold is `unsampled` like all others.
  [[nodiscard]] Found insert(const containers::Packed& state) override;
  void stepped(std::uint64_t from, const Found& found) override;
  [[nodiscard]] std::span<const containers::Word> words(std::uint64_t number) override;
  [[nodiscard]] std::uint64_t size() const override { return first_.size() + sample_.size(); }
  [[nodiscard]] std::uint64_t bytes() const override { return first_.bytes() + sample_.bytes(); }
  [[nodiscard]] Promise promise() const override {
    return threshold_ == everything ? Promise::exact : Promise::may_omit;
  }

  // Not forgotten since.
  [[nodiscard]] bool alive(std::uint64_t number) const {
    return number < kept() || hashes_[number - kept()] <= threshold_;
  }

  // The first part has no more room: from now on new states go to the sample.
  [[nodiscard]] bool first_full() const {
    return first_.size() >= first_room_.states || first_.bytes() >= first_room_.bytes;
  }
  void begin_sample() { sampling_ = true; }
  [[nodiscard]] bool sample_full() const { return living_ > most_ || too_long(); }
  // The caller, which knows the state, says which number decides whether it is in the sample, before it is inserted;
  // from the first such state on, for all of them. It makes no difference in the first part.
  void decide_by(std::uint64_t number) {
    decided_ = true;
    deciding_ = number;
  }
  [[nodiscard]] bool sampling() const { return sampling_; }
  [[nodiscard]] bool is_below(std::uint64_t number) const { return number <= threshold_; }
  // Lets the threshold fall; states above it are forgotten. The others may be numbered anew, in their order. Returns
  // the new number of the first one that is not before `next`.
  [[nodiscard]] std::uint64_t thin(std::uint64_t next);

  [[nodiscard]] std::uint64_t kept() const { return first_.size(); }
  // How often the threshold fell, each time by a tenth.
  [[nodiscard]] std::uint64_t falls() const { return falls_; }
  // The share of states that are in the sample.
  [[nodiscard]] double threshold() const { return static_cast<double>(threshold_) / 18446744073709551616.0; }
  // Of the living states of the sample.
  struct Census {
    std::uint64_t states = 0;
    std::uint64_t arrivals = 0;  // steps that led to them from other living states
    std::uint64_t once = 0;      // states met by one such step
    std::uint64_t twice = 0;
  };
  [[nodiscard]] Census census() const;
  // As of the last thin().
  [[nodiscard]] const Census& last_census() const { return last_census_; }
  // Whether a state is one of the first part.
  [[nodiscard]] bool is_kept(const containers::Packed& state, std::uint64_t hash) const {
    return first_.find(state.words, hash) != containers::Sequences::none;
  }
  // Something that the caller wants to know about a state of the sample.
  [[nodiscard]] std::uint64_t& note(std::uint64_t number) { return notes_[number - kept()]; }

 private:
  static constexpr std::uint64_t everything = ~std::uint64_t{0};

  [[nodiscard]] std::uint64_t sampling_hash(std::uint64_t hash) const;
  [[nodiscard]] std::uint64_t table_hash(std::uint64_t number) const;
  static void count(Census& census, bool living, std::uint8_t arrivals);
  // How many of them are left when each stays in nine cases of ten.
  [[nodiscard]] std::uint8_t thinned(std::uint8_t arrivals);
  // Of the states of this range: lowers their arrivals and counts the living.
  void thin_range(std::size_t begin, std::size_t end);
  [[nodiscard]] bool charge();
  // What is noted of a state of the sample, besides its words.
  [[nodiscard]] std::uint64_t note_bytes() const { return (decided_ ? 3 : 2) * sizeof(std::uint64_t) + 1; }
  // The dead and the living together take twice the room.
  [[nodiscard]] bool too_long() const { return sample_.bytes() / 2 > sample_room_.bytes; }
  // Closes the gaps between the living.
  void bury();

  base::Budget* budget_;
  Room first_room_;
  Room sample_room_;
  std::uint64_t salt_;
  std::uint64_t coins_ = 0;  // drawn
  containers::Sequences first_;
  containers::Sequences sample_;
  std::vector<std::uint64_t> hashes_;     // those that decide
  std::vector<std::uint64_t> placed_by_;  // of states that others decide about: those by which they are found
  std::vector<std::uint8_t> arrivals_;
  std::vector<std::uint64_t> notes_;
  std::uint64_t charged_ = 0;
  std::uint64_t threshold_ = everything;
  Census last_census_;
  std::uint64_t living_ = 0;
  std::uint64_t most_;  // living states that there is room for
  std::uint64_t falls_ = 0;
  std::uint64_t deciding_ = 0;
  bool decided_ = false;  // by others
  bool sampling_ = false;
};

}  // namespace waymark::store
