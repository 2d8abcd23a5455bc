#include "load/program_options.hpp"

#include <gtest/gtest.h>

#include "base/diagnostics.hpp"

namespace waymark::load {
namespace {

using options::Option;

// Gives the option a value that it has not by default.
void change(const Option& option) {
  const std::vector<std::string> before = option.values();
  const std::string word = option.flag()            ? ""
                           : option.takes_number()  ? "7"
                           : option.many()          ? "f=1..2"
                           : option.choices.empty() ? "x"
                                                    : option.choices.back();
  EXPECT_EQ(option.accept(word), "");
  if (option.values() == before) {
    EXPECT_EQ(option.accept(option.choices.front()), "");
  }
  EXPECT_NE(option.values(), before) << option.names;
}

// Calls `visit` for each row of a source of its own.
void for_each_row(const std::function<void(Source&, const Option&)>& visit) {
  Source first;
  const std::vector<options::Group> groups = program_rows(first);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (std::size_t i = 0; i < groups[g].options.size(); ++i) {
      Source source;
      visit(source, program_rows(source)[g].options[i]);
    }
  }
}

TEST(ProgramOptions, another_value_has_another_text_or_the_row_says_why_not) {
  std::size_t said = 0;
  for_each_row([&](Source& source, const Option& option) {
    EXPECT_NE(option.said.languages.empty(), option.said.why_not.empty()) << option.names;
    change(option);
    if (!source.java.stdin_file.empty()) source.java.input = "what stands in it";
    for (const std::string_view language : option.said.languages) {
      EXPECT_NE(said_options(source, language), said_options(Source(), language)) << option.names;
      ++said;
    }
  });
  EXPECT_GE(said, 18u);
}

TEST(ProgramOptions, texts_of_two_options_differ) {
  std::vector<std::string> texts;
  for_each_row([&](Source& source, const Option& option) {
    if (option.said.languages.empty()) return;
    change(option);
    if (!source.java.stdin_file.empty()) source.java.input = "what stands in it";
    const std::string language(option.said.languages.front());
    const std::string text = language + said_options(source, language);
    EXPECT_EQ(std::find(texts.begin(), texts.end(), text), texts.end()) << text;
    texts.push_back(text);
  });
}

TEST(ProgramOptions, a_value_demands_what_its_row_says) {
  const auto demands = [](const Source& source, const std::string& option) {
    for (const options::Part& part : parts_of(source)) {
      if (part.option.starts_with(option)) return true;
    }
    return false;
  };
  for_each_row([&](Source& source, const Option& option) {
    EXPECT_FALSE(demands(source, option.title())) << option.names;
    change(option);
    if (option.positional() || !option.demand) return;
    EXPECT_TRUE(demands(source, option.title())) << option.names;
  });
}

TEST(ProgramOptions, refusals_of_a_choice_name_the_value) {
  Source source;
  source.program = "x.pml";
  source.java.timeouts = java::Timeouts::last;
  EXPECT_EQ(options::conflict(parts_of(source)),
            "--timeouts last does not go with x.pml: it needs a Java program; leave it out");
  source = {};
  source.program = "x.jar";
  source.java.pinning = java::Pinning::monitors;
  EXPECT_EQ(options::conflict(parts_of(source)),
            "--tune pinning=monitors needs a number of carriers; add --carriers N");
  source.java.carriers = 1;
  EXPECT_EQ(options::conflict(parts_of(source)), "");
}

TEST(ProgramOptions, verdicts_are_restricted_where_an_option_is_not_given) {
  EXPECT_EQ(restriction_without("--weak").remedy, "--weak cleared explores that");
}

}  // namespace
}  // namespace waymark::load
