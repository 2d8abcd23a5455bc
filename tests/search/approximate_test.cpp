// Searches over stores that take new states for known ones: what they find is true, and what they say about what they
// missed is about right.
#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "graph/graph.hpp"
#include "oracle.hpp"
#include "search/omissions.hpp"
#include "searching.hpp"
#include "sprinkled.hpp"
#include "store/auto.hpp"

namespace waymark::search {
namespace {

using graph::Graph;

store::Words words_for(Order order) {
  return order == Order::breadth_first ? store::Words::to_expand : store::Words::none;
}

void expect_findings_to_be_true(model::Model& model, const Outcome& outcome) {
  for (const Finding& finding : outcome.findings) {
    const model::Step last = replay(model, finding.choices);
    if (finding.violation.kind == "deadlock") {
      std::vector<model::Transition> enabled;
      model.enabled(enabled);
      ASSERT_TRUE(enabled.empty());
    } else {
      ASSERT_EQ(last, model::Step::failed);
    }
  }
}

TEST(Approximate, every_trail_is_true_however_many_states_are_taken_for_others) {
  for (const Order order : {Order::depth_first, Order::breadth_first}) {
    std::uint64_t lost = 0;
    for (unsigned seed = 0; seed < 300; ++seed) {
      Graph graph(sprinkled(seed, 100));
      const Oracle oracle(graph);
      base::Budget budget(std::uint64_t{1} << 30);
      store::HashCompact compact(budget, {.hash = {.seed = seed, .bits = 8}, .words = words_for(order)});
      const auto bits =
          store::Bitstate::make(budget, {.bytes = 16, .functions = 1, .seed = seed, .words = words_for(order)});
      for (store::Store* store : {static_cast<store::Store*>(&compact), static_cast<store::Store*>(bits.get())}) {
        const Outcome outcome = search_over(order, graph, *store, budget, everything());
        ASSERT_LE(outcome.tallies.states, oracle.states());
        ASSERT_LE(outcome.tallies.errors, oracle.errors());
        ASSERT_EQ(outcome.why, Why::omissions);
        ASSERT_EQ(outcome.verdict, outcome.tallies.errors == 0 ? Verdict::incomplete : Verdict::violation);
        ASSERT_FALSE(outcome.shortest);
        lost += oracle.states() - outcome.tallies.states;
        expect_findings_to_be_true(graph, outcome);
        if (HasFatalFailure()) return;
      }
    }
    EXPECT_GT(lost, 1000u);
  }
}

TEST(Approximate, estimates_its_coverage) {
  double worst = 0;
  unsigned silent = 0;
  for (unsigned seed = 0; seed < 6; ++seed) {
    Graph graph(graph::random_graph(20'000, 20'000 + 10'000 * (seed % 3 + 1), seed));
    const auto states = static_cast<double>(Oracle(graph).states());
    for (const std::uint64_t bytes : {6'000u, 12'000u, 40'000u}) {
      base::Budget budget(std::uint64_t{1} << 30);
      const auto store = store::Bitstate::make(
          budget, {.bytes = bytes, .functions = 2, .seed = seed, .words = store::Words::to_expand});
      const Outcome outcome = search_over(Order::breadth_first, graph, *store, budget, everything());
      const double truth = static_cast<double>(outcome.tallies.states) / states;
      if (!outcome.estimate) {  // the store was too full to say anything
        EXPECT_LT(truth, 0.8);
        ++silent;
        continue;
      }
      worst = std::max(worst, std::abs(outcome.estimate->coverage - truth));
      EXPECT_LE(outcome.estimate->low, outcome.estimate->coverage);
      EXPECT_LE(outcome.estimate->coverage, outcome.estimate->high);
    }
  }
  EXPECT_LT(worst, 0.15);
  EXPECT_LE(silent, 6u);  // the smallest of each three
}

// From a store that misses dozens of states to one that misses one in a thousand searches.
TEST(Approximate, gives_intervals_that_hold_the_truth_nine_times_of_ten) {
  Graph graph(graph::random_graph(4'000, 12'000, 7));
  const auto states = static_cast<double>(Oracle(graph).states());
  for (const unsigned bits : {18u, 20u, 22u, 24u, 28u, 34u}) {
    constexpr unsigned searches = 40;
    unsigned right = 0;
    for (unsigned seed = 0; seed < searches; ++seed) {
      base::Budget budget(std::uint64_t{1} << 30);
      store::HashCompact store(budget, {.hash = {.seed = seed, .bits = bits}, .words = store::Words::to_expand});
      const Outcome outcome = search_over(Order::breadth_first, graph, store, budget, everything());
      ASSERT_TRUE(outcome.estimate);
      const double truth = static_cast<double>(outcome.tallies.states) / states;
      if (outcome.estimate->low <= truth && truth <= outcome.estimate->high) ++right;
    }
    EXPECT_GE(right, searches * 9 / 10) << bits;
  }
}

TEST(Approximate, estimates_nothing_where_its_store_is_full) {
  Graph graph(graph::random_graph(4'000, 12'000, 7));
  base::Budget budget(std::uint64_t{1} << 30);
  store::HashCompact store(budget, {.hash = {.seed = 1, .bits = 10}, .words = store::Words::to_expand});
  const Outcome outcome = search_over(Order::breadth_first, graph, store, budget, everything());
  EXPECT_EQ(outcome.why, Why::omissions);
  EXPECT_FALSE(outcome.estimate);
}

// A search that meets nothing twice has covered what its store did not miss; one that meets everything often enough
// comes around what it missed.
TEST(Approximate, estimates_more_where_states_are_met_more_often) {
  const Tallies few{.states = 900, .explored = 900, .transitions = 1'200};
  const Tallies many{.states = 900, .explored = 900, .transitions = 9'000};
  EXPECT_DOUBLE_EQ(estimate_omissions(few, 0)->coverage, 1);
  EXPECT_LT(estimate_omissions(few, 100)->coverage, 0.89);
  EXPECT_NEAR(estimate_omissions(many, 100)->coverage, 0.9, 0.0001);
}

TEST(Approximate, auto_finds_what_an_exact_search_finds_as_long_as_it_is_exact_and_nothing_false_after_that) {
  std::set<store::Auto::Stage> met;
  for (const Order order : {Order::depth_first, Order::breadth_first}) {
    for (unsigned seed = 0; seed < 2; ++seed) {
      graph::Edges shape = sprinkled(seed, 30'000);
      shape.padding = 20;
      Graph graph(shape);
      const Oracle oracle(graph);
      for (const std::uint64_t kibibytes : {64u << 10, 3000u, 1900u, 1300u, 900u}) {
        base::Budget budget(kibibytes << 10);
        {
          store::Auto store(budget, {.seed = seed, .words = words_for(order)});
          const Outcome outcome = search_over(order, graph, store, budget, everything());
          met.insert(store.stage());
          ASSERT_LE(budget.used(), budget.limit());
          ASSERT_LE(outcome.tallies.states, oracle.states());
          ASSERT_LE(outcome.tallies.errors, oracle.errors());
          if (outcome.why == Why::finished) {
            ASSERT_LE(store.stage(), store::Auto::Stage::tree);
            ASSERT_EQ(outcome.tallies.states, oracle.states());
            ASSERT_EQ(outcome.tallies.errors, oracle.errors());
          } else if (outcome.why == Why::omissions) {
            ASSERT_GE(store.stage(), store::Auto::Stage::hash_compact);
            if (store.stage() == store::Auto::Stage::hash_compact) {
              ASSERT_EQ(outcome.tallies.states, oracle.states());
            }
          } else {
            ASSERT_EQ(outcome.why, Why::memory);
          }
          expect_findings_to_be_true(graph, outcome);
        }
        ASSERT_EQ(budget.used(), 0u);
      }
    }
  }
  EXPECT_EQ(met.size(), 4u);
}

}  // namespace
}  // namespace waymark::search
