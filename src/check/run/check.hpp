// A check: every property that was asked about, each by the search that judges it, and one result of all of them.
#pragma once

#include "check/plan/settings.hpp"
#include "check/run/context.hpp"
#include "check/say/result.hpp"
#include "load/program.hpp"

namespace waymark::check {

// REQUIRES: the settings go together; those that some program may not stand are refused here. A script is written if
// the settings name one and all holds. Throws base::InputError.
[[nodiscard]] Result check(const load::Program& program, const Settings& settings, const Context& context);

}  // namespace waymark::check
