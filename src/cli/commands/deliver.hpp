// What check and certify do alike at the end: put the result into words and onto standard output.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "cli/options/options.hpp"
#include "load/program.hpp"
#include "report/report.hpp"

namespace waymark::cli {

// How much of a long trail a person reads.
inline constexpr report::Excerpt for_reading = {30, 30};

// A counterexample's story: of a long one, its beginning and its end, as much as those who read it can bear.
[[nodiscard]] report::Story tell_in_part(model::Model& model, const std::vector<std::uint32_t>& choices,
                                         const Output& output, std::optional<std::uint64_t> cycle = std::nullopt);
// Those of the violations after the first, if anybody will be told more of them than that they are. All of them
// together are told at the length of one.
[[nodiscard]] std::vector<report::Story> tell_others(model::Model& model, const std::vector<check::Found>& found,
                                                     const Output& output);
// The same for a person, unless all of it is asked for: calls into libraries folded, the middle left out.
[[nodiscard]] report::Report readable(const report::Report& report, const Output& output);
// Throws base::InputError if the page that is asked for cannot be had.
void refuse_page(const Output& output);
// The folders of a program's text.
[[nodiscard]] std::vector<std::string> source_folders(const load::Source& source, const Output& output);
// Finds why the violations came about whose ways were told. The first way is one of the program `told`, the others are
// of `checked`.
void find_causes(report::Report& report, const load::Program& told, const load::Program& checked);
// Gives assertions and conditions whose text is not known the line of the source; conditions of one line become one.
// REQUIRES: the folders are known.
void quote_shallow(report::Report& report);
// What its models took for granted or met besides, in the search and in the telling.
void note_assumptions(const load::Program& program, check::Result& result);
// Prints the result as the user wants it, and writes the page; returns the exit code.
[[nodiscard]] int deliver(const report::Report& report, const Output& output);
// The page alone: of a result that was told in another way.
[[nodiscard]] int deliver_page(const report::Report& report, const Output& output);
// The same of what could not be checked at all, for programs; a person is told on standard error.
[[nodiscard]] std::string failure(const std::string& why, OutputFormat format);
[[nodiscard]] int exit_code(const check::Result& result);
// Says in one line that a script is rejected. Gives the exit code.
[[nodiscard]] int rejected(const std::string& path, const std::string& why);
// The same where a command ended before there was a result.
[[nodiscard]] int deliver_early(const std::string& program, const base::Stopped& early, const check::Limits& limits,
                                const Output& output);

}  // namespace waymark::cli
