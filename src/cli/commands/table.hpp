// The table of commands and their options: what is parsed, helped with, documented and completed.
#pragma once

#include <functional>
#include <vector>

#include "base/stop.hpp"
#include "cli/options/command.hpp"
#include "cli/options/options.hpp"

namespace waymark::cli {

// The groups with --tune, if there are keys for it: beside the options of the search, or the first ones.
[[nodiscard]] std::vector<Group> with_tune(std::vector<Group> groups);
// 'waymark debug', which hands its options to that function.
[[nodiscard]] Command debug_command(std::function<int(const DebugOptions&, base::Stop&)> run);
// All of them, in the order of the help page. Each call makes options of its own.
[[nodiscard]] std::vector<Command> commands();

}  // namespace waymark::cli
