// A check in the order of preemptions: first all runs without one, then all with at most one, and so on. What is found
// has the least number; what is explored without a violation is a complete part of the program's behaviour.
#pragma once

#include "check/plan/settings.hpp"
#include "check/run/context.hpp"
#include "check/say/result.hpp"
#include "load/program.hpp"

namespace waymark::check {

// REQUIRES: the settings ask for a number of preemptions. Throws base::InputError.
[[nodiscard]] Result check_by_preemptions(const load::Program& program, const Settings& settings,
                                          const Context& context);

}  // namespace waymark::check
