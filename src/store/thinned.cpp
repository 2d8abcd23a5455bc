#include "store/thinned.hpp"

#include <algorithm>
#include <utility>

#include "model/mix.hpp"

namespace waymark::store {

namespace {

constexpr std::uint64_t note_bytes = 2 * sizeof(std::uint64_t) + sizeof(std::uint8_t);
constexpr std::uint64_t charge_by = 4096;  // states at a time

}  // namespace

Thinned::Thinned(base::Budget& budget, const Room& first, const Room& sample, std::uint64_t seed)
    : budget_(&budget),
      first_room_(first),
      sample_room_(sample),
      coin_(seed),
      salt_(coin_()),
      first_(budget),
      sample_(std::make_unique<model::Sequences>(budget)),
      most_(sample.states) {}

Thinned::~Thinned() { budget_->give_back(charged_ * note_bytes); }

std::uint64_t Thinned::sampling_hash(std::uint64_t hash) const {
  // Mixed twice: the hash that places a state in the tables must not decide this too.
  return model::mix(model::mix(hash + salt_) * 0x9E3779B97F4A7C15u);
}

bool Thinned::charge() {
  if (notes_.size() < charged_) return true;
  if (!budget_->take(charge_by * note_bytes)) return false;
  charged_ += charge_by;
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
  if (const std::uint64_t number = first_.find(state.words, hash); number != none) return {Seen::known, number};
  if (!charge()) return {Seen::no_room, 0};
  const auto answer = sample_->insert(state.words, hash);
  if (answer.number == none) return {Seen::no_room, 0};
  if (answer.fresh) {
    hashes_.push_back(sampling);
    arrivals_.push_back(0);
    notes_.push_back(0);
    ++living_;
    const bool thinned = threshold_ != ~std::uint64_t{0};
    if (!thinned && sample_->bytes() > sample_room_.bytes) most_ = std::min(most_, living_);
  }
  return {answer.fresh ? Seen::fresh : Seen::known, kept() + answer.number};
}

void Thinned::stepped(std::uint64_t from, const Found& found) {
  if (!sampling_ || from < kept() || found.seen == Seen::elsewhere || found.number < kept()) return;
  std::uint8_t& count = arrivals_[found.number - kept()];
  if (count != 255) ++count;
}

std::span<const model::Word> Thinned::words(std::uint64_t number) {
  return number < kept() ? first_.at(number) : sample_->at(number - kept());
}

Thinned::Census Thinned::census() const {
  Census census;
  for (std::size_t i = 0; i < hashes_.size(); ++i) {
    if (hashes_[i] > threshold_) continue;
    ++census.states;
    census.arrivals += arrivals_[i];
    census.once += arrivals_[i] == 1 ? 1 : 0;
    census.twice += arrivals_[i] == 2 ? 1 : 0;
  }
  return census;
}

std::uint64_t Thinned::thin(std::uint64_t next, bool& room) {
  threshold_ = threshold_ / 10 * 9;
  std::uint64_t living_before = 0;
  living_ = 0;
  for (std::size_t i = 0; i < hashes_.size(); ++i) {
    if (hashes_[i] > threshold_) continue;
    ++living_;
    if (i < next - kept()) ++living_before;
    // Those by whom it was met were as likely to stay as it was itself.
    std::uint8_t arrivals = 0;
    for (unsigned k = 0; k < arrivals_[i]; ++k) arrivals = static_cast<std::uint8_t>(arrivals + (coin_() % 10 != 0));
    arrivals_[i] = arrivals;
  }
  room = true;
  if (hashes_.size() < 2 * living_ && !too_long()) return next;
  room = bury();
  return kept() + living_before;
}

bool Thinned::bury() {
  auto copy = std::make_unique<model::Sequences>(*budget_);
  std::size_t size = 0;
  for (std::size_t i = 0; i < hashes_.size(); ++i) {
    if (hashes_[i] > threshold_) continue;
    if (copy->insert(sample_->at(i)).number == model::Sequences::none) return false;
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
