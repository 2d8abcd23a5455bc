#include "model/walker.hpp"

#include <gtest/gtest.h>

#include <random>

#include "graph/graph.hpp"
#include "model/random_steps.hpp"
#include "model/tiny.hpp"

namespace waymark::model {
namespace {

TEST(Walker, stands_where_the_choices_lead_and_says_what_that_is) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Steps table = random_steps(seed);
    Tiny model([&](std::uint32_t number) { return table[number]; });
    std::mt19937_64 random(seed + 1'000);
    Walker walker(model);
    std::uint32_t here = 0;
    std::uint64_t steps = 0;
    for (int i = 0; i < 100 && !walker.stuck(); ++i) {
      ASSERT_EQ(walker.enabled().size(), table[here].size());
      const auto choice = static_cast<std::uint32_t>(random() % table[here].size());
      const TinyStep& step = table[here][choice];
      if (walker.at_state()) ++steps;
      ASSERT_EQ(walker.take(choice), step.step);
      here = step.to;
      const bool failed = step.step == Step::failed;
      ASSERT_EQ(walker.at_state(), step.step == Step::moved || (failed && step.after == Step::moved));
      ASSERT_EQ(walker.intermediate(), step.step == Step::intermediate || (failed && step.after == Step::intermediate));
      ASSERT_EQ(walker.stuck(), !walker.at_state() && !walker.intermediate());
      ASSERT_EQ(walker.steps(), steps);
      ASSERT_EQ(model.pack().words[0], here);
    }
  }
}

TEST(Walker, begins_anew_whatever_was_walked_before) {
  graph::Graph graph{{0, 1}, {1, 2}};
  for (int i = 0; i < 2; ++i) {
    Walker walker(graph);
    EXPECT_TRUE(walker.at_state());
    EXPECT_EQ(walker.steps(), 0u);
    (void)walker.take(0);
    EXPECT_EQ(graph.pack().words[0], 1u);
  }
}

TEST(Walker, counts_a_step_once_whatever_was_chosen_inside) {
  const auto graph = graph::Graph::parse("0 1\n1 2\n2 3\n3 4\npass 1\npass 2\n");
  Walker walker(*graph);
  for (int i = 0; i < 3; ++i) {
    (void)walker.take(0);
    EXPECT_EQ(walker.steps(), 1u);
  }
  EXPECT_TRUE(walker.at_state());
  (void)walker.take(0);
  EXPECT_EQ(walker.steps(), 2u);
}

TEST(Walker, tells_what_it_takes_if_asked_and_goes_the_same_way) {
  const auto graph = graph::Graph::parse("0 1\n0 2\n2 3\nfail 2\n");
  Walker walker(*graph);
  Explanation told;
  EXPECT_EQ(walker.take(1, *graph, told), Step::failed);
  EXPECT_TRUE(walker.at_state());
  EXPECT_EQ(told.size(), 1u);
  EXPECT_EQ(graph->pack().words[0], 2u);
}

}  // namespace
}  // namespace waymark::model
