#include "cli/options/completion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"
#include "cli/terminal/exit_code.hpp"
#include "cli/terminal/terminal.hpp"

namespace waymark::cli {

namespace {

std::string spaced(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

std::vector<std::string> split_names(const Option& option) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= option.names.size();) {
    const std::size_t comma = std::min(option.names.find(',', begin), option.names.size());
    names.push_back(option.names.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return names;
}

// The words that its value may be; keys of --tune are completed up to their values.
std::vector<std::string> values_of(const Option& option) {
  std::vector<std::string> values = option.choices;
  for (const std::string& key : option.keys) values.push_back(key + "=");
  return values;
}

// What may stand where a command has nothing but a choice: of a family its commands, of a command its positional one.
std::vector<std::string> words_after(const Command& command) {
  for (const Option* option : options_of(command)) {
    if (option->positional()) return option->choices;
  }
  return {};
}

std::string first_and_help(const std::vector<Command>& commands) { return spaced(first_words(commands)) + " help"; }

// By what stands before the word: the values it may have, or nothing where a file may stand. Then the words that may
// stand anywhere in the command.
std::string bash_script(const std::vector<Command>& commands) {
  std::string values;
  std::string words = fmt::format("    waymark) words=\"{}\" ;;\n    {}) words=\"{}\" ;;\n", first_and_help(commands),
                                  script_family.name, spaced(members(commands, script_family.name)));
  for (const Command& command : commands) {
    std::vector<std::string> all = words_after(command);
    for (const Option* option : options_of(command)) {
      if (option->positional()) continue;
      const std::vector<std::string> names = split_names(*option);
      all.insert(all.end(), names.begin(), names.end());
      if (option->flag()) continue;
      for (const std::string& name : names) {
        values += fmt::format("    \"{} {}\") values=\"{}\" ;;\n", command.name, name, spaced(values_of(*option)));
      }
    }
    all.emplace_back("--help");
    words += fmt::format("    \"{}\") words=\"{}\" ;;\n", command.name, spaced(all));
  }
  return fmt::format(R"(_waymark() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}"
  local command=waymark values=none words=
  if [ "$COMP_CWORD" -gt 1 ]; then command="${{COMP_WORDS[1]}}"; fi
  if [ "$command" = {} ] && [ "$COMP_CWORD" -gt 2 ]; then command="$command ${{COMP_WORDS[2]}}"; fi
  COMPREPLY=()
  case "$command $before" in
{}  esac
  case "$command" in
{}  esac
  if [ "$values" != none ]; then words="$values"; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _waymark waymark
)",
                     script_family.name, values, words);
}

// In single quotes.
std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return out + "'";
}

std::string fish_condition(const Command& command) {
  const std::size_t blank = command.name.find(' ');
  std::string text = "__fish_seen_subcommand_from " + command.name.substr(0, blank);
  if (blank != std::string::npos) text += "; and __fish_seen_subcommand_from " + command.name.substr(blank + 1);
  return in_quotes(text);
}

std::string fish_script(const std::vector<Command>& commands) {
  std::string text = fmt::format("complete -c waymark -n __fish_use_subcommand -a '{}'\n", first_and_help(commands));
  const std::string family(script_family.name);
  const std::string names = spaced(members(commands, family));
  text += fmt::format(
      "complete -c waymark -n '__fish_seen_subcommand_from {}; and not __fish_seen_subcommand_from {}' "
      "-a '{}'\n",
      family, names, names);
  for (const Command& command : commands) {
    const std::string start = "complete -c waymark -n " + fish_condition(command);
    if (const auto words = words_after(command); !words.empty())
      text += fmt::format("{} -a '{}'\n", start, spaced(words));
    for (const Option* option : options_of(command)) {
      if (option->positional()) continue;
      text += start;
      for (const std::string& name : split_names(*option)) {
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      if (const std::vector<std::string> values = values_of(*option); !values.empty())
        text += fmt::format(" -x -a '{}'", spaced(values));
      else if (!option->flag())
        text += " -r";
      text += fmt::format(" -d {}\n", in_quotes(option->help));
    }
  }
  return text;
}

// What zsh's _arguments takes for text: no colons, brackets or quotes of its own.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return out;
}

std::string zsh_value(const Option& option) {
  if (option.flag()) return "";
  const std::vector<std::string> values = values_of(option);
  const std::string what = values.empty() ? "_files" : fmt::format("({})", spaced(values));
  return fmt::format(":{}:{}", zsh_text(option.metavar.empty() ? option.names : option.metavar), what);
}

std::string zsh_arguments(const Command& command) {
  std::string text = "_arguments";
  for (const Option* option : options_of(command)) {
    if (option->behind) continue;  // anything may stand there
    if (option->positional()) {
      text += fmt::format(" '{}{}'", option->many() ? "*" : "", zsh_value(*option));
      continue;
    }
    for (const std::string& name : split_names(*option)) {
      text += fmt::format(" '{}{}[{}]{}'", option->many() ? "*" : "", name, zsh_text(option->help), zsh_value(*option));
    }
  }
  return text + " '--help[Help]'";
}

std::string zsh_words(const std::vector<std::pair<std::string, std::string>>& words) {
  std::string text = "local -a words_here=(";
  for (const auto& [word, summary] : words) text += fmt::format(" '{}:{}'", word, zsh_text(summary));
  return text + " ); _describe command words_here";
}

std::string zsh_script(const std::vector<Command>& commands) {
  const std::string family(script_family.name);
  std::vector<std::pair<std::string, std::string>> first;
  std::vector<std::pair<std::string, std::string>> inside;
  std::string cases;
  for (const Command& command : commands) {
    if (command.name.starts_with(family + " ")) {
      if (inside.empty()) first.emplace_back(family, script_family.summary);
      inside.emplace_back(command.name.substr(family.size() + 1), command.summary);
    } else {
      first.emplace_back(command.name, command.summary);
    }
    cases += fmt::format("    '{}') {} ;;\n", command.name, zsh_arguments(command));
  }
  first.emplace_back("help", "Show the help page of a command");
  return fmt::format(R"(#compdef waymark
_waymark() {{
  local command="$words[2]"
  if (( CURRENT == 2 )); then {0}; return; fi
  if [[ "$command" == {1} ]]; then
    if (( CURRENT == 3 )); then {2}; return; fi
    command="$command $words[3]"
    shift words; (( CURRENT-- ))
  fi
  shift words; (( CURRENT-- ))
  case "$command" in
{3}  esac
}}
if [[ "$funcstack[1]" == _waymark ]]; then _waymark "$@"; else compdef _waymark waymark; fi
)",
                     zsh_words(first), family, zsh_words(inside), cases);
}

}  // namespace

std::string completion_script(const std::vector<Command>& commands, Shell shell) {
  switch (shell) {
    case Shell::bash:
      return bash_script(commands);
    case Shell::zsh:
      return zsh_script(commands);
    case Shell::fish:
      return fish_script(commands);
  }
  CHECK(false);
}

int print_completion(const CompletionOptions& options, const std::vector<Command>& commands) {
  print(completion_script(commands, options.shell));
  return exit_holds;
}

}  // namespace waymark::cli
