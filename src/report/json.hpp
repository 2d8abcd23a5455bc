// The report another program reads: exactly one JSON object, on one line, always with the same keys.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "report/result.hpp"

namespace waymark::report {

[[nodiscard]] std::string json(const Result& result);
// For input that could not be checked at all.
[[nodiscard]] std::string json_error(const std::string& detail);

// What an earlier result with an estimate says, as far as a second search has to agree. Nothing if the text is no such
// result; it may come from anyone.
struct Claim {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  Coverage coverage;
};
[[nodiscard]] std::optional<Claim> read_claim(std::string_view text);

}  // namespace waymark::report
