// What a search that a limit ended has shown all the same, and how many states other stores would hold.
#pragma once

#include "check/plan/settings.hpp"
#include "check/plan/team.hpp"
#include "check/say/result.hpp"
#include "load/program.hpp"

namespace waymark::check {

// Nothing for a result that is complete.
[[nodiscard]] std::optional<Known> what_is_known(const load::Program& program, const Settings& settings,
                                                 const Team& team, const Result& result);

}  // namespace waymark::check
