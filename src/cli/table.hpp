// The table of commands and their options: what is parsed, helped with, documented and completed.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop.hpp"
#include "check/settings.hpp"
#include "cli/option.hpp"

namespace waymark::cli {

struct Command {
  std::string name;  // "check"; "script split" for one of a family
  std::string summary;
  std::string footer;
  std::vector<Group> groups;              // of options, whose values go to where `run` looks for them
  const check::Limits* limits = nullptr;  // that the user asked for; of no use to commands that are over at once
  std::function<int(base::Stop&)> run;
};

// Commands that share the first word of their names.
struct Family {
  std::string_view name;
  std::string_view summary;
};
inline constexpr Family script_family{"script", "Look into search scripts, split them"};

// All of them, in the order in which they are told about. Each call makes options of its own.
[[nodiscard]] std::vector<Command> commands();

// Options of all groups, in order.
[[nodiscard]] std::vector<const Option*> options_of(const Command& command);
// The words with which a command line can begin.
[[nodiscard]] std::vector<std::string> first_words(const std::vector<Command>& commands);

}  // namespace waymark::cli
