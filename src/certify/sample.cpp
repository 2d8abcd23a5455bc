#include "certify/sample.hpp"

#include <algorithm>

namespace waymark::certify {

// Fingerprints of states that are alike lie in rows; places in the table must not.
std::size_t Sample::Hash::operator()(const model::Fingerprint& state) const {
  std::uint64_t x = state.low ^ (state.high << 32 | state.high >> 32);
  x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
  return static_cast<std::size_t>(x ^ x >> 32);
}

void Sample::add(const Sample& other) {
  for (const auto& [state, met] : other.states_) {
    Met& here = states_[state];
    here.kept += met.kept;
    here.sampled += met.sampled;
    here.arrivals += met.arrivals;
  }
}

std::optional<std::string> Sample::fault() const {
  bool missing = false;
  bool repeated = false;
  for (const auto& [state, met] : states_) {
    missing = missing || met.kept + met.sampled == 0;
    repeated = repeated || met.kept + met.sampled > 1;
  }
  if (missing) return "some transition leads to a state that belongs to the sample, and that it leaves out";
  if (repeated) return "a state that belongs to the sample is listed twice";
  return std::nullopt;
}

model::Census Sample::census() const {
  model::Census census;
  for (const auto& [state, met] : states_) {
    if (met.sampled != 0) census.count(met.arrivals);
  }
  return census;
}

void Sample::encode(base::ByteSink& sink) const {
  std::vector<std::pair<model::Fingerprint, Met>> sorted(states_.begin(), states_.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto& one, const auto& other) { return one.first < other.first; });
  sink.varint(sorted.size());
  for (const auto& [state, met] : sorted) {
    sink.u64(state.low);
    sink.u64(state.high);
    for (const std::uint64_t number : {met.kept, met.sampled, met.arrivals}) sink.varint(number);
  }
}

bool Sample::decode(base::ByteSource& source) {
  model::Fingerprint last;
  const std::uint64_t size = source.varint();
  for (std::uint64_t i = 0; i < size && !source.failed(); ++i) {
    model::Fingerprint state;
    state.low = source.u64();
    state.high = source.u64();
    if (i != 0 && state <= last) return false;
    Met& met = states_[state];
    for (std::uint64_t* number : {&met.kept, &met.sampled, &met.arrivals}) *number = source.varint();
    last = state;
  }
  return true;
}

}  // namespace waymark::certify
