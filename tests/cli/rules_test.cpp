#include "cli/rules.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "cli/command_line.hpp"

namespace waymark::cli {
namespace {

// One command line for each rule, in their order, that breaks this one before all others; and what it says of --search
// and --store where the rule asks for it.
struct Example {
  std::vector<std::string> line;
  std::string search = "";
  std::string store = "";
};

std::vector<Example> examples() {
  return {
      {{"check", "--property", "deadlock,race"}},
      {{"check", "--library", "atomic", "--por", "off"}},
      {{"check", "--shortest", "--search", "dfs"}, "dfs"},
      {{"check", "--script", "s", "--search", "random"}},
      {{"check", "--profile", "p", "--search", "dfs"}},
      {{"check", "--replace", "age", "--store", "tree"}, "", "tree"},
      {{"check", "--replace", "cost-exact", "--store", "cache"}},
      {{"check", "--disk", "d", "--store", "tree"}, "", "tree"},
      {{"check", "--store", "disk", "--search", "dfs"}},
      {{"check", "--store", "disk", "--errors", "0"}},
      {{"check", "--estimate", "--store", "exact"}},
      {{"check", "--estimate", "--script", "s.way", "--depth", "5"}},
      {{"coverage", "--estimator", "probes"}},
      {{"coverage", "--together", "2"}},
      {{"check", "--estimate", "--shortest"}},
      {{"check", "--store", "cache", "--shortest"}},
      {{"check", "--store", "cache", "--script", "s"}},
      {{"check", "--store", "hash-compact", "--shortest"}, "", "hash-compact"},
      {{"check", "--store", "bitstate", "--script", "s"}},
      {{"check", "--search", "random", "--ltl", "[] p"}},
      {{"check", "--swarm", "2", "--store", "tree"}},
      {{"check", "--cluster", "--search", "dfs"}},
      {{"check", "--cluster", "--mapping", "fixed", "--move-at", "1M"}},
      {{"check", "--cluster", "--unordered", "--script", "s"}},
      {{"check", "--cluster", "--ask-first", "--lookahead", "1"}},
      {{"check", "--cluster", "--by-parts", "--ask-first"}},
      {{"check", "--cluster", "--jobs", "2", "--mapping", "balanced"}},
      {{"check", "--checkpoint", "c", "--search", "dfs"}},
      {{"check", "--resume", "c", "--store", "hash-compact"}, "", "hash-compact"},
      {{"check", "--checkpoint", "c", "--errors", "2"}},
      {{"check", "--resume", "c", "--profile", "p"}},
      {{"check", "--search", "random", "--store", "exact"}},
      {{"check", "--hash-bits", "32", "--store", "tree"}, "", "tree"},
      {{"check", "--hash-functions", "3"}, "", "exact"},
      {{"check", "--walks", "7", "--search", "dfs"}, "dfs"},
      {{"check", "--seed", "1"}},
  };
}

// Runs the command as far as it refuses; the program, which does not exist, is looked for later.
std::string refused(std::vector<std::string> line) {
  line.insert(line.begin(), "waymark");
  line.emplace_back("nowhere.pml");
  std::vector<const char*> words;
  for (const std::string& word : line) words.push_back(word.c_str());
  const std::vector<Command> table = commands();
  base::Stop stop;
  return tests::short_refusal_of([&] { (void)parse(table, static_cast<int>(words.size()), words.data())->run(stop); });
}

TEST(Rules, refuse_each_with_its_message) {
  const std::vector<Example> all = examples();
  ASSERT_EQ(all.size(), rules().size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::string why(rules()[i].why);
    why = std::regex_replace(why, std::regex("\\{search\\}"), all[i].search);
    why = std::regex_replace(why, std::regex("\\{store\\}"), all[i].store);
    EXPECT_EQ(refused(all[i].line), "waymark: error: " + why) << i;
  }
}

TEST(Rules, let_pass_what_breaks_none) {
  EXPECT_EQ(refused({"check"}), "nowhere.pml: error: cannot be read: No such file or directory");
  EXPECT_EQ(refused({"check", "--store", "cache", "--replace", "age"}),
            "nowhere.pml: error: cannot be read: No such file or directory");
}

TEST(Rules, speak_of_options_that_there_are) {
  std::set<std::string> known;
  for (const Command& command : commands()) {
    for (const Option* option : options_of(command)) known.insert(option->name());
  }
  const std::regex option("--[a-z-]+");
  for (const Rule& rule : rules()) {
    const std::string why(rule.why);
    for (std::sregex_iterator it(why.begin(), why.end(), option), end; it != end; ++it) {
      EXPECT_EQ(known.count(it->str()), 1u) << it->str();
    }
  }
}

TEST(Rules, ask_about_races_only_of_java) {
  const std::string why = "waymark: error: --property race is for Java programs";
  EXPECT_EQ(refused({"simulate", "--property", "race"}).substr(0, why.size()), why);
  EXPECT_EQ(refused({"certify", "--script", "s", "--property", "race"}).substr(0, why.size()), why);
}

}  // namespace
}  // namespace waymark::cli
