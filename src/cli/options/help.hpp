// Help pages for a terminal, made of the table: first what most people need, the rest by topic.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/options/command.hpp"

namespace waymark::cli {

// Of all commands; with all their options if `all`.
[[nodiscard]] std::string overview_help(const std::vector<Command>& commands, bool all = false);
// Of the commands that begin with "script".
[[nodiscard]] std::string family_help(const std::vector<Command>& commands);
// Of one command: its first page, the options of a topic, or those of `all` topics.
[[nodiscard]] std::string command_help(const Command& command, std::string_view topic);
// The topics that --help TOPIC of the command knows, beside `all`.
[[nodiscard]] std::vector<std::string> topics_of(const Command& command);

}  // namespace waymark::cli
