// docs/use/command-line.md lists every command and every option as the table has them, and no other;
// docs/use/versions.md lists those that are gone. With WAYMARK_REBASE in the environment these sections are rewritten:
// read the diff.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <set>

#include "base/files.hpp"
#include "cli/commands/table.hpp"
#include "cli/options/gone.hpp"

namespace waymark::cli {
namespace {

const std::string page_path = WAYMARK_SOURCE_DIR "/docs/use/command-line.md";
const std::string versions_path = WAYMARK_SOURCE_DIR "/docs/use/versions.md";
const std::string heading = "## All options\n";
const std::string command_heading = "## Commands\n";
const std::string gone_heading = "## What is gone\n";

std::string page(const std::string& path = page_path) { return base::read_file(path, 1 << 20); }

std::string cell(const std::string& text) { return std::regex_replace(text, std::regex("\\|"), "\\|"); }

std::string coded(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += fmt::format("{}`{}`", text.empty() ? "" : ", ", word);
  return text;
}

std::string values_of(const Option& option) {
  if (option.range && option.range->most == options::Range::open) return fmt::format("from {}", option.range->least);
  if (option.range) return fmt::format("{} to {}", option.range->least, option.range->most);
  return coded(option.choices);
}

std::string row(const Option& option) {
  std::string notes;
  if (option.required) notes += "; required";
  if (!option.unless.empty()) notes += fmt::format("; required, unless {} is given", fmt::join(option.unless, " or "));
  if (!option.needs.empty()) notes += "; needs " + coded(option.needs);
  if (!option.excludes.empty()) notes += "; not with " + coded(option.excludes);
  const std::string help = option.help + (option.more.empty() ? "" : ". " + option.more);
  return fmt::format("| `{}` | {} | {} | {}{} |\n", cell(option.written(option.metavar)), values_of(option),
                     option.standard.empty() ? "" : "`" + option.standard + "`", cell(help), notes);
}

// One table for each group of options. Commands that have the same options share it.
std::string section() {
  struct Table {
    std::string title, rows;
    std::vector<std::string> owners;
  };
  std::vector<Table> tables;
  for (const Command& command : commands()) {
    for (const Group& group : command.groups) {
      std::string rows;
      for (const Option& option : group.options) rows += row(option);
      const auto same = [&](const Table& table) { return table.rows == rows; };
      const auto known = std::find_if(tables.begin(), tables.end(), same);
      if (known == tables.end()) {
        tables.push_back({group.title, rows, {command.name}});
      } else {
        known->owners.push_back(command.name);
      }
    }
  }
  std::string text = heading;
  for (const Table& table : tables) {
    text += fmt::format("\n**{}**, of {}\n\n", table.title, coded(table.owners));
    text += "| option | values | default | meaning |\n| --- | --- | --- | --- |\n" + table.rows;
  }
  return text;
}

std::string command_section() {
  std::string text = command_heading + "\n| command | what it does |\n| --- | --- |\n";
  for (const Command& command : commands()) text += fmt::format("| `{}` | {} |\n", command.name, cell(command.summary));
  return text;
}

std::string gone_section() {
  std::string text = gone_heading + "\n| command, option or value | what to do |\n| --- | --- |\n";
  for (const Gone& one : all_gone()) text += fmt::format("| `{}` | {} |\n", one.name, cell(std::string(one.instead)));
  return text;
}

// Whether the page's section of that heading is the one expected, or it is made so.
void expect_section(const std::string& path, const std::string& title, const std::string& expected) {
  std::string text = page(path);
  const std::size_t begin = text.find(title);
  ASSERT_NE(begin, std::string::npos);
  const std::size_t next = std::min(text.find("\n## ", begin), text.size());
  const std::size_t end = text.find_last_not_of('\n', next - 1) + 2;
  if (std::getenv("WAYMARK_REBASE") != nullptr) {
    text.replace(begin, end - begin, expected);
    base::write_file(path, text);
    return;
  }
  EXPECT_EQ(text.substr(begin, end - begin), expected);
}

TEST(Docs, list_every_command) { expect_section(page_path, command_heading, command_section()); }

TEST(Docs, tell_of_every_option_what_the_table_says) { expect_section(page_path, heading, section()); }

TEST(Docs, list_what_is_gone) { expect_section(versions_path, gone_heading, gone_section()); }

// An option that went to another command is gone for those that had it: for check.
TEST(Docs, list_nothing_as_gone_that_is_there) {
  std::set<std::string> known;
  for (const Command& command : commands()) {
    known.insert(command.name);
    if (command.name != "check") continue;
    for (const Option* option : all_options(command)) {
      known.insert(option->title());
      for (const std::string& choice : option->choices) known.insert(option->written(choice));
    }
  }
  for (const Gone& one : all_gone()) EXPECT_FALSE(known.contains(std::string(one.name))) << one.name;
}

TEST(Docs, speak_of_no_option_that_there_is_not) {
  std::set<std::string> known{"--help", "--version"};
  for (const Command& command : commands()) {
    for (const Option* option : options_of(command)) known.insert(option->name());
  }
  const std::string text = page();
  const std::regex option("(^|[^a-z-])(--[a-z]+[a-z-]*)");
  for (std::sregex_iterator it(text.begin(), text.end(), option), end; it != end; ++it) {
    EXPECT_EQ(known.count((*it)[2].str()), 1u) << (*it)[2].str();
  }
}

}  // namespace
}  // namespace waymark::cli
