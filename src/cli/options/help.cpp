#include "cli/options/help.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

namespace waymark::cli {

namespace {

constexpr std::size_t columns = 80;
constexpr std::size_t text_column = 27;

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// The text in lines that begin at `indent`; the first one has begun there.
std::string wrapped(const std::string& text, std::size_t indent) {
  std::string out;
  std::size_t at = indent;
  for (const std::string& word : words_of(text)) {
    const bool first = at == indent;
    if (!first && at + 1 + word.size() > columns) {
      out += "\n" + std::string(indent, ' ') + word;
      at = indent + word.size();
    } else {
      out += (first ? "" : " ") + word;
      at += word.size() + (first ? 0 : 1);
    }
  }
  return out + "\n";
}

std::string help_entry(const std::string& label, const std::string& text) {
  std::string line = "  " + label;
  if (line.size() >= text_column) {
    line += "\n" + std::string(text_column, ' ');
  } else {
    line.resize(text_column, ' ');
  }
  return line + wrapped(text, text_column);
}

std::string help_entry(const Option& option, bool first_page) {
  std::string text = option.help;
  if (!first_page && !option.more.empty()) text += ". " + option.more;
  if (!option.standard.empty()) text += fmt::format(" [{}]", option.standard);
  std::string label = option.names;
  if (!option.metavar.empty()) label += (option.tuning ? "=" : " ") + option.metavar;
  return help_entry(label, text);
}

std::string option_lists(const Command& command, bool first_page, const std::function<bool(const Group&)>& shown) {
  std::string text;
  for (const auto& [title, options] : options_by_title(command, shown)) {
    text += fmt::format("\n{}:\n", title);
    for (const Option* option : options) text += help_entry(*option, first_page);
  }
  return text;
}

std::string usage(const Command& command) {
  std::string text = "Usage: waymark " + command.name;
  std::string behind;
  for (const Option* option : options_of(command)) {
    if (!option->positional()) continue;
    const std::string word = option->names + (option->many() ? "..." : "");
    if (option->behind) {
      behind = fmt::format(" [-- {}]", word);
    } else {
      text += option->is_expected() ? " " + word : fmt::format(" [{}]", word);
    }
  }
  return text + " [OPTIONS]" + behind + "\n";
}

std::string summaries(const std::vector<Command>& commands, std::string_view family) {
  std::string text;
  bool met = false;
  for (const Command& command : commands) {
    const bool inside = command.name.starts_with(std::string(script_family.name) + " ");
    if (inside && family.empty()) {
      if (!met) text += help_entry(std::string(script_family.name), std::string(script_family.summary));
      met = true;
    } else if (inside || family.empty()) {
      text += help_entry(command.name, command.summary);
    }
  }
  return text;
}

}  // namespace

std::vector<std::string> topics_of(const Command& command) {
  std::vector<std::string> topics;
  for (const Group& group : command.groups) {
    for (std::string& topic : words_of(group.topics)) {
      if (std::find(topics.begin(), topics.end(), topic) == topics.end()) topics.push_back(std::move(topic));
    }
  }
  return topics;
}

std::string command_help(const Command& command, std::string_view topic) {
  const std::vector<std::string> topics = topics_of(command);
  if (!topic.empty() && topic != "all") {
    const std::string lists = option_lists(command, false, [&](const Group& group) {
      const std::vector<std::string> its = words_of(group.topics);
      return std::find(its.begin(), its.end(), topic) != its.end();
    });
    return lists.substr(1);
  }
  std::string text = fmt::format("{}\n\n{}", command.summary, usage(command));
  text +=
      option_lists(command, topic.empty(), [&](const Group& group) { return group.topics.empty() || topic == "all"; });
  if (topic.empty() && !topics.empty()) {
    const std::string more =
        fmt::format("More options: waymark {} --help TOPIC, with {} or all", command.name, fmt::join(topics, ", "));
    text += "\n" + wrapped(more, 0);
  }
  if (!command.footer.empty()) text += "\n" + command.footer + "\n";
  return text;
}

std::string family_help(const std::vector<Command>& commands) {
  return fmt::format("{}\n\nUsage: waymark {} COMMAND [OPTIONS]\n\nCommands:\n{}", script_family.summary,
                     script_family.name, summaries(commands, script_family.name));
}

std::string overview_help(const std::vector<Command>& commands, bool all) {
  if (all) {
    std::string text;
    for (const Command& command : commands) text += command_help(command, "all") + "\n\n";
    return text;
  }
  return "Waymark explores every reachable state of a concurrent program, shows how a\nproperty fails, and certifies "
         "that it does not.\n\nUsage: waymark COMMAND [OPTIONS]\n\nCommands:\n" +
         summaries(commands, "") + help_entry("help [COMMAND [TOPIC]]", "Show this page, or that of a command") +
         "\nOptions:\n" + help_entry("-h,--help", "Show this page") + help_entry("-v,--version", "Show the version") +
         "\nExample:\n  waymark check mutex.pml --invariant 'critical <= 1'\n";
}

}  // namespace waymark::cli
