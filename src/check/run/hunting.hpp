// A check by a hunt: runs are sampled until one violates a property, and what it shows is then made short. What is not
// found is not excluded.
#pragma once

#include "check/plan/settings.hpp"
#include "check/run/context.hpp"
#include "check/say/result.hpp"
#include "load/program.hpp"

namespace waymark::check {

// REQUIRES: the settings ask for a hunt. Throws base::InputError.
[[nodiscard]] Result check_by_hunting(const load::Program& program, const Settings& settings, const Context& context);

}  // namespace waymark::check
