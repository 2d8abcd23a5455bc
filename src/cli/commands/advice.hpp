// Advice: what to type next, in one place. Every command is accepted by the same rules as any other
// (cli/commands/rules.hpp, check/plan/compatibility.hpp).
#pragma once

#include "check/run/context.hpp"
#include "check/say/result.hpp"
#include "cli/options/options.hpp"
#include "load/program.hpp"

namespace waymark::cli {

// What leads further from a violation or from what holds: at most three commands. Of a search that a limit ended: what
// would bring more, with its command.
void advise(const CheckOptions& options, const load::Program& program, const check::Context& context,
            check::Result& result);

}  // namespace waymark::cli
