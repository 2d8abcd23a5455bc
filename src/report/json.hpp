// The report another program reads: exactly one JSON object, on one line, always with the same keys.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/report.hpp"
#include "report/state_view.hpp"

namespace waymark::report {

[[nodiscard]] std::string json(const Report& report);
// Of several tests: their results, and which were not run.
[[nodiscard]] std::string json(std::span<const TestReport> tests);
// One state of a program.
[[nodiscard]] std::string json(const StateView& state);
// What a slice leaves out.
[[nodiscard]] std::string json(const load::CutAway& away);
// For input that could not be checked at all.
[[nodiscard]] std::string json_error(const std::string& detail);

// Whether brackets of a text that may be JSON are nested so deeply, wherever they close; those in strings are none. The
// parser could tell, too, but only by looking at all that a list has so far, at each of its elements.
[[nodiscard]] bool nests_deeper(std::string_view text, std::size_t most);

}  // namespace waymark::report
