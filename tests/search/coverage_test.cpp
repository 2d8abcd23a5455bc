// Coverage: what fits is searched as any search would; what does not is estimated, and the estimate is near the truth.
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
    outcome = Coverage({model, &store, budget, options.limits, options.judged, options.listeners}, store).run();
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
TEST(Coverage, estimates_near_the_truth_and_repeats_itself) {
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
      EXPECT_NEAR(outcome.estimate->coverage, truth, 0.06);
      EXPECT_LE(outcome.estimate->low, truth);
      EXPECT_GE(outcome.estimate->high, truth);
      const Outcome again = cover(model, static_cast<std::uint64_t>(share * all), seed);
      EXPECT_EQ(again.estimate->coverage, outcome.estimate->coverage);
      EXPECT_EQ(again.tallies.transitions, outcome.tallies.transitions);
    }
  }
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
