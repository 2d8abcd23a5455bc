#include "search/cycles/nested.hpp"

#include <gtest/gtest.h>

#include "accepting.hpp"
#include "actors.hpp"
#include "graph/graph.hpp"
#include "model/fair.hpp"
#include "model/testing/checked.hpp"
#include "search/parallel/swarm.hpp"
#include "searching.hpp"
#include "store/bitstate.hpp"
#include "store/hash_compact.hpp"

namespace waymark::search {
namespace {

using graph::Graph;

Outcome nested(model::Model& model, Options options = {}) {
  base::Budget budget(options.memory);
  Outcome outcome;
  {
    store::Exact store(budget);
    options.judged.deadlock = false;
    options.judged.cycle = {"acceptance", "a cycle", "", model::Step::moved};
    outcome = Nested({model, &store, budget, options.limits, options.judged, options.listeners}).run();
  }
  CHECK(budget.used() == 0);
  return outcome;
}

TEST(Nested, finds_an_accepting_cycle_exactly_where_there_is_one) {
  unsigned cyclic = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const graph::Edges shape = with_accepting(seed, 40);
    Graph graph(shape);
    const bool expected = has_accepting_cycle(shape);
    const Outcome outcome = nested(graph);
    ASSERT_EQ(outcome.verdict, expected ? Verdict::violation : Verdict::holds) << "seed " << seed;
    if (expected) {
      ++cyclic;
      expect_lasso(graph, outcome.findings.at(0));
    } else {
      ASSERT_EQ(outcome.tallies.states, graph.tally().states) << "seed " << seed;
    }
  }
  EXPECT_GT(cyclic, 700u);
  EXPECT_LT(cyclic, 2700u);
}

TEST(Nested, finds_the_same_where_the_model_knows_its_components) {
  std::uint64_t weak = 0;
  std::uint64_t strong = 0;
  for (unsigned seed = 0; seed < 2500; ++seed) {
    const graph::Edges shape = with_accepting(seed, 40);
    Knowing graph(shape);
    const bool expected = has_accepting_cycle(shape);
    const Outcome outcome = nested(graph);
    ASSERT_EQ(outcome.verdict, expected ? Verdict::violation : Verdict::holds) << "seed " << seed;
    if (!expected) continue;
    expect_lasso(graph, outcome.findings.at(0));
    ++(graph.facts().weak ? weak : strong);
  }
  EXPECT_GT(weak, 50u);
  EXPECT_GT(strong, 100u);
}

// Over a store that takes states for others. REQUIRES: the budget is large enough.
Outcome roughly_nested(model::Model& model, unsigned seed, unsigned bits, std::uint64_t bytes, bool compact) {
  base::Budget budget(std::uint64_t{1} << 26);
  Judged judged;
  judged.deadlock = false;
  judged.cycle = {"acceptance", "a cycle", "", model::Step::moved};
  Outcome outcome;
  if (compact) {
    store::HashCompact store(budget, {.hash = {.seed = seed, .bits = bits}});
    outcome = Nested({model, &store, budget, {}, judged, {}}, std::make_unique<ByNumber>(budget, false)).run();
  } else {
    const auto store = store::Bitstate::make(budget, {.bytes = bytes, .functions = 2, .seed = seed});
    outcome = Nested({model, store.get(), budget, {}, judged, {}}, std::make_unique<ByBits>(budget, *store)).run();
  }
  EXPECT_EQ(budget.used(), 0u);
  return outcome;
}

TEST(Nested, never_reports_a_cycle_that_is_none_however_many_states_are_taken_for_others) {
  for (const bool compact : {true, false}) {
    unsigned found = 0;
    unsigned missed = 0;
    for (unsigned seed = 0; seed < 700; ++seed) {
      const graph::Edges shape = with_accepting(seed, 40);
      const bool expected = has_accepting_cycle(shape);
      for (const bool knowing : {false, true}) {
        std::unique_ptr<model::Model> graph = std::make_unique<Graph>(shape);
        if (knowing) graph = std::make_unique<Knowing>(shape);
        const Outcome outcome = roughly_nested(*graph, seed, 5, 8, compact);
        if (outcome.verdict == Verdict::violation) {
          ASSERT_TRUE(expected) << "seed " << seed;
          expect_lasso(*graph, outcome.findings.at(0));
          ++found;
        } else {
          ASSERT_EQ(outcome.verdict, Verdict::incomplete);
          ASSERT_EQ(outcome.why, Why::omissions);
          missed += expected ? 1 : 0;
        }
      }
    }
    EXPECT_GT(found, 100u);
    EXPECT_GT(missed, 50u);
  }
}

TEST(Nested, misses_nothing_where_no_state_is_taken_for_another) {
  for (const bool compact : {true, false}) {
    for (unsigned seed = 0; seed < 700; ++seed) {
      const graph::Edges shape = with_accepting(seed, 40);
      Knowing graph(shape);
      const Outcome outcome = roughly_nested(graph, seed, 64, 1u << 16, compact);
      ASSERT_EQ(outcome.verdict, has_accepting_cycle(shape) ? Verdict::violation : Verdict::incomplete)
          << "seed " << seed;
    }
  }
}

TEST(Swarm, finds_accepting_cycles_in_the_program_s_own_choices) {
  unsigned found = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const graph::Edges shape = with_accepting(seed, 60);
    const auto subject = [&] {
      Judged judged;
      judged.deadlock = false;
      judged.cycle = {"acceptance", "a cycle", "", model::Step::moved};
      return Subject{std::make_unique<Graph>(shape), judged};
    };
    base::Budget budget(std::uint64_t{1} << 24);
    Swarm swarm({.runs = 3, .jobs = 2, .order = Swarm::Order::nested, .seed = seed + 1, .array = 1u << 16}, subject,
                budget, {}, {});
    const Outcome outcome = swarm.run();
    ASSERT_EQ(outcome.verdict, has_accepting_cycle(shape) ? Verdict::violation : Verdict::incomplete) << seed;
    if (outcome.verdict != Verdict::violation) continue;
    ++found;
    Graph graph(shape);
    expect_lasso(graph, outcome.findings.at(0));
  }
  EXPECT_GT(found, 10u);
}

TEST(OnPath, knows_exactly_what_is_on_it) {
  base::Budget budget(std::uint64_t{1} << 26);
  {
    OnPath path(budget);
    std::mt19937 engine(3);
    std::vector<std::vector<model::Word>> states;
    for (unsigned turn = 0; turn < 60'000; ++turn) {
      std::vector<model::Word> words(1 + engine() % 3);
      for (model::Word& word : words) word = static_cast<model::Word>(engine() % 30);
      const auto at = std::find(states.begin(), states.end(), words);
      const auto found = path.find(words);
      ASSERT_EQ(found.has_value(), at != states.end());
      if (found) {
        ASSERT_EQ(*found, static_cast<std::uint64_t>(at - states.begin()) * 7);
      }
      if (engine() % 5 < (turn / 10'000 % 2 == 0 ? 3 : 2)) {
        if (found) continue;
        ASSERT_TRUE(path.push(words, states.size() * 7));
        states.push_back(words);
      } else if (!states.empty()) {
        path.pop();
        states.pop_back();
      }
    }
  }
  EXPECT_EQ(budget.used(), 0u);
}

TEST(Nested, sees_a_self_loop_and_a_cycle_through_the_path) {
  const auto loop = Graph::parse("0 1\n1 1\naccept 1\n");
  EXPECT_EQ(nested(*loop).findings.at(0).cycle, 1u);
  // The accepting state is left before the way back is known to be one: only the second search finds it.
  const auto late = Graph::parse("0 1\n1 2\n2 3\n3 1\n1 4\naccept 2\n");
  EXPECT_EQ(nested(*late).verdict, Verdict::violation);
  const auto outside = Graph::parse("0 1\n1 2\n2 1\naccept 0\n");
  EXPECT_EQ(nested(*outside).verdict, Verdict::holds);
}

TEST(Nested, ends_incomplete_at_a_limit) {
  const auto chain = Graph::parse("0 1\n1 2\n2 3\n3 0\naccept 0\n");
  Options options;
  options.limits.depth = 2;
  EXPECT_EQ(nested(*chain, options).verdict, Verdict::incomplete);
  options = {};
  options.memory = 100'000;
  EXPECT_EQ(nested(*chain, options).why, Why::memory);
}

TEST(Fair, keeps_exactly_the_cycles_that_are_fair_to_all) {
  unsigned fair = 0;
  unsigned unfair = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    std::mt19937 engine(seed);
    constexpr std::uint32_t states = 6;
    std::vector<Actors::Edge> edges;
    for (std::uint32_t i = 0; i < 9; ++i) {
      edges.push_back({static_cast<std::uint32_t>(engine() % states), static_cast<std::uint32_t>(engine() % states),
                       static_cast<std::uint32_t>(engine() % 3)});
    }
    std::vector<std::uint32_t> accepting{static_cast<std::uint32_t>(engine() % states)};
    if (seed % 4 == 0) accepting = {0, 1, 2, 3, 4, 5};
    Actors plain(edges, states, accepting);
    const bool any = nested(plain).verdict == Verdict::violation;
    model::Fair layered(std::make_unique<Actors>(edges, states, accepting));
    model::Fair knowing(std::make_unique<Actors>(edges, states, accepting, true));
    const bool found = nested(layered).verdict == Verdict::violation;
    const bool expected = has_fair_cycle(edges, accepting, states);
    ASSERT_EQ(found, expected) << "seed " << seed;
    ASSERT_EQ(nested(knowing).verdict == Verdict::violation, expected) << "seed " << seed;
    EXPECT_EQ(roughly_nested(layered, seed, 0, 1u << 12, false).verdict == Verdict::violation, expected);
    if (roughly_nested(layered, seed, 0, 8, false).verdict == Verdict::violation) {
      EXPECT_TRUE(expected);
    }
    fair += found ? 1 : 0;
    unfair += any && !found ? 1 : 0;
  }
  EXPECT_GT(fair, 200u);
  EXPECT_GT(unfair, 30u);
}

TEST(Fair, keeps_the_promises_of_a_model) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const graph::Edges shape = with_accepting(seed, 25);
    const auto make = [&] { return std::make_unique<model::Fair>(std::make_unique<Graph>(shape)); };
    model::Checked checked(make(), make());
    EXPECT_NO_THROW((void)nested(checked)) << "seed " << seed;
    EXPECT_NO_THROW((void)search(Order::breadth_first, checked, everything())) << "seed " << seed;
  }
}

}  // namespace
}  // namespace waymark::search
