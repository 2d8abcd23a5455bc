// The sample by which a partial script shows how much of the state space it covers: what the script claims of it, and
// what decides which states are in it. The rows of these states are in the stream `rows`, each behind the state of the
// frontier by which it is come by (docs/trust/script-format.md).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "script/reader.hpp"

namespace waymark::script {

struct SampleClaim {
  std::uint64_t falls = 0;     // how often the bound fell by a tenth
  std::uint64_t states = 0;    // of the sample
  std::uint64_t arrivals = 0;  // steps between two of them
  std::uint64_t once = 0;      // states to which one such step leads
  std::uint64_t twice = 0;     // two
  friend bool operator==(const SampleClaim&, const SampleClaim&) = default;
};
inline constexpr std::uint64_t most_falls = 400;  // of 2^64 states hardly one is left then

// What a script claims, if it does. False: malformed.
[[nodiscard]] bool read_sample(const std::shared_ptr<const File>& file, std::optional<SampleClaim>& claim,
                               Fault& fault);

// Of program and options alone, so that nobody chooses it.
[[nodiscard]] Digest sample_seed(const Header& header);

}  // namespace waymark::script
