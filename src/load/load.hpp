// The one place that knows all front ends: from a name on the command line to a Program.
#pragma once

#include <string_view>

#include "base/stop.hpp"
#include "load/program.hpp"
#include "load/source.hpp"

namespace waymark::load {

// Throws base::InputError. Reading and starting the program, and its models, mind `stop`, if any, which outlives them.
[[nodiscard]] Program load(const Source& source, const base::Stop* stop = nullptr);
// The same for what is derived so. Where the user has not said how calls of the library are run, and the script
// was made with them in steps, so is the program; what presumes more has to be asked for. What is abstracted is a slice
// only if the script's program is one.
[[nodiscard]] Source as_made(const Source& source, const Derivation& derivation);

}  // namespace waymark::load
