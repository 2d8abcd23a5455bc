// What the command refuses beside parts that do not go together, and the defaults that depend on the program.
#pragma once

#include <string_view>

#include "check/run/after_limit.hpp"
#include "cli/options/options.hpp"
#include "load/program.hpp"

namespace waymark::cli {

// The store that the user asked for, or what is best for the program.
[[nodiscard]] base::Chosen<check::StoreKind> store_of(const CheckOptions& options);
// The program as it is asked for: where no orders of steps are left out, calls of the library are steps, too.
[[nodiscard]] load::Source source_of(const CheckOptions& options);

// Throws base::InputError for options that do not go together (check/plan/compatibility.hpp).
void refuse_conflicts(const CheckOptions& options);
// Whether a check with these options would be refused, now that the program is known.
[[nodiscard]] bool fits(const CheckOptions& options, const load::Program& program);
// The further searches of a program after a limit. None follows a search that a number ends, which is the same each
// time, that another process or command goes on with, or that is not of all states.
[[nodiscard]] check::AfterLimit after_limit(const CheckOptions& options, const load::Program& program);
// Several processes were started, and nobody has told them to work together.
void refuse_alone(bool cluster);
// For a command that explores every step, also of library calls. Answers the source with that.
[[nodiscard]] load::Source in_steps(const load::Source& source, std::string_view command);

}  // namespace waymark::cli
