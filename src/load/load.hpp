// The one place that knows all front ends: from a name on the command line to a Program.
#pragma once

#include "base/stop.hpp"
#include "load/program.hpp"
#include "load/source.hpp"

namespace waymark::load {

// Throws base::InputError. Reading and starting the program, and its models, mind `stop`, if any, which outlives them.
[[nodiscard]] Program load(const Source& source, const base::Stop* stop = nullptr);

}  // namespace waymark::load
