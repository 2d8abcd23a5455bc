#include "cli/options/command.hpp"

#include <algorithm>

namespace waymark::cli {

std::vector<const Option*> all_options(const Command& command) {
  std::vector<const Option*> options;
  for (const Group& group : command.groups) {
    for (const Option& option : group.options) options.push_back(&option);
  }
  return options;
}

std::vector<const Option*> options_of(const Command& command) {
  std::vector<const Option*> options = all_options(command);
  std::erase_if(options, [](const Option* option) { return option->tuning; });
  return options;
}

Titled options_by_title(const Command& command, const std::function<bool(const Group&)>& shown) {
  Titled parts;
  for (const Group& group : command.groups) {
    if (shown && !shown(group)) continue;
    const auto same = [&](const auto& part) { return part.first == group.title; };
    auto part = std::find_if(parts.begin(), parts.end(), same);
    if (part == parts.end()) part = parts.insert(part, {group.title, {}});
    for (const Option& option : group.options) part->second.push_back(&option);
  }
  return parts;
}

std::vector<std::string> first_words(const std::vector<Command>& commands) {
  std::vector<std::string> words;
  for (const Command& command : commands) {
    std::string word = command.name.substr(0, command.name.find(' '));
    if (words.empty() || words.back() != word) words.push_back(std::move(word));
  }
  return words;
}

std::vector<std::string> members(const std::vector<Command>& commands, std::string_view family) {
  std::vector<std::string> names;
  for (const Command& command : commands) {
    if (command.name.starts_with(std::string(family) + " ")) names.push_back(command.name.substr(family.size() + 1));
  }
  return names;
}

}  // namespace waymark::cli
