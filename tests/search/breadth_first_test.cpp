#include "search/breadth_first.hpp"

#include <gtest/gtest.h>

#include "graph/graph.hpp"
#include "model/tiny.hpp"
#include "oracle.hpp"
#include "searching.hpp"
#include "sprinkled.hpp"

namespace waymark::search {
namespace {

using graph::Graph;
using model::Step;
using model::Tiny;
using model::TinyStep;

TEST(BreadthFirst, first_violation_is_as_short_as_any) {
  unsigned violated = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    Graph graph(sprinkled(seed, 60));
    const auto expected = Oracle(graph).shortest();
    const Outcome outcome = search(Order::breadth_first, graph);
    ASSERT_EQ(outcome.findings.size(), expected ? 1u : 0u) << "seed " << seed;
    if (!expected) continue;
    ++violated;
    const Finding& finding = outcome.findings[0];
    ASSERT_EQ(finding.length, *expected) << "seed " << seed;
    ASSERT_TRUE(outcome.shortest);
    // The trail leads where it says.
    const Step last = replay(graph, finding.choices);
    if (finding.violation.kind == "deadlock") {
      std::vector<model::Transition> enabled;
      graph.enabled(enabled);
      ASSERT_TRUE(enabled.empty()) << "seed " << seed;
    } else {
      ASSERT_EQ(last, Step::failed) << "seed " << seed;
    }
  }
  EXPECT_GT(violated, 500u);
  EXPECT_LT(violated, 2000u);
}

TEST(BreadthFirst, prefers_a_deadlock_on_this_level_to_a_failure_on_the_next) {
  // State 1 leads to failure in two steps; state 2 is a deadlock after one.
  const auto graph = Graph::parse("0 1\n0 2\n1 3\n3 0\nfail 3\n");
  const Outcome outcome = search(Order::breadth_first, *graph);
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].violation.kind, "deadlock");
  EXPECT_EQ(outcome.findings[0].choices, std::vector<std::uint32_t>{1});
  Options options;
  options.judged.deadlock = false;
  const Outcome second = search(Order::breadth_first, *graph, options);
  ASSERT_EQ(second.findings.size(), 1u);
  EXPECT_EQ(second.findings[0].violation.kind, "assertion");
  EXPECT_EQ(second.findings[0].choices, (std::vector<std::uint32_t>{0, 0}));
}

TEST(BreadthFirst, retraces_a_deep_trail) {
  constexpr std::uint32_t length = 300'000;
  Tiny chain([](std::uint32_t n) {
    if (n == length) return std::vector<TinyStep>{};
    return std::vector<TinyStep>{{Step::moved, 0}, {Step::moved, n + 1}};
  });
  const Outcome outcome = search(Order::breadth_first, chain);
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].choices, std::vector<std::uint32_t>(length, 1));
}

TEST(BreadthFirst, explores_exactly_the_states_within_the_depth_limit) {
  Tiny tree([](std::uint32_t n) { return std::vector<TinyStep>{{Step::moved, 2 * n + 1}, {Step::moved, 2 * n + 2}}; });
  for (std::uint64_t depth = 0; depth < 10; ++depth) {
    Options options;
    options.limits.depth = depth;
    const Outcome outcome = search(Order::breadth_first, tree, options);
    EXPECT_EQ(outcome.tallies.states, (std::uint64_t{2} << depth) - 1);
    EXPECT_EQ(outcome.tallies.depth, depth);
    EXPECT_EQ(outcome.verdict, Verdict::incomplete);
    EXPECT_EQ(outcome.why, Why::depth);
  }
}

}  // namespace
}  // namespace waymark::search
