#include "certify/sketch.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace waymark::certify {

namespace {

// Twice the logarithm of a billion. That n independent draws, mu of which are expected to be kept, give mu - d or fewer
// has a chance of at most exp(-d^2 / 2 mu); that they give k or more although mu < k are expected, of at most
// exp(-(k - mu)^2 / 2 k) (Chernoff).
const double twice_log_billion = 2 * std::log(1e9);

// Fingerprints are linear in the words of a state, so those of states that are alike lie in rows; slots must not.
std::uint64_t scattered(const model::Fingerprint& state) {
  std::uint64_t x = state.low ^ (state.high << 32 | state.high >> 32);
  x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
  x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
  return x ^ x >> 32;
}

}  // namespace

void StateSet::add(const model::Fingerprint& state) {
  if (state == nothing) {
    size_ += has_nothing_ ? 0 : 1;
    has_nothing_ = true;
    return;
  }
  if (is_full()) grow();
  if (place(state)) ++size_;
}

void StateSet::add(const StateSet& other) {
  if (size_ == 0) {
    *this = other;
    return;
  }
  // Room first: states that come in the order of their slots would pile up in a table that is smaller than theirs.
  while (4 * (size_ + other.size_ + 1) > 3 * slots_.size()) grow();
  for (const model::Fingerprint& state : other.slots_) {
    if (state != nothing) add(state);
  }
  if (other.has_nothing_) add(nothing);
}

bool StateSet::place(const model::Fingerprint& state) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(scattered(state)) & mask;
  while (slots_[slot] != nothing) {
    if (slots_[slot] == state) return false;
    slot = (slot + 1) & mask;
  }
  slots_[slot] = state;
  return true;
}

void StateSet::grow() {
  std::vector<model::Fingerprint> old(std::max<std::size_t>(16, 2 * slots_.size()), nothing);
  old.swap(slots_);
  for (const model::Fingerprint& state : old) {
    if (state != nothing) static_cast<void>(place(state));
  }
}

std::vector<model::Fingerprint> StateSet::sorted() const {
  std::vector<model::Fingerprint> states;
  states.reserve(size_);
  for (const model::Fingerprint& state : slots_) {
    if (state != nothing) states.push_back(state);
  }
  if (has_nothing_) states.push_back(nothing);
  std::sort(states.begin(), states.end());
  return states;
}

Sampling::Sampling(const Secret& secret, std::uint64_t said, Count count)
    : key_(model::Key::secret(secret.key(sketch_key))), said_(said), all_(count == Count::exact || said <= sample) {
  __extension__ using Wide = unsigned __int128;
  bound_ = all_ ? 0 : static_cast<std::uint64_t>((Wide{sample} << 64) / said);
}

std::uint64_t Sampling::hash(const model::Fingerprint& state) const {
  std::array<std::uint8_t, 8> low;
  for (unsigned i = 0; i < low.size(); ++i) low[i] = static_cast<std::uint8_t>(state.low >> (8 * i));
  return key_.hash(state.high, low).low;
}

double Sampling::share() const { return all_ ? 1 : std::ldexp(static_cast<double>(bound_), -64); }

bool Sampling::too_few(std::uint64_t kept, std::uint64_t entries) const {
  if (all_) return kept < entries;
  const double expected = static_cast<double>(entries) * share();
  const double missing = expected - static_cast<double>(kept);
  return missing > 0 && missing * missing > twice_log_billion * expected;
}

std::uint64_t Sampling::at_least(std::uint64_t kept) const {
  if (all_) return kept;
  const auto found = static_cast<double>(kept);
  return static_cast<std::uint64_t>(std::max(found - std::sqrt(twice_log_billion * found), 0.0) / share());
}

std::uint64_t Sampling::about(std::uint64_t kept) const {
  return all_ ? kept : static_cast<std::uint64_t>(static_cast<double>(kept) / share());
}

}  // namespace waymark::certify
