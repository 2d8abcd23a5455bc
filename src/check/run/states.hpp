// Judges every reachable state for itself: deadlocks, failing steps, invariants. Records a script if one is wanted.
#pragma once

#include "check/plan/settings.hpp"
#include "check/run/context.hpp"
#include "check/say/result.hpp"
#include "load/program.hpp"

namespace waymark::check {

// Throws base::InputError.
[[nodiscard]] Result check_states(const load::Program& program, const Settings& settings, const Context& context);

// The same by one search, of a program that is made as the settings want it.
[[nodiscard]] Result search_states(const load::Program& program, const Settings& settings, const Context& context);

}  // namespace waymark::check
