// Cached searches: whatever is forgotten and in whatever order, every state is visited, or the search says that it was
// not complete.
#include <gtest/gtest.h>

#include <set>

#include "graph/graph.hpp"
#include "model/tiny.hpp"
#include "oracle.hpp"
#include "search/cached_breadth_first.hpp"
#include "searching.hpp"
#include "sprinkled.hpp"
#include "store/cache.hpp"

namespace waymark::search {
namespace {

using graph::Graph;
using model::Step;
using model::Tiny;
using model::TinyStep;

// Notes every state, and ends a search that repeats itself too often for a test.
class Notes final : public StepListener {
 public:
  Notes(store::Store& store, std::uint64_t most) : store_(store), most_(most) {}
  void started(std::uint64_t root) override { note(root); }
  void stepped(const Stepped& step) override {
    note(step.found.number);
    if (++steps_ == most_) enough_.request(base::Stop::Why::interrupted);
  }
  [[nodiscard]] std::uint64_t states() const { return met_.size(); }
  [[nodiscard]] base::Stop& enough() { return enough_; }

 private:
  void note(std::uint64_t number) {
    const auto words = store_.words(number);
    met_.emplace(words.begin(), words.end());
  }
  store::Store& store_;
  std::set<std::vector<model::Word>> met_;
  std::uint64_t most_;
  std::uint64_t steps_ = 0;
  base::Stop enough_;
};

struct Seen {
  Outcome outcome;
  std::uint64_t states = 0;
};

Seen search_cached(Order order, model::Model& model, std::uint64_t states, Options options,
                   std::uint64_t most_steps = 100'000) {
  base::Budget budget(options.memory);
  Seen seen;
  {
    store::Cache::Settings settings{.states = states, .bytes = options.memory};
    if (order == Order::breadth_first) settings.spacing = CachedBreadthFirst::spacing;
    store::Cache cache(budget, settings);
    Notes notes(cache, most_steps);
    options.listeners.push_back(&notes);
    options.limits.stop = &notes.enough();
    Parts parts{model, &cache, budget, options.limits, options.judged, options.listeners};
    seen.outcome = order == Order::depth_first ? DepthFirst(std::move(parts)).run()
                                               : CachedBreadthFirst(std::move(parts), cache).run();
    seen.states = notes.states();
  }
  CHECK(budget.used() == 0);
  return seen;
}

class Cached : public testing::TestWithParam<Order> {
 protected:
  Seen run(model::Model& model, std::uint64_t states, const Options& options = {}) {
    return search_cached(GetParam(), model, states, options);
  }
};
INSTANTIATE_TEST_SUITE_P(, Cached, testing::Values(Order::depth_first, Order::breadth_first),
                         testing::PrintToStringParamName());

TEST_P(Cached, visits_every_state_of_a_diamond_with_room_for_its_stack_alone) {
  Graph diamond{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 0}};
  // Breadth-first, a level stays until the next one is known, so all four do.
  const Seen seen = run(diamond, GetParam() == Order::depth_first ? 3 : 4);
  EXPECT_EQ(seen.outcome.verdict, Verdict::holds);
  EXPECT_EQ(seen.states, 4u);
  EXPECT_GE(seen.outcome.tallies.transitions, 5u);
}

TEST_P(Cached, ends_as_incomplete_when_what_must_stay_does_not_fit) {
  Tiny line([](std::uint32_t n) -> std::vector<TinyStep> { return {{Step::moved, (n + 1) % 50}}; });
  const Seen seen = run(line, 8);
  EXPECT_EQ(seen.outcome.verdict, Verdict::incomplete);
  EXPECT_EQ(seen.outcome.why, Why::memory);
  EXPECT_LT(seen.states, 50u);
  EXPECT_EQ(run(line, 50).outcome.verdict, Verdict::holds);
}

TEST_P(Cached, goes_on_behind_the_depth_limit) {
  Tiny tree([](std::uint32_t n) -> std::vector<TinyStep> {
    if (n >= 1 << 12) return {};
    return {{Step::moved, 2 * n + 1}, {Step::moved, 2 * n + 2}};
  });
  Options options;
  options.judged.deadlock = false;
  options.limits.depth = 4;
  const Seen seen = run(tree, 40, options);
  EXPECT_EQ(seen.outcome.why, Why::depth);
  EXPECT_EQ(seen.states, 31u);
}

TEST_P(Cached, visits_every_state_of_random_graphs_or_says_that_it_did_not) {
  int complete = 0;
  int repeating = 0;
  int runs = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Graph graph(sprinkled(seed, seed % 2 == 0 ? 20 : 60));
    const Oracle oracle(graph);
    for (const unsigned percent : {5u, 15u, 25u, 50u, 75u, 95u, 100u}) {
      const std::uint64_t states = std::max<std::uint64_t>(1, oracle.states() * percent / 100);
      const Seen seen = run(graph, states, everything());
      ++runs;
      ASSERT_LE(seen.states, oracle.states());
      ASSERT_EQ(seen.outcome.tallies.errors == 0, seen.outcome.verdict != Verdict::violation);
      for (const Finding& finding : seen.outcome.findings) {
        const Step last = replay(graph, finding.choices);
        std::vector<model::Transition> enabled;
        graph.enabled(enabled);
        ASSERT_TRUE(finding.violation.kind == "deadlock" ? enabled.empty() : last == Step::failed) << seed;
      }
      if (seen.outcome.why != Why::finished) {
        ASSERT_TRUE(seen.outcome.why == Why::memory || seen.outcome.why == Why::interrupted);
        ASSERT_NE(percent, 100u);
        repeating += seen.outcome.why == Why::interrupted ? 1 : 0;
        continue;
      }
      ++complete;
      ASSERT_EQ(seen.states, oracle.states());
      ASSERT_GE(seen.outcome.tallies.transitions, oracle.transitions());
      ASSERT_EQ(seen.outcome.tallies.errors == 0, oracle.errors() == 0);
      if (percent == 100) {
        ASSERT_EQ(seen.outcome.tallies.transitions, oracle.transitions());
        ASSERT_EQ(seen.outcome.tallies.errors, oracle.errors());
      }
    }
  }
  EXPECT_GT(complete, runs / 5);
  EXPECT_LT(repeating, runs / 20);
}

// Five counters from 0 to 4: every order of counting leads everywhere, and depth-first all but one way is a repetition.
TEST(CachedDepthFirst, repeats_little_between_rungs) {
  Tiny counters([](std::uint32_t n) {
    std::vector<TinyStep> steps;
    for (std::uint32_t unit = 1; unit < 3125; unit *= 5) {
      if (n / unit % 5 != 4) steps.push_back({Step::moved, n + unit});
    }
    return steps;
  });
  Options options;
  options.judged.deadlock = false;
  constexpr std::uint64_t states = 3125;
  constexpr std::uint64_t transitions = 5 * states / 5 * 4;
  const Seen seen = search_cached(Order::depth_first, counters, states / 4, options, 6 * transitions);
  EXPECT_EQ(seen.outcome.verdict, Verdict::holds);
  EXPECT_EQ(seen.states, states);
  EXPECT_LT(seen.outcome.tallies.transitions, 4 * transitions);
}

// Four counters, in a cache of a twentieth of the states: what is explored again for the sake of one multiplies.
TEST(CachedDepthFirst, gives_up_before_it_has_done_a_hundred_times_the_work) {
  constexpr std::uint32_t values = 6;
  constexpr std::uint32_t all = values * values * values * values;
  Tiny lattice([](std::uint32_t n) {
    std::vector<TinyStep> steps;
    for (std::uint32_t unit = 1; unit < all; unit *= values) {
      if (n / unit % values + 1 < values) steps.push_back({Step::moved, n + unit});
    }
    return steps;
  });
  Options options = everything();
  options.judged.deadlock = false;
  const Outcome outcome = search_cached(Order::depth_first, lattice, all / 20, options, 10'000'000).outcome;
  EXPECT_EQ(outcome.verdict, Verdict::incomplete);
  EXPECT_EQ(outcome.why, Why::revisits);
  EXPECT_GT(outcome.tallies.states, 10 * all);
  EXPECT_LT(outcome.tallies.states, 1.1 * store::Cache::most_visits * all);
}

}  // namespace
}  // namespace waymark::search
