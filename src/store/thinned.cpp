#include "store/thinned.hpp"

#include <algorithm>
#include <utility>

#include "model/mix.hpp"

namespace waymark::store {

namespace {

constexpr std::uint64_t note_bytes = sizeof(std::uint8_t) + sizeof(std::uint64_t);
constexpr std::uint64_t charge_by = 4096;  // states at a time

}  // namespace

Thinned::Thinned(base::Budget& budget, const Room& first, const Room& sample, std::uint64_t seed)
    : budget_(&budget),
      first_room_(first),
      sample_room_(sample),
      coin_(seed),
      salt_(coin_()),
      first_(budget),
      sample_(std::make_unique<model::Sequences>(budget)) {}

Thinned::~Thinned() { budget_->give_back(charged_ * note_bytes); }

bool Thinned::in_sample(std::span<const model::Word> words) const {
  // Mixed twice: the hash that places a state in the tables must not decide this too.
  return model::mix(model::mix(model::mix_words(words) + salt_) * 0x9E3779B97F4A7C15u) <= threshold_;
}

bool Thinned::charge() {
  if (notes_.size() < charged_) return true;
  if (!budget_->take(charge_by * note_bytes)) return false;
  charged_ += charge_by;
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
  if (const std::uint64_t number = first_.find(state.words); number != none) return {Seen::known, number};
  if (!in_sample(state.words)) return {Seen::elsewhere, none};
  if (!charge()) return {Seen::no_room, 0};
  const auto answer = sample_->insert(state.words);
  if (answer.number == none) return {Seen::no_room, 0};
  if (answer.fresh) {
    arrivals_.push_back(0);
    notes_.push_back(0);
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

bool Thinned::sample_full() const {
  return sample_->size() > sample_room_.states || sample_->bytes() > sample_room_.bytes;
}

std::uint64_t Thinned::thin(std::uint64_t next, bool& room) {
  room = true;
  const std::uint64_t old_next = next - kept();
  const std::uint64_t old_threshold = threshold_;
  threshold_ = threshold_ / 10 * 9;
  auto smaller = std::make_unique<model::Sequences>(*budget_);
  std::uint64_t new_next = 0;
  std::uint64_t size = 0;
  for (std::uint64_t i = 0; i < sample_->size(); ++i) {
    const auto words = sample_->at(i);
    if (!in_sample(words)) continue;
    if (smaller->insert(words).number == model::Sequences::none) {
      room = false;
      threshold_ = old_threshold;
      return next;
    }
    // Those by whom it was met were as likely to stay as it was itself.
    std::uint8_t arrivals = 0;
    for (unsigned k = 0; k < arrivals_[i]; ++k) arrivals = static_cast<std::uint8_t>(arrivals + (coin_() % 10 != 0));
    arrivals_[size] = arrivals;
    notes_[size] = notes_[i];
    ++size;
    if (i < old_next) ++new_next;
  }
  sample_ = std::move(smaller);
  arrivals_.resize(size);
  notes_.resize(size);
  return kept() + new_next;
}

}  // namespace waymark::store
