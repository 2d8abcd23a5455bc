// What an outcome of a search means for the result: its figures, and what a person should know.
#pragma once

#include <string>
#include <vector>

#include "base/budget.hpp"
#include "check/plan/settings.hpp"
#include "check/plan/team.hpp"
#include "check/say/result.hpp"
#include "search/outcome.hpp"
#include "search/statistics.hpp"

namespace waymark::check {

// Verdict and figures of the search become those of the result; of violations, only how many there are.
void enter(const search::Outcome& outcome, const Settings& settings, const base::Budget& budget, Result& result);

// What each member has done, if there are several. The figures are those of all of them.
void enter_ranks(const std::vector<cluster::RankStatistics>& shares, const Team& team, Result& result);

// The estimate with everything that is needed to make it again.
[[nodiscard]] Coverage describe(const search::Estimate& estimate, const Settings& settings, const base::Budget& budget);
// Why a search ended where it did; empty if it is complete.
[[nodiscard]] std::string explain(const search::Outcome& outcome, const Settings& settings, const base::Budget& budget);
// What the searches of a swarm met.
[[nodiscard]] std::string tell_runs(const search::SwarmRuns& runs, unsigned asked, const search::Outcome& outcome);

}  // namespace waymark::check
