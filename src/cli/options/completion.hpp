// What shells need to complete command lines, made of the table.
#pragma once

#include <string>
#include <vector>

#include "cli/options/command.hpp"
#include "cli/options/options.hpp"

namespace waymark::cli {

[[nodiscard]] std::string completion_script(const std::vector<Command>& commands, Shell shell);

// To standard output. Answers the exit code.
[[nodiscard]] int print_completion(const CompletionOptions& options, const std::vector<Command>& commands);

}  // namespace waymark::cli
