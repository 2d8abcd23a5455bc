// Estimates of coverage can be repeated: a second search with the same seed has to come to the same one.
#pragma once

#include <cstdint>
#include <string>

#include "check/result.hpp"
#include "check/settings.hpp"

namespace waymark::check {

// What an earlier result with an estimate says, as far as a second search has to agree. It may come from anyone.
struct EarlierEstimate {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  Coverage coverage;
};

// Sets the settings to search as the earlier search did, with at most so many bytes. Answers why it cannot be done, or
// an empty text.
[[nodiscard]] std::string take_over(const EarlierEstimate& earlier, std::uint64_t memory, Settings& settings);
// The verdict becomes `certified` or `rejected`, unless the search ended by something else than its limit. `file` is
// where the earlier result came from.
void compare(const EarlierEstimate& earlier, const std::string& file, Result& result);

}  // namespace waymark::check
