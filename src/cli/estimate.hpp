// Estimates of coverage that can be repeated: what goes into a result, and comparing a second search with the first.
#pragma once

#include "cli/options.hpp"
#include "report/json.hpp"
#include "report/result.hpp"
#include "search/outcome.hpp"

namespace waymark::cli {

// The estimate with everything that is needed to make it again.
[[nodiscard]] report::Coverage describe(const search::Estimate& estimate, const Options& options);
// Reads the result that --compare names and sets the options to search as it did. Bad ones end in InputError.
[[nodiscard]] report::Claim take_over(Options& options);
// The verdict becomes `certified` or `rejected`, unless the search ended by something else than its limit.
void compare(const report::Claim& claim, const Options& options, report::Result& result);

}  // namespace waymark::cli
