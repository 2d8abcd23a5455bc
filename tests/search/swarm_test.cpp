#include "search/parallel/swarm.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "graph/graph.hpp"
#include "model/reordered.hpp"
#include "oracle.hpp"
#include "searching.hpp"
#include "sprinkled.hpp"

namespace waymark::search {
namespace {

using graph::Graph;

Outcome swarm_over(const graph::Edges& shape, const Swarm::Settings& settings, std::uint64_t memory,
                   std::uint64_t errors, bool deadlock = true) {
  base::Budget budget(memory);
  Limits limits;
  limits.errors = errors;
  Judged judged;
  judged.deadlock = deadlock;
  const auto subject = [&] { return Subject{std::make_unique<Graph>(shape), judged}; };
  Outcome outcome;
  {
    Swarm swarm(settings, subject, budget, limits, {});
    outcome = swarm.run();
    EXPECT_LE(budget.used(), budget.limit());
    EXPECT_GE(outcome.tallies.states, swarm.statistics().runs->most);
  }
  EXPECT_EQ(budget.used(), 0u);
  return outcome;
}

TEST(Reordered, reaches_the_same_in_another_order) {
  bool another = false;
  for (unsigned seed = 0; seed < 50; ++seed) {
    const graph::Edges shape = sprinkled(seed, 60);
    Graph plain(shape);
    model::Reordered reordered(std::make_unique<Graph>(shape), seed);
    EXPECT_EQ(Oracle(plain).states(), Oracle(reordered).states());
    EXPECT_EQ(Oracle(plain).transitions(), Oracle(reordered).transitions());
    const Outcome outcome = search(Order::depth_first, reordered);
    for (const Finding& finding : outcome.findings) {
      const auto choices = reordered.plain(finding.choices);
      EXPECT_EQ(replay(reordered, finding.choices), replay(plain, choices));
      another = another || choices != finding.choices;
    }
  }
  EXPECT_TRUE(another);
}

TEST(Swarm, finds_violations_and_the_way_to_them_in_the_program_s_own_choices) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const graph::Edges shape = sprinkled(seed, 300);
    Graph graph(shape);
    const Oracle oracle(graph);
    const Outcome outcome = swarm_over(shape, {.runs = 3, .jobs = 2, .seed = seed, .array = 1 << 20}, 8u << 20, 1);
    ASSERT_EQ(outcome.verdict, oracle.errors() == 0 ? Verdict::incomplete : Verdict::violation) << seed;
    for (const Finding& finding : outcome.findings) {
      const model::Step last = replay(graph, finding.choices);
      std::vector<model::Transition> enabled;
      graph.enabled(enabled);
      ASSERT_TRUE(finding.violation.kind == "deadlock" ? enabled.empty() : last == model::Step::failed) << seed;
    }
  }
}

// Of so many states only some are sampled, and what the sample tells is a little off; but never below what was counted.
TEST(Swarm, has_met_together_at_least_what_one_search_has) {
  for (unsigned graph = 1; graph <= 4; ++graph) {
    const graph::Edges shape = graph::random_graph(90'000, 180'000, graph);
    const Outcome outcome = swarm_over(shape, {.runs = 2, .jobs = 2, .array = 1 << 20}, 64u << 20, 0, false);
    EXPECT_EQ(outcome.why, Why::omissions);
  }
}

TEST(Swarm, covers_more_than_one_search_and_says_how_much) {
  const graph::Edges shape = graph::random_graph(60'000, 110'000, 5);
  Graph graph(shape);
  const auto states = static_cast<double>(Oracle(graph).states());
  const auto share = [&](unsigned runs) {
    // 2 bits for each of 60,000 states.
    Swarm::Settings settings{.runs = runs, .jobs = 1, .order = Swarm::Order::breadth_first, .seed = 3, .functions = 1};
    settings.array = 15'000;
    const Outcome outcome = swarm_over(shape, settings, 8u << 20, 0, false);
    EXPECT_EQ(outcome.verdict, Verdict::incomplete);
    EXPECT_EQ(outcome.why, Why::omissions);
    const double truth = static_cast<double>(outcome.tallies.states) / states;
    EXPECT_NEAR(outcome.estimate ? outcome.estimate->coverage : 0.0, truth, 0.1) << runs;
    return truth;
  };
  const double one = share(1);
  const double eight = share(8);
  EXPECT_LT(one, 0.8);
  EXPECT_GT(eight, one + 0.1);
}

TEST(Swarm, says_so_when_no_search_has_memory_enough) {
  const graph::Edges shape = graph::random_graph(60'000, 110'000, 5);
  Swarm::Settings settings{.runs = 2, .jobs = 2, .array = 1 << 14};
  const Outcome outcome = swarm_over(shape, settings, 1u << 19, 0, false);
  EXPECT_EQ(outcome.verdict, Verdict::incomplete);
  EXPECT_EQ(outcome.why, Why::memory);
  EXPECT_FALSE(outcome.estimate);
}

TEST(Swarm, throws_on_what_a_search_throws) {
  base::Budget budget(8u << 20);
  std::atomic<unsigned> made = 0;
  const auto subject = [&]() -> Subject {
    if (made++ == 2) throw std::runtime_error("no more");
    Judged judged;
    judged.deadlock = false;
    return {std::make_unique<Graph>(graph::random_graph(50, 90, 1)), judged};
  };
  Limits limits;
  limits.errors = 0;
  Swarm swarm({.runs = 100, .jobs = 2, .array = 1 << 14}, subject, budget, limits, {});
  EXPECT_THROW((void)swarm.run(), std::runtime_error);
  EXPECT_LT(made, 100u);
}

}  // namespace
}  // namespace waymark::search
