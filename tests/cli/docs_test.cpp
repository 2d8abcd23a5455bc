// docs/use/command-line.md tells of every option what the table says, and of no other. With WAYMARK_REBASE in the
// environment the section is rewritten: read the diff.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <regex>
#include <set>

#include "base/files.hpp"
#include "cli/table.hpp"

namespace waymark::cli {
namespace {

const std::string page_path = WAYMARK_SOURCE_DIR "/docs/use/command-line.md";
const std::string heading = "## All options\n";

std::string page() { return base::read_file(page_path, 1 << 20); }

std::string cell(const std::string& text) { return std::regex_replace(text, std::regex("\\|"), "\\|"); }

std::string coded(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += fmt::format("{}`{}`", text.empty() ? "" : ", ", word);
  return text;
}

std::string values_of(const Option& option) {
  if (option.range && option.range->most == Range::open) return fmt::format("from {}", option.range->least);
  if (option.range) return fmt::format("{} to {}", option.range->least, option.range->most);
  return coded(option.choices);
}

std::string row(const Option& option) {
  std::string notes;
  if (option.required) notes += "; required";
  if (!option.unless.empty()) notes += "; required, unless " + option.unless + " is given";
  if (!option.needs.empty()) notes += "; needs " + coded(option.needs);
  if (!option.excludes.empty()) notes += "; not with " + coded(option.excludes);
  const std::string written = option.names + (option.metavar.empty() ? "" : " " + option.metavar);
  return fmt::format("| `{}` | {} | {} | {}{} |\n", cell(written), values_of(option),
                     option.standard.empty() ? "" : "`" + option.standard + "`", cell(option.help), notes);
}

// Groups of one title are one: those of several commands are told about once, those of one command together.
std::string section() {
  std::vector<std::string> titles;
  std::map<std::string, std::vector<std::string>> owners;
  std::map<std::string, std::string> rows;
  for (const Command& command : commands()) {
    std::set<std::string> met;
    for (const Group& group : command.groups) {
      std::string& text = rows[group.title];
      if (std::find(titles.begin(), titles.end(), group.title) == titles.end()) titles.push_back(group.title);
      if (met.insert(group.title).second) owners[group.title].push_back(command.name);
      if (owners[group.title].size() > 1) continue;
      for (const Option& option : group.options) text += row(option);
    }
  }
  std::string text = heading;
  for (const std::string& title : titles) {
    const bool own = owners[title] == std::vector{title};
    text += fmt::format("\n**{}**{}\n\n", title, own ? "" : ", of " + coded(owners[title]));
    text += "| option | values | default | meaning |\n| --- | --- | --- | --- |\n" + rows[title];
  }
  return text;
}

TEST(Docs, tell_of_every_option_what_the_table_says) {
  std::string text = page();
  const std::size_t begin = text.find(heading);
  ASSERT_NE(begin, std::string::npos);
  const std::size_t next = std::min(text.find("\n## ", begin), text.size());
  const std::size_t end = text.find_last_not_of('\n', next - 1) + 2;
  if (std::getenv("WAYMARK_REBASE") != nullptr) {
    text.replace(begin, end - begin, section());
    base::write_file(page_path, text);
    return;
  }
  EXPECT_EQ(text.substr(begin, end - begin), section());
}

TEST(Docs, speak_of_no_option_that_there_is_not) {
  std::set<std::string> known{"--help", "--version", "--help-all"};
  for (const Command& command : commands()) {
    for (const Option* option : options_of(command)) known.insert(option->name());
  }
  const std::string text = page();
  const std::regex option("(^|[^a-z-])(--[a-z]+[a-z-]*)");
  for (std::sregex_iterator it(text.begin(), text.end(), option), end; it != end; ++it) {
    EXPECT_EQ(known.count((*it)[2].str()), 1u) << (*it)[2].str();
  }
}

// A group that several commands share is told about once, so it has to be the same in all of them.
TEST(Docs, tell_of_shared_options_what_holds_of_each_command) {
  std::map<std::string, std::pair<std::string, std::string>> first;
  for (const Command& command : commands()) {
    for (const Group& group : command.groups) {
      std::string text;
      for (const Option& option : group.options) text += row(option);
      const auto [at, fresh] = first.emplace(group.title, std::pair{command.name, text});
      const bool shared = !fresh && at->second.first != command.name;
      EXPECT_TRUE(!shared || at->second.second == text) << command.name << " " << group.title;
    }
  }
}

}  // namespace
}  // namespace waymark::cli
