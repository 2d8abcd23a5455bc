// What a check leaves behind besides its report: the trails of what it found, and commands with which to go on. A file
// that cannot be written takes nothing from the verdict, which is told first.
#pragma once

#include <string>
#include <vector>

#include "check/say/result.hpp"
#include "cli/options/options.hpp"
#include "load/program.hpp"

namespace waymark::cli {

// Throws base::InputError for files that surely cannot be written, and for two outputs that would become one.
void refuse_outputs(const CheckOptions& options);
// Whether one of them is standard output: the report leaves it to that.
[[nodiscard]] bool fill_standard_output(const CheckOptions& options);

// One trail for each violation: of the first one, in `told`, and of others, in `checked`, whose choices they have.
// Answers what went wrong, a line each.
void write_trails(const CheckOptions& options, const load::Program& told, const load::Program& checked,
                  check::Result& result);
// What to type to see the trail again and to check the scripts.
void suggest(const CheckOptions& options, check::Result& result);

// Tells faults of files behind the verdict, whose exit code this is. A violation stays one.
[[nodiscard]] int conclude(int code, const std::vector<std::string>& faults);

}  // namespace waymark::cli
