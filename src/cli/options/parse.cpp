#include "cli/options/parse.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/nearest.hpp"
#include "cli/options/gone.hpp"
#include "cli/options/help.hpp"
#include "cli/terminal/terminal.hpp"

namespace waymark::cli {

namespace {

using Words = std::span<const std::string>;

[[noreturn]] void refuse_usage(std::string_view command, std::string_view why) {
  throw base::InputError(
      fmt::format("waymark: error: {}\n'waymark {}{}--help' tells more.", why, command, command.empty() ? "" : " "));
}

// Refuses what an earlier release had by what to use instead.
void refuse_gone(std::string_view command, const std::string& name) {
  if (const std::string why = why_gone(name); !why.empty()) refuse_usage(command, why);
}

// Reads the words of one command's line.
class LineReader {
 public:
  explicit LineReader(const Command& command) : command_(command), all_(all_options(command)) {}

  void read(Words words) {
    bool is_behind = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& word = words[i];
      if (is_behind || !word.starts_with('-') || word == "-") {
        take_positional(word, is_behind);
      } else if (word == "--") {
        is_behind = true;
      } else {
        i += read_option(word, words.subspan(i + 1));
      }
    }
    for (const auto& [option, values] : values_) {
      if (option->last) option->last(values);
    }
    refuse_missing();
  }

 private:
  // Answers how many of the words behind it are its value.
  std::size_t read_option(const std::string& word, Words behind) {
    // Compilers have long names with one dash: -std=c11.
    const std::size_t equals = std::min(word.find('='), word.size());
    const bool is_long = word.starts_with("--") || (equals > 2 && find(word.substr(0, equals)) != nullptr);
    const std::size_t end = is_long ? equals : 2;
    const Option& option = named(word.substr(0, end));
    std::string value = word.substr(std::min(end + (is_long ? 1 : 0), word.size()));
    const bool joined = end < word.size();
    if (option.flag()) {
      if (joined) refuse_usage(command_.name, fmt::format("{} takes no value", option.name()));
      take(option, "");
      return 0;
    }
    if (!joined) {
      if (behind.empty()) refuse_usage(command_.name, fmt::format("{} expects {}", option.name(), option.metavar));
      value = behind.front();
      if (value.starts_with("--") && find(value) != nullptr) {
        refuse_usage(command_.name, fmt::format("{0} expects {1}, and {2} is an option; write {0}={2} if it is meant",
                                                option.name(), option.metavar, value));
      }
    }
    if (option.name() == tune_name) {
      tune(value);
    } else {
      take(option, value);
    }
    return joined ? 0 : 1;
  }

  void tune(const std::string& items) {
    for (const std::string& item : split(items)) {
      const std::size_t end = std::min(item.find('='), item.size());
      const std::string key = item.substr(0, end);
      const Option* const option = find(key);
      if (option == nullptr || !option->tuning) {
        refuse_gone(command_.name, fmt::format("{} {}", tune_name, key));
        std::vector<std::string> keys;
        for (const Option* one : all_) {
          if (one->tuning) keys.push_back(one->name());
        }
        const std::string meant = base::did_you_mean(key, keys);
        refuse_usage(command_.name,
                     fmt::format("--tune has no key '{}'{}", key,
                                 meant.empty() ? fmt::format("; there are {}", fmt::join(keys, ", ")) : meant));
      }
      if (end == item.size() && !option->flag()) {
        refuse_usage(command_.name, fmt::format("--tune {0} expects a value: {0}={1}", key, option->metavar));
      }
      take(*option, end == item.size() ? "" : item.substr(end + 1));
    }
  }

  static std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t comma = std::min(text.find(',', begin), text.size());
      parts.push_back(text.substr(begin, comma - begin));
      begin = comma + 1;
    }
    return parts;
  }

  // Behind "--" a word is for the option of such words, unless a positional one is still missing.
  void take_positional(const std::string& word, bool is_behind) {
    const bool divides =
        is_behind && std::any_of(all_.begin(), all_.end(), [](const Option* it) { return it->behind; });
    for (const Option* option : all_) {
      if (!option->positional() || (values_.count(option) != 0 && !option->many())) continue;
      if (divides ? !option->behind && !is_missing(*option) : option->behind) continue;
      return take(*option, word);
    }
    refuse_usage(command_.name, fmt::format("'{}' is not expected here", word));
  }

  void take(const Option& option, const std::string& value) {
    std::vector<std::string>& values = values_[&option];
    if (!values.empty() && !option.flag() && !option.many()) {
      refuse_usage(command_.name, fmt::format("{} is given twice", option.title()));
    }
    for (const std::string& word : option.listed ? split(value) : std::vector{value}) {
      const auto fits = [&](const std::string& choice) { return choice == word; };
      std::string fault;
      if (!option.choices.empty() && std::none_of(option.choices.begin(), option.choices.end(), fits)) {
        refuse_gone(command_.name, option.written(word));
        fault = fmt::format("'{}' is none of {}{}", word, fmt::join(option.choices, ", "),
                            base::did_you_mean(word, option.choices));
      } else {
        fault = option.accept(word);
      }
      if (!fault.empty()) refuse_usage(command_.name, fmt::format("{}: {}", option.title(), fault));
      values.push_back(word);
    }
  }

  [[nodiscard]] const Option* find(const std::string& name) const {
    for (const Option* option : all_) {
      if (option->positional()) continue;
      const std::string_view names = option->names;
      if (option->name() == name || names.substr(0, names.find(',')) == name) return option;
    }
    return nullptr;
  }

  [[nodiscard]] const Option& named(const std::string& name) const {
    const Option* const known = find(name);
    if (known != nullptr && !known->tuning) return *known;
    refuse_gone(command_.name, name);
    const std::string key = name.substr(std::min(name.find_first_not_of('-'), name.size()));
    if (const Option* const tuned = find(key); tuned != nullptr) {
      refuse_usage(command_.name, fmt::format("{} is now {}", name, tuned->written(tuned->metavar)));
    }
    std::vector<std::string> names{"--help"};
    for (const Option* option : all_) {
      if (!option->positional()) names.push_back(option->tuning ? "--" + option->name() : option->name());
    }
    std::string meant = base::nearest(name, names);
    if (const Option* const tuned = meant.empty() ? nullptr : find(meant.substr(2)); tuned != nullptr) {
      meant = tuned->written(tuned->metavar);
    }
    refuse_usage(command_.name, fmt::format("there is no option {}{}", name,
                                            meant.empty() ? "" : fmt::format("; did you mean {}?", meant)));
  }

  [[nodiscard]] bool given(const std::string& name) const {
    return std::any_of(values_.begin(), values_.end(), [&](const auto& one) { return one.first->name() == name; });
  }

  [[nodiscard]] bool is_missing(const Option& option) const {
    if (given(option.name())) return false;
    const auto is_given = [&](const std::string& name) { return given(name); };
    return option.required ||
           (!option.unless.empty() && std::none_of(option.unless.begin(), option.unless.end(), is_given));
  }

  void refuse_missing() const {
    for (const Option* option : all_) {
      if (is_missing(*option)) refuse_usage(command_.name, fmt::format("{} is required", option->name()));
    }
    for (const Option* option : all_) {
      if (values_.count(option) == 0) continue;
      for (const std::string& other : option->needs) {
        if (!given(other)) refuse_usage(command_.name, fmt::format("{} requires {}", option->title(), other));
      }
      for (const std::string& other : option->excludes) {
        if (given(other)) refuse_usage(command_.name, fmt::format("{} excludes {}", option->title(), other));
      }
    }
  }

  const Command& command_;
  std::vector<const Option*> all_;
  std::map<const Option*, std::vector<std::string>> values_;
};

bool asks_for_help(const std::string& word) {
  return word == "-h" || word == "--help" || word == "--help-all" || word.starts_with("--help=");
}

// The help that a command line asks for, if it does; `from`: where its options begin.
const std::string* help_word(Words words) {
  for (const std::string& word : words) {
    if (word == "--") return nullptr;
    if (asks_for_help(word)) return &word;
  }
  return nullptr;
}

[[noreturn]] void refuse_command(const std::vector<Command>& commands, const std::string& first,
                                 const std::string& second) {
  refuse_gone("", first);
  refuse_gone(script_family.name, fmt::format("{} {}", first, second));
  const std::vector<std::string> words = first_words(commands);
  if (first != script_family.name) {
    const bool is_file = first.find_first_of("./") != std::string::npos;
    std::string meant =
        is_file ? fmt::format("; did you mean 'waymark check {}'?", first) : base::did_you_mean(first, words);
    if (first == "version") meant = "; did you mean 'waymark --version'?";
    refuse_usage("", fmt::format("there is no command '{}'{}", first,
                                 meant.empty() ? fmt::format("; there are {}", fmt::join(words, ", ")) : meant));
  }
  const std::vector<std::string> inside = members(commands, script_family.name);
  if (second.empty() || second.starts_with('-')) {
    refuse_usage(first, fmt::format("script expects one of {}", fmt::join(inside, ", ")));
  }
  const std::string meant = base::did_you_mean(second, inside);
  refuse_usage(first, fmt::format("there is no command 'script {}'{}", second,
                                  meant.empty() ? fmt::format("; there are {}", fmt::join(inside, ", ")) : meant));
}

// The command whose name the words begin with.
const Command* command_of(const std::vector<Command>& commands, Words words) {
  for (const Command& command : commands) {
    const std::size_t blank = command.name.find(' ');
    if (words[0] != command.name.substr(0, blank)) continue;
    if (blank == std::string::npos) return &command;
    if (words.size() > 1 && words[1] == command.name.substr(blank + 1)) return &command;
  }
  return nullptr;
}

std::size_t words_in(const Command& command) { return command.name.find(' ') == std::string::npos ? 1 : 2; }

// What 'waymark help WORDS' prints: a command's name, and a topic.
std::string help_on(const std::vector<Command>& commands, Words words) {
  if (words.empty() || words[0] == "all") return overview_help(commands, !words.empty());
  const Command* const command = command_of(commands, words);
  if (command == nullptr) {
    if (words[0] == script_family.name && words.size() == 1) return family_help(commands);
    refuse_command(commands, words[0], words.size() > 1 ? words[1] : "");
  }
  const Words rest = words.subspan(words_in(*command));
  const std::string topic = rest.empty() ? "" : rest.front();
  const std::vector<std::string> topics = topics_of(*command);
  if (!topic.empty() && topic != "all" && std::find(topics.begin(), topics.end(), topic) == topics.end()) {
    refuse_usage(command->name, fmt::format("there is no help on '{}', but on {}{}", topic, fmt::join(topics, ", "),
                                            base::did_you_mean(topic, topics)));
  }
  return command_help(*command, topic);
}

}  // namespace

const Command* parse(const std::vector<Command>& commands, int argc, const char* const* argv) {
  const std::vector<std::string> line(argv + 1, argv + argc);
  const Words words = line;
  if (words.empty() || words[0] == "help" || asks_for_help(words[0])) {
    const bool all = !words.empty() && (words[0] == "--help-all" || words[0] == "--help=all");
    print(all ? overview_help(commands, true) : help_on(commands, words.empty() ? words : words.subspan(1)));
    return nullptr;
  }
  if (words[0] == "-v" || words[0] == "--version") {
    print("waymark " WAYMARK_VERSION "\n");
    return nullptr;
  }
  const Command* const command = command_of(commands, words);
  if (const std::string* const word = help_word(words); word != nullptr) {
    const std::size_t named = command == nullptr ? 1 : words_in(*command);
    std::vector<std::string> topic(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(named));
    const auto behind = static_cast<std::size_t>(word - line.data()) + 1;
    if (word->starts_with("--help=")) {
      topic.push_back(word->substr(7));
    } else if (*word == "--help-all") {
      topic.emplace_back("all");
    } else if (behind < line.size() && !line[behind].starts_with('-')) {
      topic.push_back(line[behind]);
    }
    print(help_on(commands, topic));
    return nullptr;
  }
  if (command == nullptr) refuse_command(commands, words[0], words.size() > 1 ? words[1] : "");
  LineReader(*command).read(words.subspan(words_in(*command)));
  return command;
}

}  // namespace waymark::cli
