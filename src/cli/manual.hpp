// Manual pages, made of the table: one for waymark, one for each command.
#pragma once

#include <string>
#include <vector>

#include "cli/table.hpp"

namespace waymark::cli {

// Of all of them together.
[[nodiscard]] std::string overview_page(const std::vector<Command>& commands);
[[nodiscard]] std::string page_of(const Command& command);
// "waymark-script-info", whose page is in waymark-script-info.1.
[[nodiscard]] std::string page_name(const Command& command);

}  // namespace waymark::cli
