#include "cli/commands/table.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "cli/agents/mcp_tools.hpp"
#include "cli/command_line.hpp"
#include "cli/options/completion.hpp"
#include "cli/options/help.hpp"
#include "cli/options/manual.hpp"
#include "cli/options/options.hpp"
#include "cli/options/parse.hpp"
#include "load/features.hpp"

namespace waymark::cli {
namespace {

using options::Range;
using testing::HasSubstr;

const Command& command_called(const std::vector<Command>& table, const std::string& name) {
  for (const Command& command : table) {
    if (command.name == name) return command;
  }
  throw std::out_of_range(name);
}

TEST(Table, names_every_option_of_a_command_once) {
  for (const Command& command : commands()) {
    std::set<std::string> seen;
    for (const Option* option : all_options(command)) {
      EXPECT_TRUE(seen.insert(option->name()).second) << command.name << " " << option->names;
      EXPECT_FALSE(option->help.empty()) << command.name << " " << option->names;
      EXPECT_EQ(option->metavar.empty(), option->flag() || option->positional()) << option->names;
    }
  }
}

TEST(Table, is_understood_by_the_parser_command_by_command) {
  for (const Command& command : commands()) EXPECT_EQ(refusal(least_line(command)), "no error") << command.name;
}

TEST(Table, refuses_a_command_without_what_it_requires) {
  for (const Command& command : commands()) {
    for (const Option* missing : options_of(command)) {
      if (!missing->is_expected()) continue;
      std::vector<std::string> line = least_line(command);
      const std::size_t at = static_cast<std::size_t>(
          std::find(line.begin() + 1, line.end(), missing->positional() ? sample(*missing) : missing->name()) -
          line.begin());
      line.erase(line.begin() + static_cast<std::ptrdiff_t>(at),
                 line.begin() + static_cast<std::ptrdiff_t>(at + (missing->positional() ? 1 : 2)));
      EXPECT_EQ(refusal(line), "waymark: error: " + missing->name() + " is required") << command.name;
    }
  }
}

TEST(Table, takes_every_default_and_every_choice_as_a_value) {
  for (const Command& command : commands()) {
    for (const Option* option : all_options(command)) {
      if (option->positional()) continue;
      std::vector<std::string> values = option->choices;
      if (!option->standard.empty()) values.push_back(option->standard);
      if (option->range && option->range->most != Range::open) values.push_back(std::to_string(option->range->most));
      for (const std::string& value : values) {
        std::vector<std::string> line = least_line(command);
        append(line, *option, value);
        for (const std::string& needed : option->needs)
          append(line, *find(command, needed), sample(*find(command, needed)));
        EXPECT_EQ(refusal(line), "no error") << command.name << " " << option->name() << " " << value;
      }
    }
  }
}

TEST(Table, takes_nothing_but_its_choices_and_ranges) {
  for (const Command& command : commands()) {
    for (const Option* option : all_options(command)) {
      if (option->positional() || option->needs.size() == 1) continue;
      std::vector<std::string> values;
      if (!option->choices.empty()) values.emplace_back("sideways");
      if (option->range) values.push_back(std::to_string(option->range->least - 1));
      if (option->range && option->range->most != Range::open) {
        values.push_back(std::to_string(option->range->most + 1));
      }
      for (const std::string& value : values) {
        std::vector<std::string> line = least_line(command);
        append(line, *option, value);
        EXPECT_THAT(refusal(line), HasSubstr(option->name())) << command.name << " " << value;
      }
    }
  }
}

TEST(Table, refuses_an_option_without_each_of_those_that_it_needs) {
  std::size_t tried = 0;
  for (const Command& command : commands()) {
    for (const Option* option : all_options(command)) {
      for (const std::string& missing : option->needs) {
        std::vector<std::string> line = least_line(command);
        append(line, *option, sample(*option));
        for (const std::string& other : option->needs) {
          if (other != missing) append(line, *find(command, other), sample(*find(command, other)));
        }
        EXPECT_EQ(refusal(line), "waymark: error: " + option->title() + " requires " + missing);
        ++tried;
      }
    }
  }
  // Of check: remember, partition, lookahead, mapping, move-at, ask-first, by-parts, --every;
  // --keep-prints twice; --key, --trustful, --signature; --task twice, --result, --merge, --audit; --json of slice;
  // --trail and --at of simulate, --at of replay, of debug and of step; --define and --classpath of report; --graph
  // twice;
  // --refine twice
  EXPECT_EQ(tried, 30u);
}

TEST(Table, refuses_an_option_with_each_of_those_that_it_excludes) {
  std::size_t tried = 0;
  for (const Command& command : commands()) {
    for (const Option* option : options_of(command)) {
      const bool excludes_program = std::ranges::count(option->excludes, "PROGRAM") != 0;
      for (const std::string& other : option->excludes) {
        std::vector<std::string> line =
            excludes_program ? std::vector<std::string>{"waymark", command.name} : least_line(command);
        std::set<std::string> given{option->name(), other};
        for (const std::string& name : {option->name(), other}) {
          for (const std::string& needed : find(command, name)->needs) given.insert(needed);
        }
        for (const std::string& name : given) append(line, *find(command, name), sample(*find(command, name)));
        const std::string why = refusal(line);
        EXPECT_THAT(why, HasSubstr("excludes"));
        EXPECT_THAT(why, HasSubstr(option->name()));
        EXPECT_THAT(why, HasSubstr(other));
        ++tried;
      }
    }
  }
  // --cluster thrice, --task; --never; three pairs of styles, and each with --interactive, in simulate and in replay;
  // --json in four commands; --interactive with both ways to say a format, and with --html; --choices of step;
  // --dap thrice
  EXPECT_EQ(tried, 28u);
}

TEST(Table, shows_the_defaults_that_the_settings_have) {
  const std::vector<Command> table = commands();
  const Command& check = command_called(table, "check");
  const check::Settings settings;
  EXPECT_EQ(find(check, "--search")->standard, base::name(settings.order()));
  EXPECT_EQ(find(check, "--store")->standard, base::name(settings.store.value));
  EXPECT_EQ(find(check, "hash-bits")->standard, std::to_string(settings.hash_bits.value));
  EXPECT_EQ(find(check, "--errors")->standard, std::to_string(settings.limits.errors));
  EXPECT_EQ(find(check, "pinning")->standard, base::name(load::Source{}.java.pinning));
  std::string kinds;
  for (const check::Property kind : settings.properties.kinds()) {
    kinds += std::string(kinds.empty() ? "" : ",") + std::string(base::name(kind));
  }
  EXPECT_EQ(find(check, "--property")->standard, kinds);
  const Command& coverage = command_called(table, "coverage");
  EXPECT_EQ(find(coverage, "first")->standard, std::to_string(settings.estimate.first));
  EXPECT_EQ(find(command_called(table, "simulate"), "--steps")->standard, std::to_string(SimulateOptions{}.steps));
}

// The first page of a command that has many options is for people who have not met it before.
TEST(Help, of_check_fits_on_a_page) {
  const std::vector<Command> table = commands();
  const Command& check = command_called(table, "check");
  const std::string page = command_help(check, "");
  EXPECT_LE(std::count(page.begin(), page.end(), '\n'), 60);
  std::istringstream lines(page);
  std::size_t options = 1;  // --help
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 80u) << line;
    if (line.starts_with("  -")) ++options;
  }
  EXPECT_LE(options, 25u);
  for (const char* title : {"What to check:", "Limits:", "How to search:", "What to write:", "Examples:"}) {
    EXPECT_THAT(page, HasSubstr(std::string("\n") + title + "\n"));
  }
}

TEST(Help, shows_every_option_in_all_and_under_its_topics) {
  for (const Command& command : commands()) {
    const std::string all = command_help(command, "all");
    for (const Group& group : command.groups) {
      for (const Option& option : group.options) {
        EXPECT_THAT(all, HasSubstr("\n  " + option.names)) << command.name;
        std::istringstream topics(group.topics);
        for (std::string topic; topics >> topic;) {
          EXPECT_THAT("\n" + command_help(command, topic), HasSubstr("\n  " + option.names)) << command.name;
        }
      }
    }
  }
}

TEST(Parser, names_what_may_have_been_meant) {
  EXPECT_EQ(refusal({"waymark", "chek"}), "waymark: error: there is no command 'chek'; did you mean check?");
  EXPECT_EQ(refusal({"waymark", "script", "splt"}),
            "waymark: error: there is no command 'script splt'; did you mean split?");
  EXPECT_EQ(refusal({"waymark", "mutex.pml"}),
            "waymark: error: there is no command 'mutex.pml'; did you mean 'waymark check mutex.pml'?");
  EXPECT_EQ(refusal({"waymark", "check", "x.pml", "--invarient", "p"}),
            "waymark: error: there is no option --invarient; did you mean --invariant?");
  EXPECT_EQ(refusal({"waymark", "check", "x.pml", "--hashbits", "8"}),
            "waymark: error: there is no option --hashbits; did you mean --tune hash-bits=N?");
  EXPECT_EQ(refusal({"waymark", "check", "x.pml", "--store", "tre"}),
            "waymark: error: --store: 'tre' is none of exact, tree, disk, cache, hash-compact, bitstate, auto; did "
            "you mean tree?");
  EXPECT_EQ(refusal({"waymark", "check", "x.pml", "--property", "deadlocks"}),
            "waymark: error: --property: 'deadlocks' is none of deadlock, assertion, exception, race, leak, "
            "overflow, acceptance, progress, none; did you mean deadlock?");
  EXPECT_EQ(refusal({"waymark", "check", "x.pml", "--tune", "hashbits=8"}),
            "waymark: error: --tune has no key 'hashbits'; did you mean hash-bits?");
  EXPECT_THAT(refusal({"waymark", "check", "--help", "jav"}), testing::EndsWith("; did you mean java?"));
}

TEST(Parser, names_the_new_spelling_of_every_key_of_tune) {
  for (const Command& command : commands()) {
    for (const Option* option : all_options(command)) {
      if (!option->tuning) continue;
      std::vector<std::string> line = least_line(command);
      line.push_back("--" + option->name());
      EXPECT_EQ(refusal(line),
                fmt::format("waymark: error: --{} is now {}", option->name(), option->written(option->metavar)));
    }
  }
}

TEST(Parser, takes_values_behind_and_within_a_word) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"-D", "N=3"},
                                                {"-DN=3"},
                                                {"--define", "N=3"},
                                                {"--define=N=3"},
                                                {"--tune", "hash-bits=9,cache-states=8"},
                                                {"--tune=pinning=jdk", "--tune", "runs=2"},
                                                {"--", "--odd.pml"}}) {
    std::vector<std::string> line{"waymark", "check", "x.pml"};
    line.insert(line.end(), words.begin(), words.end());
    EXPECT_EQ(refusal(line), "no error") << words.front();
  }
  EXPECT_EQ(refusal({"waymark", "check", "x.pml", "--script"}), "waymark: error: --script expects FILE");
  EXPECT_EQ(refusal({"waymark", "check", "x.pml", "--script", "--quiet"}),
            "waymark: error: --script expects FILE, and --quiet is an option; write --script=--quiet if it is meant");
  EXPECT_EQ(refusal({"waymark", "check", "x.pml", "--quiet=yes"}), "waymark: error: --quiet takes no value");
  EXPECT_EQ(refusal({"waymark", "check", "x.pml", "--errors", "1", "--errors", "2"}),
            "waymark: error: --errors is given twice");
  EXPECT_EQ(refusal({"waymark", "check", "x.pml", "--errors", "many"}),
            "waymark: error: --errors: 'many' is no number");
  EXPECT_EQ(refusal({"waymark", "check", "x.pml", "--tune", "ask-first=maybe"}),
            "waymark: error: --tune ask-first: it is on or off");
}

template <typename Value>
void comes_back() {
  std::set<std::string_view> seen;
  for (const base::Named<Value>& one : base::Names<Value>::table) {
    EXPECT_TRUE(seen.insert(one.name).second) << one.name;
    EXPECT_EQ(base::name(one.value), one.name);
    EXPECT_EQ(base::named<Value>(one.name), one.value);
  }
  EXPECT_EQ(base::named<Value>("sideways"), std::nullopt);
}

TEST(Names, lead_back_to_the_values_they_name) {
  comes_back<java::Timeouts>();
  comes_back<java::Pinning>();
  comes_back<check::Property>();
  comes_back<check::Order>();
  comes_back<check::StoreKind>();
  comes_back<check::Reduction>();
  comes_back<check::Estimator>();
  comes_back<script::IdsCut>();
  comes_back<Shell>();
}

TEST(Completion, knows_every_option_and_every_choice) {
  const std::vector<Command> table = commands();
  const std::string bash = completion_script(table, Shell::bash);
  const std::string fish = completion_script(table, Shell::fish);
  for (const Command& command : table) {
    const std::size_t begin = bash.find("\n    \"" + command.name + "\") words=\"");
    ASSERT_NE(begin, std::string::npos) << command.name;
    const std::string words = " " + bash.substr(bash.find("words=\"", begin) + 7);
    const std::string line = words.substr(0, words.find('"')) + " ";
    for (const Option* option : options_of(command)) {
      if (option->positional()) continue;
      EXPECT_THAT(line, HasSubstr(" " + option->name() + " ")) << command.name;
      const bool is_long = option->name().starts_with("--");
      EXPECT_THAT(fish, HasSubstr(is_long ? " -l " + option->name().substr(2) : " -s " + option->name().substr(1)));
      for (const std::string& choice : option->choices) {
        const std::size_t value = bash.find("\"" + command.name + " " + option->name() + "\") values=\"");
        ASSERT_NE(value, std::string::npos) << command.name << " " << option->name();
        EXPECT_THAT(bash.substr(value, bash.find('\n', value) - value), HasSubstr(choice));
      }
    }
  }
}

// One that nobody has heard of: what stands in its row is all that there is.
TEST(Row, of_an_option_is_all_that_commands_read) {
  std::vector<Command> table = commands();
  std::vector<Command> untouched = commands();
  std::uint64_t value = 3;
  std::uint64_t usual = 3;
  const auto row = [](std::uint64_t& target) {
    return options::number("--dummy", "N", target, "How many dummies there are")
        .within(1, 9)
        .with_more("None is real")
        .demanding({.needs = {load::feature::java_program}})
        .for_agents();
  };
  for (Command& command : table) command.groups.insert(command.groups.begin(), {"Dummies", "", {row(value)}});
  for (Command& command : untouched) command.groups.insert(command.groups.begin(), {"Dummies", "", {row(usual)}});
  const std::vector<const char*> words{"waymark", "check", "x.pml", "--dummy", "4"};
  const Command* const parsed = parse(table, static_cast<int>(words.size()), words.data());
  ASSERT_NE(parsed, nullptr);
  EXPECT_EQ(value, 4u);
  EXPECT_THAT(command_help(*parsed, ""), HasSubstr("--dummy N"));
  EXPECT_THAT(page_of(*parsed), HasSubstr("How many dummies there are"));
  for (const Shell shell : {Shell::bash, Shell::zsh, Shell::fish}) {
    EXPECT_THAT(completion_script(table, shell), HasSubstr("dummy"));
  }
  for (const serve::Tool& tool : mcp_tools({".", 1, 1}, table)) {
    const serve::Json& one = tool.input["properties"]["dummy"];
    EXPECT_EQ(one["description"], "How many dummies there are");
    EXPECT_EQ(one["minimum"], 1);
  }
  std::vector<options::Part> parts{{"x.pml", {.denies = {load::feature::java_program}, .replaceable = true}}};
  for (options::Part& part : options::parts_of(parsed->groups, command_called(untouched, "check").groups)) {
    parts.push_back(std::move(part));
  }
  EXPECT_EQ(options::conflict(parts), "--dummy does not go with x.pml: it needs a Java program; leave it out");
}

}  // namespace
}  // namespace waymark::cli
