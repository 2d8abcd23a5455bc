// The one place that knows all front ends: from a name on the command line to a Program.
#pragma once

#include "load/program.hpp"
#include "load/source.hpp"

namespace waymark::load {

// Throws base::InputError.
[[nodiscard]] Program load(const Source& source);

}  // namespace waymark::load
