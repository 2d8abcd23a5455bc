// The report that code hosts read: SARIF 2.1.0, with a result for each violation; the first one has the way to it as a
// code flow, with a thread flow for each process.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/report.hpp"

namespace waymark::report {

// `version` is that of the tool.
[[nodiscard]] std::string sarif(const Report& report, std::string_view version);
// Of several tests, one run: a code host takes but a few of a file.
[[nodiscard]] std::string sarif(std::span<const TestReport> tests, std::string_view version);
// For input that could not be checked at all.
[[nodiscard]] std::string sarif_error(const std::string& detail, std::string_view version);

}  // namespace waymark::report
