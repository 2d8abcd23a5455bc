// The tools of 'waymark mcp'. Each is a command of the table, with some of its options as arguments: a call is a
// command line, run by a process of its own. So a call obeys the rules of the command line, and nothing that it does
// harms the session.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "cli/options/command.hpp"
#include "serve/session.hpp"

namespace waymark::cli {

// What a call may ask for.
struct CallLimits {
  std::filesystem::path root;  // files are below it; where links end
  double seconds = 0;
  std::uint64_t bytes = 0;
};

// What of these commands is for agents, and their options.
[[nodiscard]] std::vector<serve::Tool> mcp_tools(const CallLimits& limits, const std::vector<Command>& table);

}  // namespace waymark::cli
