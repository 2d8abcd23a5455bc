// The report that build servers read: JUnit's XML, one test case for each property. What is violated fails, what could
// not be decided is an error, as the exit code says, and what nobody looked at is skipped.
#pragma once

#include <span>
#include <string>

#include "report/report.hpp"

namespace waymark::report {

[[nodiscard]] std::string junit(const Report& report);
// Of several tests: one test case for each.
[[nodiscard]] std::string junit(std::span<const TestReport> tests);
// For input that could not be checked at all.
[[nodiscard]] std::string junit_error(const std::string& detail);

}  // namespace waymark::report
