// Probes: the estimate of the thesis, on graphs where its assumption is true, and as an ordinary search.
#include "search/estimate/probes.hpp"

#include <gtest/gtest.h>

#include "graph/graph.hpp"
#include "oracle.hpp"
#include "searching.hpp"
#include "sprinkled.hpp"

namespace waymark::search {
namespace {

using graph::Graph;
using model::Step;

Outcome probe(model::Model& model, const ProbesSettings& settings, const Options& options = everything()) {
  base::Budget budget(options.memory);
  Outcome outcome;
  {
    store::CountOnly store(budget);
    outcome = Probes({model, &store, budget, options.limits, options.judged, options.listeners}, store, settings).run();
  }
  CHECK(budget.used() == 0);
  return outcome;
}

// 0 leads to 1, 2 and 3; each of these back to 0 and to two chains of three states.
graph::Edges six_chains() {
  graph::Edges shape;
  const auto edge = [&](std::uint32_t from, std::uint32_t to) { shape.edges.push_back({from, to}); };
  std::uint32_t next = 4;
  for (const std::uint32_t from : {1u, 2u, 3u}) {
    edge(0, from);
    edge(from, 0);
    for (int chain = 0; chain < 2; ++chain, next += 3) {
      edge(from, next);
      edge(next, next + 1);
      edge(next + 1, next + 2);
      edge(next + 2, next + 2);
    }
  }
  return shape;
}

TEST(Probes, count_what_transitions_left_over_lead_to_as_equations_5_2_and_5_3_do) {
  Graph graph(six_chains());
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (const std::uint32_t together : {1u, 2u}) {
      const Outcome outcome = probe(graph, {.first = 4, .most = 10, .together = together, .seed = seed});
      ASSERT_EQ(outcome.why, Why::memory);
      ASSERT_EQ(outcome.tallies.states, 10u);
      ASSERT_TRUE(outcome.estimate);
      // Two chains were found, four are left: 10 of 10 + 6 / 2 * 4.
      EXPECT_DOUBLE_EQ(outcome.estimate->coverage, 10.0 / 22) << seed << " " << together;
    }
  }
}

TEST(Probes, are_off_when_a_single_one_fills_the_memory) {
  Graph graph(six_chains());
  const Outcome outcome = probe(graph, {.first = 4, .most = 6});
  ASSERT_TRUE(outcome.estimate);
  EXPECT_DOUBLE_EQ(outcome.estimate->coverage, 6.0 / (6 + 2 * 5));
}

TEST(Probes, begin_depth_first_if_asked_to) {
  Graph graph(six_chains());
  // The first way down is 0, 1, 4, 5: left over are the end of its chain, the other chain of 1, and all of 2 and 3.
  const Outcome outcome = probe(graph, {.first = 4, .most = 22, .depth_first = true});
  EXPECT_EQ(outcome.tallies.states, 22u);
  const Outcome cut = probe(graph, {.first = 4, .most = 5, .depth_first = true});
  ASSERT_TRUE(cut.estimate);
  EXPECT_EQ(cut.estimate->covered, 5u);
  EXPECT_LT(cut.estimate->coverage, 1);
}

TEST(Probes, are_an_ordinary_search_where_everything_fits) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Graph graph(sprinkled(seed, 80));
    const Oracle oracle(graph);
    for (const bool depth_first : {false, true}) {
      for (const std::uint64_t first : {std::uint64_t{1}, oracle.states() / 2 + 1, oracle.states() + 1}) {
        const Outcome outcome =
            probe(graph, {.first = first, .most = oracle.states() + 1, .depth_first = depth_first, .together = 3});
        ASSERT_EQ(outcome.why, Why::finished);
        ASSERT_EQ(outcome.tallies.states, oracle.states());
        ASSERT_EQ(outcome.tallies.transitions, oracle.transitions());
        ASSERT_EQ(outcome.tallies.errors, oracle.errors());
        ASSERT_FALSE(outcome.estimate);
      }
    }
  }
}

TEST(Probes, find_their_way_to_violations) {
  std::uint64_t found = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    Graph graph(sprinkled(seed, 200));
    const Oracle oracle(graph);
    for (const unsigned percent : {20u, 60u, 110u}) {
      const std::uint64_t most = std::max<std::uint64_t>(4, oracle.states() * percent / 100);
      const Outcome outcome = probe(graph, {.first = most * 6 / 10, .most = most, .depth_first = seed % 2 == 0});
      for (const Finding& finding : outcome.findings) {
        const Step last = replay(graph, finding.choices);
        std::vector<model::Transition> enabled;
        graph.enabled(enabled);
        ASSERT_TRUE(finding.violation.kind == "deadlock" ? enabled.empty() : last == Step::failed) << seed;
        ++found;
      }
    }
  }
  EXPECT_GT(found, 200u);
}

}  // namespace
}  // namespace waymark::search
