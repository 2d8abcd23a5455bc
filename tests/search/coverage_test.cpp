// Coverage: what fits is searched as any search would; what does not is estimated, and the interval holds the truth.
#include "search/estimate/coverage.hpp"

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

Outcome cover(model::Model& model, std::uint64_t states, std::uint64_t seed, const Options& options = everything()) {
  base::Budget budget(options.memory);
  Outcome outcome;
  {
    store::ThresholdSample store(budget, {.states = states / 2}, {.states = states - states / 2}, seed);
    outcome = Coverage({model, &store, budget, options.limits, options.judged, options.listeners}, store, seed).run();
  }
  CHECK(budget.used() == 0);
  return outcome;
}

TEST(Coverage, is_an_ordinary_search_where_everything_fits) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    Graph graph(sprinkled(seed, 80));
    const Oracle oracle(graph);
    // The first part alone; or that and a sample of all the rest.
    for (const std::uint64_t states : {2 * oracle.states() + 2, oracle.states() + 1}) {
      const Outcome outcome = cover(graph, states, seed);
      ASSERT_EQ(outcome.tallies.states, oracle.states());
      ASSERT_EQ(outcome.tallies.transitions, oracle.transitions());
      ASSERT_EQ(outcome.tallies.errors, oracle.errors());
      ASSERT_EQ(outcome.why, Why::finished);
    }
  }
}

TEST(Coverage, finds_its_way_to_violations_in_either_part) {
  std::uint64_t found = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Graph graph(sprinkled(seed, 200));
    const Oracle oracle(graph);
    for (const unsigned percent : {10u, 40u, 80u, 110u}) {
      const Outcome outcome = cover(graph, std::max<std::uint64_t>(4, oracle.states() * percent / 100), seed);
      ASSERT_TRUE(outcome.why == Why::finished || outcome.why == Why::memory);
      for (const Finding& finding : outcome.findings) {
        const Step last = replay(graph, finding.choices);
        std::vector<model::Transition> enabled;
        graph.enabled(enabled);
        ASSERT_TRUE(finding.violation.kind == "deadlock" ? enabled.empty() : last == Step::failed) << seed;
        ++found;
      }
    }
  }
  EXPECT_GT(found, 500u);
}

// Counters that go round, any of which may move: every state has as many ways in as out.
TEST(Coverage, holds_the_truth_and_repeats_itself) {
  constexpr std::uint32_t counters = 6;
  constexpr std::uint32_t values = 5;
  constexpr double all = 15625;  // 5^6
  Tiny model([](std::uint32_t n) {
    std::vector<TinyStep> steps;
    std::uint32_t unit = 1;
    for (std::uint32_t i = 0; i < counters; ++i, unit *= values) {
      const std::uint32_t digit = n / unit % values;
      steps.push_back({Step::moved, n - digit * unit + (digit + 1) % values * unit});
    }
    return steps;
  });
  for (const double share : {0.5, 0.95}) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      const Outcome outcome = cover(model, static_cast<std::uint64_t>(share * all), seed);
      ASSERT_EQ(outcome.why, Why::memory);
      ASSERT_TRUE(outcome.estimate);
      const double truth = static_cast<double>(outcome.estimate->covered) / all;
      EXPECT_LE(truth, share + 0.001);
      EXPECT_LE(outcome.estimate->low, truth);
      EXPECT_GE(outcome.estimate->high, truth);
      const Outcome again = cover(model, static_cast<std::uint64_t>(share * all), seed);
      EXPECT_EQ(again.estimate->coverage, outcome.estimate->coverage);
      EXPECT_EQ(again.tallies.transitions, outcome.tallies.transitions);
    }
  }
}

// Each state has two children, so runs differ only in how many of the open states stand on the last level but one.
TEST(Coverage, counts_a_tree_whose_branches_are_alike) {
  constexpr std::uint32_t states = 8191;
  Tiny tree([](std::uint32_t n) -> std::vector<TinyStep> {
    if (2 * n + 2 >= states) return {};
    return {{Step::moved, 2 * n + 1}, {Step::moved, 2 * n + 2}};
  });
  const Outcome outcome = cover(tree, 1000, 3);
  ASSERT_TRUE(outcome.estimate && outcome.estimate->tree);
  EXPECT_NEAR(outcome.estimate->tree->low, states, 0.05 * states);
  EXPECT_NEAR(outcome.estimate->tree->high, states, 0.05 * states);
}

// Branches differ, and the mean of many runs is right all the same.
TEST(Coverage, counts_an_uneven_tree_without_bias) {
  Tiny tree([](std::uint32_t n) {
    constexpr std::uint32_t last = 19683;  // 3^9
    std::vector<TinyStep> steps;
    const std::uint32_t width = n < last ? 1 + n * 2654435761u % 977 % 3 : 0;
    for (std::uint32_t i = 1; i <= width; ++i) steps.push_back({Step::moved, 3 * n + i});
    return steps;
  });
  const Oracle oracle(tree);
  const auto all = static_cast<double>(oracle.states());
  double sum = 0;
  constexpr unsigned seeds = 60;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Outcome outcome = cover(tree, 60, seed);
    ASSERT_TRUE(outcome.estimate && outcome.estimate->tree);
    sum += outcome.estimate->tree->states;
  }
  EXPECT_NEAR(sum / seeds, all, 0.1 * all);
}

TEST(Coverage, knows_no_lower_end_of_what_does_not_end) {
  Tiny endless([](std::uint32_t n) -> std::vector<TinyStep> {
    return {{Step::moved, n + 1}, {Step::moved, 3 * n + 1}, {Step::moved, 5 * n + 2}};
  });
  const Outcome outcome = cover(endless, 2000, 1);
  ASSERT_TRUE(outcome.estimate);
  EXPECT_FALSE(outcome.estimate->tree);
  EXPECT_EQ(outcome.estimate->low, 0);
  EXPECT_LE(outcome.estimate->coverage, outcome.estimate->high);
  EXPECT_LT(outcome.estimate->high, 1);
}

// Random graphs, where the truth is known: at least 95 of 100 intervals hold it.
TEST(Coverage, has_intervals_of_95_percent) {
  unsigned right = 0;
  unsigned all = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Graph graph(sprinkled(seed, 2000));
    const Oracle oracle(graph);
    for (const unsigned percent : {5u, 25u, 75u}) {
      const std::uint64_t states = oracle.states() * percent / 100;
      if (states < 10) continue;
      const Outcome outcome = cover(graph, states, seed);
      if (!outcome.estimate || outcome.why != Why::memory) continue;
      const double truth = static_cast<double>(outcome.estimate->covered) / static_cast<double>(oracle.states());
      ++all;
      right += outcome.estimate->low <= truth + 1e-9 && truth <= outcome.estimate->high + 1e-9 ? 1 : 0;
    }
  }
  EXPECT_GT(all, 100u);
  EXPECT_GE(right, 0.95 * all);
}

TEST(Coverage, says_what_a_sample_says) {
  const model::Covered nothing = model::estimate_covered(100, {}, 0.5);
  EXPECT_EQ(nothing.low, 0);
  EXPECT_EQ(nothing.high, 1);
  const model::Covered all = model::estimate_covered(100, {50, 80, 3, 7}, 1);
  EXPECT_EQ(all.coverage, 1);
  // All were met often: half of the states are in the sample, and so 1100 of 2100 are covered.
  const model::Covered half = model::estimate_covered(100, {1000, 9000, 0, 1}, 0.5, 2200);
  EXPECT_NEAR(half.coverage, 1100.0 / 2100, 0.001);
  EXPECT_EQ(half.low, 0.5);
  EXPECT_GT(half.high, 1100.0 / 2100);
  EXPECT_LT(half.high, 0.56);
  // None was met twice: nothing says that there are not many more.
  const model::Covered once = model::estimate_covered(100, {1000, 1000, 1000, 0}, 0.5);
  EXPECT_EQ(once.coverage, 0);
  EXPECT_GT(once.recapture->states, 100000);
}

TEST(Coverage, ends_when_memory_is_used_up) {
  Tiny line([](std::uint32_t n) -> std::vector<TinyStep> { return {{Step::moved, n + 1}, {Step::moved, n + 2}}; });
  Options options;
  options.memory = 1 << 20;
  const Outcome outcome = cover(line, std::uint64_t{1} << 40, 1, options);
  EXPECT_EQ(outcome.verdict, Verdict::incomplete);
  EXPECT_EQ(outcome.why, Why::memory);
  EXPECT_FALSE(outcome.estimate);
}

}  // namespace
}  // namespace waymark::search
