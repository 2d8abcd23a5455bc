// The server for agents.
#pragma once

#include <vector>

#include "base/stop.hpp"
#include "cli/options/command.hpp"
#include "cli/options/options.hpp"

namespace waymark::cli {

// Serves the Model Context Protocol on standard input and output, until the input is closed. Answers the exit code.
[[nodiscard]] int serve_agents(const McpOptions& options, const std::vector<Command>& commands, base::Stop& stop);

}  // namespace waymark::cli
