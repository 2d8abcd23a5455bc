// Liveness: what a run may not go on doing for ever. Formulas of temporal logic, acceptance cycles, cycles without
// progress; each is searched for by a nested depth-first search of its own, or by a cluster.
#pragma once

#include <string>

#include "check/plan/property.hpp"
#include "check/plan/settings.hpp"
#include "check/run/context.hpp"
#include "check/say/result.hpp"
#include "load/program.hpp"

namespace waymark::check {

// Searches for what violates the property, and enters what came of it into the result: its line, and all else if the
// result so far is of no search, or of one that found out less bad. If nothing does, a script of it goes to the file
// `script`, unless that is empty.
void check_cycles(const CycleProperty& property, const load::Program& program, const Settings& settings,
                  const Context& context, const std::string& script, Result& result);

}  // namespace waymark::check
