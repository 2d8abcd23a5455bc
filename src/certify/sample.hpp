// The sample by which a partial script estimates what it covers, as the certifier meets it: every state whose number,
// drawn from program and options, lies below the bound, with how often it was entered and arrived at. Kept whole, so
// that nothing about it is believed: no state is in it twice, none that a step from it or from the frontier leads to is
// missing, and it is counted, not read, how often states of it are met.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "model/coverage.hpp"
#include "model/fingerprint.hpp"
#include "script/sample.hpp"

namespace waymark::certify {

class Sample {
 public:
  struct Met {
    std::uint64_t kept = 0;      // entries that are explored or frontier
    std::uint64_t sampled = 0;   // entries of the sample
    std::uint64_t arrivals = 0;  // from states of the sample
    friend bool operator==(const Met&, const Met&) = default;
  };

  // All of these of states below the bound.
  void keep(const model::Fingerprint& state) { ++states_[state].kept; }
  void enter(const model::Fingerprint& state) { ++states_[state].sampled; }
  // By a step from the sample, or from the frontier.
  void arrive(const model::Fingerprint& state, bool from_sample) { states_[state].arrivals += from_sample ? 1 : 0; }
  void add(const Sample& other);

  [[nodiscard]] std::uint64_t bytes() const { return states_.size() * bytes_each; }
  friend bool operator==(const Sample&, const Sample&) = default;

  // Why this is none, if all of a script was walked; nothing if it is one, and then census() counts it.
  [[nodiscard]] std::optional<std::string> fault() const;
  [[nodiscard]] model::Census census() const;

  void encode(base::ByteSink& sink) const;
  // False: malformed.
  [[nodiscard]] bool decode(base::ByteSource& source);

 private:
  struct Hash {
    std::size_t operator()(const model::Fingerprint& state) const;
  };
  static constexpr std::uint64_t bytes_each = sizeof(model::Fingerprint) + sizeof(Met) + 4 * sizeof(void*);

  std::unordered_map<model::Fingerprint, Met, Hash> states_;
};

[[nodiscard]] inline model::Census census_of(const script::SampleClaim& claim) {
  return {claim.states, claim.arrivals, claim.once, claim.twice};
}

}  // namespace waymark::certify
