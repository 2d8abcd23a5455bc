// The table of commands given to the parser.
#pragma once

#include <vector>

#include "cli/options/command.hpp"

namespace waymark::cli {

// Puts the values of the command line where the table says; answers the command it names, or null if it asked for help
// or the version, which were printed then. Throws base::InputError for a command line that is none.
[[nodiscard]] const Command* parse(const std::vector<Command>& commands, int argc, const char* const* argv);

}  // namespace waymark::cli
