// Scenarios: what is read is written again, and the smaller ones come first.
#include "java/program/scenario.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "refusal.hpp"

namespace waymark::java {
namespace {

std::string read_again(const std::string& text) { return text_of(read_scenario(text)); }

TEST(Scenario, is_written_as_it_is_read) {
  for (const std::string text : {
           "Queue: offer(1) | poll()",
           "app.Queue(2) = java.util.ArrayDeque: offer(1) poll() | offer(2)",
           "Map: put(1, \"a | b; c)\"); get(1) | remove(1, null); size()",
           "Map: ; get('x') | get(-1.5); size()",
       }) {
    EXPECT_EQ(read_again(text), text);
  }
}

TEST(Scenario, has_one_text_however_it_is_typed) {
  EXPECT_EQ(read_again(" Queue() =Queue :offer( 1 )poll()|  poll( )"), "Queue: offer(1) poll() | poll()");
  EXPECT_EQ(read_again("Map: put(1, 2) | get(1); size()"), "Map: ; put(1, 2) | get(1); size()");
}

TEST(Scenario, says_what_each_literal_is) {
  const std::vector<std::string> words =
      words_of(read_scenario(R"(A: f(1, 5000000000, 2L, 1.5, true, 'c', "a\"b", null))"));
  const std::vector<std::string> wanted{"A", "0",  "A",           "0",  "0",    "0",     "1",  "1",     "f",
                                        "8", "i1", "l5000000000", "l2", "d1.5", "ztrue", "cc", "sa\"b", "n"};
  EXPECT_EQ(words, wanted);
}

TEST(Scenario, has_smaller_ones_with_the_fewest_operations_first) {
  std::vector<std::string> texts;
  for (const Scenario& it : smaller(read_scenario("A: a(); b() c() | d()"))) texts.push_back(text_of(it));
  const std::vector<std::string> wanted{"A: a(); ", "A: a(); d()", "A: a(); b()", "A: a(); b() | d()",
                                        "A: a(); b() c()"};
  EXPECT_EQ(texts, wanted);
}

TEST(Scenario, of_one_operation_has_none) { EXPECT_TRUE(smaller(read_scenario("A: a()")).empty()); }

TEST(Scenario, is_refused_where_it_is_none) {
  const auto refused = [](const std::string& text) {
    return tests::refusal_of([&] { static_cast<void>(read_scenario(text)); });
  };
  EXPECT_EQ(
      refused("A"),
      "waymark: error: --linearizable: ':' and operations, as in 'Queue: offer(1) | poll()' is expected at the end");
  EXPECT_EQ(refused("A: f(1"), "waymark: error: --linearizable: ',' or ')' is expected at the end");
  EXPECT_EQ(refused("A: f() + g()"),
            "waymark: error: --linearizable: an operation, '|' or ';' is expected before '+ g()'");
  EXPECT_EQ(refused("A: f('ab')"),
            "waymark: error: --linearizable: ''ab'': a number, \"text\", 'c', true, false or null is expected");
  EXPECT_EQ(refused("A: f(\"a\\"), "waymark: error: --linearizable: a closing \" is expected at the end");
}

}  // namespace
}  // namespace waymark::java
