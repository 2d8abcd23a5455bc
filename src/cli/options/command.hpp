// A command as a value: its options, what people read of it, and what runs it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "check/plan/settings.hpp"
#include "options/option.hpp"

namespace waymark::cli {

using options::Group;
using options::Option;

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
inline constexpr Family script_family{"script", "Inspect, split, convert and sign search scripts"};

// The option for settings of experiments.
inline constexpr std::string_view tune_name = "--tune";

// Options of all groups, in order, without keys of --tune, and with them.
[[nodiscard]] std::vector<const Option*> options_of(const Command& command);
[[nodiscard]] std::vector<const Option*> all_options(const Command& command);
// The options of those groups, by title: groups of one title are shown together.
using Titled = std::vector<std::pair<std::string, std::vector<const Option*>>>;
[[nodiscard]] Titled options_by_title(const Command& command, const std::function<bool(const Group&)>& shown = nullptr);
// The words with which a command line can begin.
[[nodiscard]] std::vector<std::string> first_words(const std::vector<Command>& commands);
// The second words of a family's commands.
[[nodiscard]] std::vector<std::string> members(const std::vector<Command>& commands, std::string_view family);

}  // namespace waymark::cli
