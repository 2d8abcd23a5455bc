#include "cli/options/quote_command.hpp"

#include <gtest/gtest.h>

#include <cstdio>

#include "cli/command_line.hpp"
#include "cli/commands/table.hpp"
#include "cli/options/groups.hpp"

namespace waymark::cli {
namespace {

// The words as the shell sees them.
std::vector<std::string> read_back(const std::string& line) {
  const std::string command = "bash -c 'printf \"%s\\0\" \"$@\"' words " + line;
  std::FILE* const pipe = ::popen(("bash <<'END_OF_LINE'\n" + command + "\nEND_OF_LINE\n").c_str(), "r");
  std::vector<std::string> words(1);
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    if (c == 0) {
      words.emplace_back();
    } else {
      words.back() += static_cast<char>(c);
    }
  }
  ::pclose(pipe);
  words.pop_back();
  return words;
}

TEST(Spell, words_come_back_from_a_shell) {
  std::string every;
  for (int c = 1; c < 256; ++c) every += static_cast<char>(c);
  for (const std::string& word :
       {std::string("plain.pml"), std::string(""), std::string("two words"), std::string("it's"),
        std::string("$HOME `id` \"x\" \\ !"), std::string("gr\xc3\xbc\xc3\x9f"), std::string("line\nfeed"), every}) {
    EXPECT_EQ(read_back(shell_word(word)), std::vector<std::string>{word}) << shell_word(word);
  }
  EXPECT_EQ(shell_word("a/b-c.pml"), "a/b-c.pml");
}

load::Source parsed(const std::string& line) {
  load::Source source;
  std::vector<Command> table{{"check", "", "", with_tune(program_groups(source)), nullptr, {}}};
  std::vector<std::string> words = read_back(line);
  words.insert(words.begin(), {"waymark", "check"});
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  (void)parse(table, static_cast<int>(pointers.size()), pointers.data());
  return source;
}

std::string spelled_with(const Option& option, const std::string& value) {
  return option.tuning ? option.written(value) : option.name() + " " + value;
}

void expect_to_come_back(const Option& option) {
  std::string value = "7";
  if (!option.choices.empty()) {
    value = option.choices.back() == option.standard ? option.choices[0] : option.choices.back();
  }
  std::string line = "x.pml";
  if (option.names == "ARG") line += " 'an argument' more";
  if (option.behind) line += " -- 'an argument' -x b.c";
  if (!option.positional()) line += " " + (option.flag() ? option.name() : spelled_with(option, value));
  const std::string once = spelled(parsed(line));
  EXPECT_EQ(spelled(parsed(once)), once);
  EXPECT_EQ(once == "x.pml", option.names == "PROGRAM") << option.names;
}

// All that shapes a program, so that none can be forgotten: a value for every option of the table comes back.
TEST(Spell, every_option_that_shapes_a_program_comes_back) {
  load::Source source;
  for (const Group& group : program_groups(source)) {
    for (const Option& option : group.options) expect_to_come_back(option);
  }
}

TEST(Spell, a_program_as_one_would_type_it) {
  load::Source source;
  source.program = "mutex.pml";
  EXPECT_EQ(spelled(source), "mutex.pml");
  source.defines = {"N=3", "TEXT=a b"};
  EXPECT_EQ(spelled(source), "mutex.pml -D N=3 -D 'TEXT=a b'");
  load::Source java;
  java.program = "Main";
  java.classpath = "my classes:x.jar";
  java.arguments = {"one"};
  java.behind = {"-two", "b.c"};
  java.spurious = true;
  EXPECT_EQ(spelled(java), "Main one --classpath 'my classes:x.jar' --spurious -- -two b.c");
  EXPECT_EQ(spelled(parsed(spelled(java))), spelled(java));
}

// Behind "--" stand arguments, but first the program if it is still missing and nothing stands in for it.
TEST(Spell, words_behind_two_dashes_are_arguments) {
  using Texts = std::vector<std::string>;
  const load::Source files = parsed("a.c b.c -- c.c --por -- -x");
  EXPECT_EQ(files.program, "a.c");
  EXPECT_EQ(files.arguments, (Texts{"b.c"}));
  EXPECT_EQ(files.behind, (Texts{"c.c", "--por", "--", "-x"}));
  const load::Source missing = parsed("-D N=1 -- -a.c b.c");
  EXPECT_EQ(missing.program, "-a.c");
  EXPECT_EQ(missing.arguments, Texts{});
  EXPECT_EQ(missing.behind, (Texts{"b.c"}));
  EXPECT_EQ(spelled(missing), "-D N=1 -- -a.c b.c");
  const load::Source build = parsed("--compile-commands b.json -- c.c");
  EXPECT_EQ(build.program, "");
  EXPECT_EQ(build.behind, (Texts{"c.c"}));
  EXPECT_EQ(spelled(build), "--compile-commands b.json -- c.c");
}

TEST(Spell, what_is_asked_about_states) {
  check::Properties properties;
  EXPECT_EQ(spelled_states(properties), "");
  properties.selected = {check::Property::assertion, check::Property::acceptance};
  properties.invariants = {"x < 3", "-x < 3"};
  EXPECT_EQ(spelled_states(properties), "--property assertion --invariant 'x < 3' --invariant='-x < 3'");
  properties.selected = {check::Property::acceptance};
  properties.invariants.clear();
  EXPECT_EQ(spelled_states(properties), "--property none");
}

TEST(Spell, more_options_stand_before_words_that_are_none) {
  const std::vector<const char*> plain{"waymark", "check", "a b.pml"};
  remember_command(static_cast<int>(plain.size()), plain.data());
  EXPECT_EQ(typed("--shortest"), "waymark check 'a b.pml' --shortest");
  const std::vector<const char*> divided{"waymark", "check", "--fair", "--", "-a.pml", "--"};
  remember_command(static_cast<int>(divided.size()), divided.data());
  EXPECT_EQ(typed("--shortest"), "waymark check --fair --shortest -- -a.pml --");
}

}  // namespace
}  // namespace waymark::cli
