// Manual pages, made of the table: one for waymark, one for each command.
#pragma once

#include <string>
#include <vector>

#include "cli/options/command.hpp"
#include "cli/options/options.hpp"

namespace waymark::cli {

// Of all of them together.
[[nodiscard]] std::string overview_page(const std::vector<Command>& commands);
[[nodiscard]] std::string page_of(const Command& command);
// "waymark-script-info", whose page is in waymark-script-info.1.
[[nodiscard]] std::string page_name(const Command& command);

// To standard output, or all pages into a folder. Answers the exit code.
[[nodiscard]] int write_manual(const ManualOptions& options, const std::vector<Command>& all);

}  // namespace waymark::cli
