// The report a person reads: the verdict first, then what and where, the way to it, and the figures.
#pragma once

#include <string>

#include "report/format.hpp"
#include "report/report.hpp"

namespace waymark::report {

// The result in one line, without the verdict.
[[nodiscard]] std::string headline(const check::Result& result);
// The first line, which is all that --quiet leaves.
[[nodiscard]] std::string verdict_line(const check::Result& result, const Format& format);
// Everything.
[[nodiscard]] std::string text(const Report& report, const Format& format);

// What a slice leaves out: which lines, and which variables.
[[nodiscard]] std::string cut_away(const load::CutAway& away);

// What was violated and where, with the lines of the source around it, which may lie in the folders as well.
[[nodiscard]] std::string what_and_where(const model::Violation& violation, const Format& format,
                                         const std::vector<std::string>& folders = {});

// Why it was violated, in a line; empty if that is not known, or says no more than the violation.
[[nodiscard]] std::string cause_line(const Cause* cause, const model::Violation& violation);

// Where everybody stands at the end of the story; empty if nobody says so.
[[nodiscard]] std::string who_stands_where(const Story& story, const Format& format);

// The line of a "file:line" with its neighbours, marked; empty if the file cannot be read.
[[nodiscard]] std::string excerpt(const std::string& location, const Format& format,
                                  const std::vector<std::string>& folders = {});

}  // namespace waymark::report
