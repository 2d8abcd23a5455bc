#include "cli/options/manual.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "base/nearest.hpp"
#include "cli/terminal/exit_code.hpp"
#include "cli/terminal/terminal.hpp"

namespace waymark::cli {

namespace {

// As text for roff: nothing in it is a request, and a hyphen is one that can be searched for and pasted.
std::string roff(std::string_view text) {
  std::string out;
  bool fresh = true;  // at the beginning of a line
  for (const char c : text) {
    if (fresh && (c == '.' || c == '\'')) out += "\\&";
    fresh = c == '\n';
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

std::string head(const std::string& page, std::string_view summary) {
  std::string title = page;
  std::transform(title.begin(), title.end(), title.begin(), [](char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; });
  return fmt::format(".TH {} 1 \"\" \"waymark {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n", roff(title),
                     WAYMARK_VERSION, roff(page), roff(summary));
}

std::string synopsis(const Command& command) {
  std::string text = fmt::format(".SH SYNOPSIS\n.B waymark {}\n", roff(command.name));
  std::string behind;
  for (const Option* option : options_of(command)) {
    if (!option->positional()) continue;
    const std::string word = fmt::format("\\fI{}\\fR{}", roff(option->names), option->many() ? "..." : "");
    if (option->behind) {
      behind = fmt::format("[\\-\\- {}]\n", word);
    } else {
      text += option->required ? word + "\n" : fmt::format("[{}]\n", word);
    }
  }
  return text + "[\\fIoptions\\fR]\n" + behind;
}

std::string entry(const Option& option) {
  std::string names;
  for (const char c : option.names) names += c == ',' ? ", " : std::string(1, c);
  std::string text = fmt::format(".TP\n.B {}", roff(names));
  if (!option.metavar.empty()) text += fmt::format("{}\\fI{}\\fR", option.tuning ? "=" : " ", roff(option.metavar));
  text += "\n" + roff(option.help);
  if (!option.more.empty()) text += ". " + roff(option.more);
  if (!option.choices.empty())
    text += fmt::format(". One of: {}", roff(fmt::format("{}", fmt::join(option.choices, ", "))));
  if (!option.standard.empty()) text += fmt::format(" [{}]", roff(option.standard));
  if (option.required) text += " (required)";
  return text + "\n";
}

// "Examples:" and "Exit codes:" of the footer as sections.
std::string sections(std::string_view footer) {
  constexpr std::string_view examples = "Examples:\n";
  constexpr std::string_view codes = "Exit codes:";
  std::string text;
  const std::size_t at = std::min(footer.find(codes), footer.size());
  if (footer.starts_with(examples)) {
    text += fmt::format(".SH EXAMPLES\n.nf\n{}.fi\n", roff(footer.substr(examples.size(), at - examples.size())));
  }
  if (at < footer.size()) text += fmt::format(".SH EXIT STATUS\n{}\n", roff(footer.substr(at + codes.size() + 1)));
  return text;
}

const Command& command_named(const std::vector<Command>& commands, const std::vector<std::string>& words) {
  const std::string name = fmt::format("{}", fmt::join(words, " "));
  for (const Command& command : commands) {
    if (command.name == name) return command;
  }
  std::vector<std::string> names;
  names.reserve(commands.size());
  for (const Command& command : commands) names.push_back(command.name);
  throw base::InputError(fmt::format("waymark: error: there is no command '{}'{}; 'waymark --help' names all", name,
                                     base::did_you_mean(name, names)));
}

}  // namespace

std::string page_name(const Command& command) {
  std::string name = "waymark-" + command.name;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string overview_page(const std::vector<Command>& commands) {
  std::string text = head("waymark", "a certifying model checker");
  text +=
      ".SH SYNOPSIS\n.B waymark\n\\fIcommand\\fR [\\fIoptions\\fR]\n.SH DESCRIPTION\nWaymark explores every reachable "
      "state of a concurrent program in Promela, Java, C or C++, shows how a property fails, and certifies that it "
      "does not.\nEach command has a page of its own.\n.SH COMMANDS\n";
  for (const Command& command : commands) {
    text += fmt::format(".TP\n.B {}\n{} (see {}(1))\n", roff(command.name), roff(command.summary),
                        roff(page_name(command)));
  }
  return text +
         ".SH EXIT STATUS\n0 all holds, or the script is certified; 1 a property is violated; 2 bad usage or input; 3 "
         "incomplete; 4 the script is rejected; 70 an internal error.\n";
}

std::string page_of(const Command& command) {
  std::string text = head(page_name(command), command.summary) + synopsis(command) +
                     fmt::format(".SH DESCRIPTION\n{}.\n.SH OPTIONS\n", roff(command.summary));
  for (const auto& [title, options] : options_by_title(command)) {
    text += fmt::format(".SS {}\n", roff(title));
    for (const Option* option : options) text += entry(*option);
  }
  return text + sections(command.footer) + ".SH SEE ALSO\nwaymark(1)\n";
}

int write_manual(const ManualOptions& options, const std::vector<Command>& all) {
  if (options.folder.empty()) {
    print(options.command.empty() ? overview_page(all) : page_of(command_named(all, options.command)));
    return exit_holds;
  }
  const auto write = [&](const std::string& name, const std::string& text) {
    base::write_file(fmt::format("{}/{}.1", options.folder, name), text);
  };
  write("waymark", overview_page(all));
  for (const Command& command : all) write(page_name(command), page_of(command));
  return exit_holds;
}

}  // namespace waymark::cli
