// What shells need to complete command lines, made of the table.
#pragma once

#include <string>
#include <vector>

#include "cli/options.hpp"
#include "cli/table.hpp"

namespace waymark::cli {

[[nodiscard]] std::string completion_script(const std::vector<Command>& commands, Shell shell);

}  // namespace waymark::cli
