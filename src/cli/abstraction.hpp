// What a check of an abstraction is worth: a violation is looked for in the program itself, and called real, spurious
// or undecided.
#pragma once

#include "base/stop.hpp"
#include "check/result.hpp"
#include "cli/options.hpp"
#include "load/program.hpp"

namespace waymark::cli {

// Fills in result.abstraction. Of a real violation the result is one of the whole program, in whose choices it is; of
// any other nothing is known. Answers whether it is real.
[[nodiscard]] bool judge_abstraction(const CheckOptions& options, const load::Program& abstraction,
                                     const load::Program& whole, check::Result& result, const base::Stop& stop);

// Whether conditions were suggested that are not among the options yet; these are added.
[[nodiscard]] bool refine(CheckOptions& options, const check::Result& result);

}  // namespace waymark::cli
