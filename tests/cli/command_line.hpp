// Command lines for tests of the table, made of the table itself.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "cli/commands/table.hpp"
#include "cli/options/parse.hpp"
#include "refusal.hpp"

namespace waymark::cli {

// A value that the option takes.
inline std::string sample(const Option& option) {
  if (!option.choices.empty()) return option.choices.front();
  if (!option.keys.empty()) return option.keys.front() + "=" + (option.keys.front() == "cut" ? "slice" : "site");
  if (option.range) return std::to_string(option.range->least);
  if (option.takes_number()) return "1";
  if (option.metavar == "SIZE") return "1G";
  if (option.metavar == "TIME") return "1s";
  return "x";
}

inline const Option* find(const Command& command, const std::string& name) {
  for (const Option* option : all_options(command)) {
    if (option->name() == name) return option;
  }
  return nullptr;
}

inline void append(std::vector<std::string>& line, const Option& option, const std::string& value) {
  if (option.tuning) {
    line.emplace_back(tune_name);
    line.push_back(option.name() + (option.flag() ? "" : "=" + value));
    return;
  }
  if (option.behind) line.emplace_back("--");
  if (!option.positional()) line.push_back(option.name());
  if (!option.flag()) line.push_back(value);
}

// The command with all that it cannot do without.
inline std::vector<std::string> least_line(const Command& command) {
  std::vector<std::string> line{"waymark"};
  std::istringstream words(command.name);
  for (std::string word; words >> word;) line.push_back(word);
  for (const Option* option : options_of(command)) {
    if (option->is_expected()) append(line, *option, sample(*option));
  }
  return line;
}

// How the parser refuses the command line; "no error" if it does not.
inline std::string refusal(const std::vector<std::string>& line) {
  std::vector<const char*> words;
  for (const std::string& word : line) words.push_back(word.c_str());
  const std::vector<Command> table = commands();
  return tests::short_refusal_of([&] { (void)parse(table, static_cast<int>(words.size()), words.data()); });
}

}  // namespace waymark::cli
