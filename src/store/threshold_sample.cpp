#include "store/threshold_sample.hpp"

#include <algorithm>
#include <utility>

#include "containers/mix.hpp"

namespace waymark::store {

namespace {

constexpr std::uint64_t charge_by = 4096;  // states at a time, at least
constexpr std::uint64_t odd = 0x9E3779B97F4A7C15u;
constexpr std::uint64_t inverse = 0xF1DE83E19937733Du;
static_assert(odd * inverse == 1);

}  // namespace

ThresholdSample::ThresholdSample(base::Budget& budget, const Room& first, const Room& sample, std::uint64_t seed)
    : Store(true),
      budget_(&budget),
      first_room_(first),
      sample_room_(sample),
      salt_(containers::mix((seed + 1) * odd)),
      first_(budget),
      sample_(budget),
      most_(sample.states) {}

ThresholdSample::~ThresholdSample() { budget_->give_back(charged_ * note_bytes()); }

// The bits that place a state in the tables must not decide alone: the high bits of a product depend on all others. And
// it can be taken back.
std::uint64_t ThresholdSample::sampling_hash(std::uint64_t hash) const { return (hash ^ salt_) * odd; }
std::uint64_t ThresholdSample::table_hash(std::uint64_t number) const {
  return decided_ ? placed_by_[number] : hashes_[number] * inverse ^ salt_;
}

bool ThresholdSample::charge() {
  if (notes_.size() < charged_) return true;
  const std::uint64_t more = std::max(charge_by, charged_ / 2);
  if (!budget_->take(more * note_bytes())) return false;
  charged_ += more;
  hashes_.reserve(charged_);
  if (decided_) placed_by_.reserve(charged_);
  arrivals_.reserve(charged_);
  notes_.reserve(charged_);
  return true;
}

Found ThresholdSample::insert(const containers::Packed& state) {
  constexpr std::uint64_t none = containers::Sequences::none;
  if (!sampling_) {
    const auto answer = first_.insert(state.words);
    if (answer.number == none) return {Seen::no_room, 0};
    return {answer.fresh ? Seen::fresh : Seen::known, answer.number};
  }
  const std::uint64_t hash = containers::mix_words(state.words);
  const std::uint64_t sampling = decided_ ? deciding_ : sampling_hash(hash);
  if (sampling > threshold_) return {Seen::unsampled, none};
  // Most steps from the sample lead to the sample; the other table is on its way meanwhile.
  first_.expect(hash);
  if (const std::uint64_t number = sample_.find(state.words, hash); number != none) {
    return {Seen::known, kept() + number};
  }
  if (const std::uint64_t number = first_.find(state.words, hash); number != none) return {Seen::known, number};
  if (!charge()) return {Seen::no_room, 0};
  const std::uint64_t number = sample_.add(state.words, hash);
  if (number == none) return {Seen::no_room, 0};
  hashes_.push_back(sampling);
  if (decided_) placed_by_.push_back(hash);
  arrivals_.push_back(0);
  notes_.push_back(0);
  ++living_;
  const bool thinned = threshold_ != ~std::uint64_t{0};
  if (!thinned && sample_.bytes() > sample_room_.bytes) most_ = std::min(most_, living_);
  return {Seen::fresh, kept() + number};
}

void ThresholdSample::stepped(std::uint64_t from, const Found& found) {
  if (!sampling_ || from < kept() || (found.seen != Seen::fresh && found.seen != Seen::known) || found.number < kept())
    return;
  std::uint8_t& count = arrivals_[found.number - kept()];
  if (count != 255) ++count;
}

std::span<const containers::Word> ThresholdSample::words(std::uint64_t number) {
  return number < kept() ? first_.at(number) : sample_.at(number - kept());
}

// Without branches, here and in thin_range(): which states are alive nobody can predict, the processor included.
void ThresholdSample::count(Census& census, bool living, std::uint8_t arrivals) {
  census.states += living ? 1 : 0;
  census.arrivals += living ? arrivals : 0;
  census.once += living && arrivals == 1 ? 1 : 0;
  census.twice += living && arrivals == 2 ? 1 : 0;
}

ThresholdSample::Census ThresholdSample::census() const {
  Census census;
  for (std::size_t i = 0; i < hashes_.size(); ++i) count(census, hashes_[i] <= threshold_, arrivals_[i]);
  return census;
}

std::uint8_t ThresholdSample::thinned(std::uint8_t arrivals) {
  constexpr std::uint64_t tenth = (1 << 16) / 10;
  unsigned left = 0;
  for (unsigned done = 0; done < arrivals; done += 4) {
    const std::uint64_t bits = containers::mix(++coins_ * odd ^ salt_);
    for (unsigned i = 0; i < 4; ++i) {
      left += static_cast<unsigned>(done + i < arrivals) & static_cast<unsigned>((bits >> 16 * i & 0xFFFF) >= tenth);
    }
  }
  return static_cast<std::uint8_t>(left);
}

// Those by whom a state was met were as likely to stay as it was itself.
void ThresholdSample::thin_range(std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    arrivals_[i] = thinned(arrivals_[i]);
    count(last_census_, hashes_[i] <= threshold_, arrivals_[i]);
  }
}

std::uint64_t ThresholdSample::thin(std::uint64_t next) {
  threshold_ = threshold_ / 10 * 9;
  ++falls_;
  last_census_ = {};
  thin_range(0, next - kept());
  const std::uint64_t living_before = last_census_.states;
  thin_range(next - kept(), hashes_.size());
  living_ = last_census_.states;
  if (hashes_.size() < 2 * living_ && !too_long()) return next;
  bury();
  return kept() + living_before;
}

void ThresholdSample::bury() {
  sample_.retain([this](std::uint64_t number) { return hashes_[number] <= threshold_; },
                 [this](std::uint64_t number) { return table_hash(number); });
  std::size_t size = 0;
  for (std::size_t i = 0; i < hashes_.size(); ++i) {
    if (hashes_[i] > threshold_) continue;
    hashes_[size] = hashes_[i];
    if (decided_) placed_by_[size] = placed_by_[i];
    arrivals_[size] = arrivals_[i];
    notes_[size++] = notes_[i];
  }
  hashes_.resize(size);
  if (decided_) placed_by_.resize(size);
  arrivals_.resize(size);
  notes_.resize(size);
}

}  // namespace waymark::store
