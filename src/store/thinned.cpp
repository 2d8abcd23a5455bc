#include "store/thinned.hpp"

#include <algorithm>
#include <utility>

#include "model/mix.hpp"

namespace waymark::store {

namespace {

constexpr std::uint64_t note_bytes = 2 * sizeof(std::uint64_t) + sizeof(std::uint8_t);
constexpr std::uint64_t charge_by = 4096;  // states at a time, at least
constexpr std::uint64_t odd = 0x9E3779B97F4A7C15u;

}  // namespace

Thinned::Thinned(base::Budget& budget, const Room& first, const Room& sample, std::uint64_t seed)
    : budget_(&budget),
      first_room_(first),
      sample_room_(sample),
      salt_(model::mix((seed + 1) * odd)),
      first_(budget),
      sample_(std::make_unique<model::Sequences>(budget)),
      most_(sample.states) {}

Thinned::~Thinned() { budget_->give_back(charged_ * note_bytes); }

std::uint64_t Thinned::sampling_hash(std::uint64_t hash) const {
  // Mixed twice: the hash that places a state in the tables must not decide this too.
  return model::mix(model::mix(hash + salt_) * odd);
}

bool Thinned::charge() {
  if (notes_.size() < charged_) return true;
  const std::uint64_t more = std::max(charge_by, charged_ / 2);
  if (!budget_->take(more * note_bytes)) return false;
  charged_ += more;
  hashes_.reserve(charged_);
  arrivals_.reserve(charged_);
  notes_.reserve(charged_);
  return true;
}

Found Thinned::insert(const model::Packed& state) {
  constexpr std::uint64_t none = model::Sequences::none;
  if (!sampling_) {
    const auto answer = first_.insert(state.words);
    if (answer.number == none) return {Seen::no_room, 0};
    return {answer.fresh ? Seen::fresh : Seen::known, answer.number};
  }
  const std::uint64_t hash = model::mix_words(state.words);
  const std::uint64_t sampling = sampling_hash(hash);
  if (sampling > threshold_) return {Seen::elsewhere, none};
  // Most steps from the sample lead to the sample; the other table is on its way meanwhile.
  first_.expect(hash);
  if (const std::uint64_t number = sample_->find(state.words, hash); number != none) {
    return {Seen::known, kept() + number};
  }
  if (const std::uint64_t number = first_.find(state.words, hash); number != none) return {Seen::known, number};
  if (!charge()) return {Seen::no_room, 0};
  const std::uint64_t number = sample_->add(state.words, hash);
  if (number == none) return {Seen::no_room, 0};
  hashes_.push_back(sampling);
  arrivals_.push_back(0);
  notes_.push_back(0);
  ++living_;
  const bool thinned = threshold_ != ~std::uint64_t{0};
  if (!thinned && sample_->bytes() > sample_room_.bytes) most_ = std::min(most_, living_);
  return {Seen::fresh, kept() + number};
}

void Thinned::stepped(std::uint64_t from, const Found& found) {
  if (!sampling_ || from < kept() || found.seen == Seen::elsewhere || found.number < kept()) return;
  std::uint8_t& count = arrivals_[found.number - kept()];
  if (count != 255) ++count;
}

std::span<const model::Word> Thinned::words(std::uint64_t number) {
  return number < kept() ? first_.at(number) : sample_->at(number - kept());
}

void Thinned::count(Census& census, std::uint8_t arrivals) {
  ++census.states;
  census.arrivals += arrivals;
  census.once += arrivals == 1 ? 1 : 0;
  census.twice += arrivals == 2 ? 1 : 0;
}

Thinned::Census Thinned::census() const {
  Census census;
  for (std::size_t i = 0; i < hashes_.size(); ++i) {
    if (hashes_[i] <= threshold_) count(census, arrivals_[i]);
  }
  return census;
}

std::uint8_t Thinned::thinned(std::uint8_t arrivals) {
  constexpr std::uint64_t tenth = (1 << 16) / 10;
  std::uint8_t left = 0;
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < arrivals; ++i, bits >>= 16) {
    if (i % 4 == 0) bits = model::mix(++coins_ * odd ^ salt_);
    left = static_cast<std::uint8_t>(left + ((bits & 0xFFFF) >= tenth));
  }
  return left;
}

std::uint64_t Thinned::thin(std::uint64_t next, bool& room) {
  threshold_ = threshold_ / 10 * 9;
  last_census_ = {};
  std::uint64_t living_before = 0;
  living_ = 0;
  for (std::size_t i = 0; i < hashes_.size(); ++i) {
    if (hashes_[i] > threshold_) continue;
    ++living_;
    if (i < next - kept()) ++living_before;
    // Those by whom it was met were as likely to stay as it was itself.
    arrivals_[i] = thinned(arrivals_[i]);
    count(last_census_, arrivals_[i]);
  }
  room = true;
  if (hashes_.size() < 2 * living_ && !too_long()) return next;
  room = bury();
  return kept() + living_before;
}

bool Thinned::bury() {
  auto copy = std::make_unique<model::Sequences>(*budget_);
  if (!copy->reserve(living_)) return false;
  std::size_t size = 0;
  for (std::size_t i = 0; i < hashes_.size(); ++i) {
    if (hashes_[i] > threshold_) continue;
    const auto words = sample_->at(i);
    if (copy->add(words, model::mix_words(words)) == model::Sequences::none) return false;
    hashes_[size] = hashes_[i];
    arrivals_[size] = arrivals_[i];
    notes_[size++] = notes_[i];
  }
  sample_ = std::move(copy);
  hashes_.resize(size);
  arrivals_.resize(size);
  notes_.resize(size);
  return true;
}

}  // namespace waymark::store
