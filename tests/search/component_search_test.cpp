#include "search/cycles/component_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <set>

#include "accepting.hpp"
#include "actors.hpp"
#include "base/check.hpp"
#include "graph/graph.hpp"
#include "model/fair.hpp"
#include "search/cycles/nested.hpp"
#include "searching.hpp"
#include "store/tree.hpp"

namespace waymark::search {
namespace {

constexpr std::uint32_t state_count = 6;
constexpr std::uint32_t actor_count = 3;

template <typename Strategy, typename Kept = store::Exact, typename... Further>
Outcome run(model::Model& model, Options options = {}, Further... further) {
  base::Budget budget(options.memory);
  Outcome outcome;
  {
    Kept store(budget);
    options.judged.deadlock = false;
    options.judged.cycle = {"acceptance", "a cycle", "", model::Step::moved};
    const Parts parts{model, &store, budget, options.limits, options.judged, options.listeners};
    outcome = Strategy(parts, further...).run();
  }
  CHECK(budget.used() == 0);
  return outcome;
}

template <typename Kept = store::Exact>
Outcome run_fair(model::Model& model, const Options& options = {}) {
  return run<ComponentSearch, Kept>(model, options, ComponentSearch::Cycles::fair);
}
Outcome run_any(model::Model& model, const Options& options = {}) {
  return run<ComponentSearch>(model, options, ComponentSearch::Cycles::any);
}

struct Shape {
  std::vector<Actors::Edge> edges;
  std::vector<std::uint32_t> accepting;
};

// `apart`: how far the numbers of actors lie from each other.
Shape random_shape(unsigned seed, std::uint32_t apart = 1) {
  std::mt19937 engine(seed);
  Shape shape;
  for (std::uint32_t i = 0; i < 9; ++i) {
    const auto from = static_cast<std::uint32_t>(engine() % state_count);
    const auto to = static_cast<std::uint32_t>(engine() % state_count);
    shape.edges.push_back({from, to, static_cast<std::uint32_t>(engine() % actor_count) * apart});
  }
  shape.accepting = {static_cast<std::uint32_t>(engine() % state_count)};
  if (seed % 4 == 0) shape.accepting = {0, 1, 2, 3, 4, 5};
  return shape;
}

// By the definition: the run goes round an accepting state for ever, and whoever can move in all states of the
// cycle does so in one of them.
void expect_fair_lasso(const Shape& shape, const Finding& finding) {
  Actors model(shape.edges, state_count, shape.accepting);
  model.reset();
  std::vector<model::Transition> enabled;
  std::vector<std::uint32_t> around;
  std::set<std::uint32_t> moved;
  ASSERT_TRUE(finding.cycle.has_value());
  ASSERT_LT(*finding.cycle, finding.choices.size());
  model::Word begin = 0;
  for (std::size_t i = 0; i < finding.choices.size(); ++i) {
    const model::Word here = model.pack().words[0];
    if (i == *finding.cycle) begin = here;
    model.enabled(enabled);
    ASSERT_LT(finding.choices[i], enabled.size());
    const model::Transition& taken = enabled[finding.choices[i]];
    if (i >= *finding.cycle) {
      around.push_back(here);
      moved.insert(taken.actor);
    }
    ASSERT_EQ(model.fire(taken), model::Step::moved);
  }
  EXPECT_EQ(model.pack().words[0], begin);
  EXPECT_EQ(finding.length, finding.choices.size());
  EXPECT_TRUE(std::any_of(around.begin(), around.end(), [&](std::uint32_t state) {
    return std::find(shape.accepting.begin(), shape.accepting.end(), state) != shape.accepting.end();
  }));
  for (const Actors::Edge& edge : shape.edges) {
    const bool always_able = std::all_of(around.begin(), around.end(), [&](std::uint32_t state) {
      return std::any_of(shape.edges.begin(), shape.edges.end(),
                         [&](const auto& other) { return other.actor == edge.actor && other.from == state; });
    });
    EXPECT_TRUE(!always_able || moved.contains(edge.actor)) << "actor " << edge.actor;
  }
}

TEST(ComponentSearch, finds_a_cycle_if_and_only_if_one_is_fair_to_all) {
  unsigned fair = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const Shape shape = random_shape(seed);
    const bool expected = has_fair_cycle(shape.edges, shape.accepting, state_count);
    for (const bool knowing : {false, true}) {
      Actors model(shape.edges, state_count, shape.accepting, knowing);
      const Outcome outcome = run_fair(model);
      ASSERT_EQ(outcome.verdict, expected ? Verdict::violation : Verdict::holds) << "seed " << seed;
      if (expected) expect_fair_lasso(shape, outcome.findings.at(0));
      ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
    }
    fair += expected ? 1 : 0;
  }
  EXPECT_GT(fair, 300u);
  EXPECT_LT(fair, 2700u);
}

// Sets of actors become wider when the search is under way.
TEST(ComponentSearch, knows_actors_of_any_number) {
  for (unsigned seed = 0; seed < 1000; ++seed) {
    const Shape near = random_shape(seed);
    const Shape far = random_shape(seed, 70);
    Actors model(far.edges, state_count, far.accepting);
    const Outcome outcome = run_fair<store::Tree>(model);
    const bool expected = has_fair_cycle(near.edges, near.accepting, state_count);
    ASSERT_EQ(outcome.verdict == Verdict::violation, expected) << "seed " << seed;
    if (expected) expect_fair_lasso(far, outcome.findings.at(0));
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
  }
}

// Where the search goes on it tells one cycle of each component that has any, and explores everything.
TEST(ComponentSearch, tells_each_component_once) {
  unsigned several = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    const Shape shape = random_shape(seed);
    // Each component that has a fair cycle is fair as a whole: the largest sets are the components.
    const std::vector<std::uint32_t> sets = fair_sets(shape.edges, shape.accepting, state_count);
    const auto expected = static_cast<std::uint64_t>(std::count_if(sets.begin(), sets.end(), [&](std::uint32_t set) {
      return std::none_of(sets.begin(), sets.end(),
                          [&](std::uint32_t other) { return other > set && (set & ~other) == 0; });
    }));
    Actors whole(shape.edges, state_count, shape.accepting);
    Options everything;
    everything.limits.errors = 0;
    const Outcome reached = run<Nested>(whole, everything);
    Actors model(shape.edges, state_count, shape.accepting);
    const Outcome outcome = run_fair(model, everything);
    ASSERT_EQ(outcome.tallies.errors, expected) << "seed " << seed;
    ASSERT_EQ(outcome.tallies.states, reached.tallies.states) << "seed " << seed;
    for (const Finding& finding : outcome.findings) expect_fair_lasso(shape, finding);
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
    several += expected > 1 ? 1 : 0;
  }
  EXPECT_GT(several, 20u);
}

// With choices inside indivisible sequences, deadlocks and steps that fail: by components, and by another search.
template <typename Search, typename Other>
void expect_agreement(const Search& by_components, const Other& by_another, bool same_graph) {
  unsigned cyclic = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    const graph::Edges shape = with_accepting(seed, 30);
    graph::Graph model(shape);
    const Outcome one = by_components(model);
    const Outcome other = by_another(shape);
    ASSERT_EQ(one.verdict, other.verdict) << "seed " << seed;
    if (one.verdict == Verdict::violation) {
      expect_lasso(model, one.findings.at(0));
      ++cyclic;
    } else if (same_graph) {
      ASSERT_EQ(one.tallies.states, other.tallies.states) << "seed " << seed;
    }
  }
  EXPECT_GT(cyclic, 300u);
  EXPECT_LT(cyclic, 1400u);
}

TEST(ComponentSearch, agrees_with_copies_of_states) {
  const auto by_copies = [](const graph::Edges& shape) {
    model::Fair copied(std::make_unique<graph::Graph>(shape));
    return run<Nested>(copied);
  };
  expect_agreement([](model::Model& model) { return run_fair(model); }, by_copies, false);
}

TEST(ComponentSearch, agrees_with_nested_search) {
  const auto nested = [](const graph::Edges& shape) {
    graph::Graph model(shape);
    return run<Nested>(model);
  };
  expect_agreement([](model::Model& model) { return run_any(model); }, nested, true);
}

// Which of the further sets none of the states around the cycle is in.
std::uint16_t unmet_around(const Shape& shape, const std::vector<std::uint16_t>& unmet, const Finding& finding) {
  Actors model(shape.edges, state_count, shape.accepting);
  model.reset();
  std::vector<model::Transition> enabled;
  std::uint16_t left = 0xFFFF;
  for (std::size_t i = 0; i < finding.choices.size(); ++i) {
    if (i >= finding.cycle.value()) left &= unmet[model.pack().words[0]];
    model.enabled(enabled);
    CHECK(model.fire(enabled.at(finding.choices[i])) == model::Step::moved);
  }
  return left;
}

TEST(ComponentSearch, finds_cycles_that_meet_all_further_sets) {
  unsigned found_fair = 0;
  unsigned found_any = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const Shape shape = random_shape(seed);
    std::mt19937 engine(seed + 1);
    std::vector<std::uint16_t> unmet;
    for (std::uint32_t i = 0; i < state_count; ++i)
      unmet.push_back(static_cast<std::uint16_t>(engine() & engine() & 7));
    const auto meets_all = [&](std::uint32_t set) {
      std::uint32_t left = 7;
      for (std::uint32_t i = 0; i < state_count; ++i) left &= (set >> i & 1) != 0 ? unmet[i] : 7u;
      return left == 0;
    };
    // Fair to all is what nobody has to be fair to: the same edges by one actor, who moves wherever it can.
    Shape alone = shape;
    for (Actors::Edge& edge : alone.edges) edge.actor = 0;
    for (const bool fair : {false, true}) {
      const auto sets = fair_sets(fair ? shape.edges : alone.edges, shape.accepting, state_count);
      const bool expected = std::any_of(sets.begin(), sets.end(), meets_all);
      Actors model(shape.edges, state_count, shape.accepting);
      model.set_unmet(unmet);
      const Outcome outcome = fair ? run_fair(model) : run_any(model);
      ASSERT_EQ(outcome.verdict, expected ? Verdict::violation : Verdict::holds) << "seed " << seed << " fair " << fair;
      if (!expected) continue;
      (fair ? found_fair : found_any) += 1;
      expect_fair_lasso(fair ? shape : alone, outcome.findings.at(0));
      EXPECT_EQ(unmet_around(shape, unmet, outcome.findings.at(0)), 0);
      ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
    }
  }
  EXPECT_GT(found_fair, 200u);
  EXPECT_GT(found_any, found_fair + 20);
  EXPECT_LT(found_any, 2700u);
}

TEST(ComponentSearch, ends_incomplete_at_a_limit) {
  const auto chain = graph::Graph::parse("0 1\n1 2\n2 3\n3 0\naccept 0\n");
  Options options;
  EXPECT_EQ(run_fair(*chain, options).verdict, Verdict::violation);
  options.limits.depth = 2;
  EXPECT_EQ(run_fair(*chain, options).verdict, Verdict::incomplete);
  options = {};
  options.memory = 100'000;
  EXPECT_EQ(run_fair(*chain, options).why, Why::memory);
}

}  // namespace
}  // namespace waymark::search
