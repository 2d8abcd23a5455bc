// The report another program reads: exactly one JSON object, on one line, always with the same keys.
#pragma once

#include <string>

#include "report/result.hpp"

namespace waymark::report {

[[nodiscard]] std::string json(const Result& result);
// For input that could not be checked at all.
[[nodiscard]] std::string json_error(const std::string& detail);

}  // namespace waymark::report
