// A search without levels says what one process says; of a violation there may be another one, by another way.
#include "cluster/search/asynchronous_search.hpp"

#include <gtest/gtest.h>

#include <random>

#include "cases.hpp"
#include "cluster/ranks.hpp"
#include "graph/graph.hpp"
#include "search/breadth_first.hpp"
#include "search/sprinkled.hpp"
#include "store/exact.hpp"

namespace waymark::cluster {
namespace {

struct Question {
  graph::Edges shape;
  bool deadlock = true;
  std::vector<std::string> invariants;
  bool words_are_portable = true;
};

search::Judged judged_of(const Question& asked, model::Model& model) {
  search::Judged judged;
  judged.deadlock = asked.deadlock;
  for (const std::string& text : asked.invariants) judged.invariants.push_back({model.watch(text), text});
  return judged;
}

search::Outcome answered_by_one(const Question& asked) {
  graph::Graph graph(asked.shape);
  base::Budget budget(std::uint64_t{1} << 30);
  store::Exact store(budget);
  return search::BreadthFirst({graph, &store, budget, {}, judged_of(asked, graph), {}}).run();
}

// At every rank the same, which is answered. Rank 1 may have less memory, or a reason to stop.
search::Outcome answered_by_ranks(const Question& asked, unsigned ranks, std::uint32_t remembered,
                                  std::uint64_t memory = std::uint64_t{1} << 30, base::Stop* stop = nullptr) {
  std::vector<search::Outcome> outcomes(ranks);
  run_ranks(ranks, ranks == 4 ? 2 : 1, [&](Transport& transport) {
    graph::Graph graph(asked.shape);
    if (!asked.words_are_portable) graph.keep_words();
    base::Budget budget(transport.rank() == 1 ? memory : std::uint64_t{1} << 30);
    {
      store::Exact store(budget);
      search::Limits limits;
      if (transport.rank() == 1) limits.stop = stop;
      AsynchronousSearch search({graph, &store, budget, limits, judged_of(asked, graph), {}}, transport,
                                {.remembered = remembered});
      outcomes[transport.rank()] = search.run();
    }
    EXPECT_EQ(budget.used(), 0u);
  });
  for (const search::Outcome& outcome : outcomes) {
    EXPECT_EQ(outcome.verdict, outcomes[0].verdict);
    EXPECT_EQ(outcome.why, outcomes[0].why);
    EXPECT_EQ(outcome.tallies.states, outcomes[0].tallies.states);
    EXPECT_EQ(outcome.findings.size(), outcomes[0].findings.size());
    if (outcome.findings.empty() || outcomes[0].findings.empty()) continue;
    EXPECT_EQ(outcome.findings[0].choices, outcomes[0].findings[0].choices);
  }
  return outcomes[0];
}

// The way leads to what it is said to.
void expect_shown(const Question& asked, const search::Finding& finding) {
  graph::Graph graph(asked.shape);
  const search::Judged judged = judged_of(asked, graph);
  graph.reset();
  std::vector<model::Transition> enabled;
  std::uint64_t steps = 0;
  model::Step last = model::Step::moved;
  for (const std::uint32_t choice : finding.choices) {
    graph.enabled(enabled);
    ASSERT_LT(choice, enabled.size());
    last = graph.fire(enabled[choice]);
    if (last != model::Step::intermediate) ++steps;
  }
  EXPECT_EQ(steps, finding.length);
  graph.enabled(enabled);
  if (finding.violation.kind == "deadlock") {
    EXPECT_TRUE(enabled.empty() && !graph.facts().proper_end);
  } else if (finding.violation.kind == "invariant") {
    EXPECT_FALSE(graph.holds(judged.invariants.at(0).watch));
  } else {
    EXPECT_EQ(last, model::Step::failed);
  }
}

TEST(AsynchronousSearch, says_what_one_process_says) {
  unsigned violated = 0;
  for (unsigned seed = 0; seed < tests::cases(250); ++seed) {
    std::mt19937 engine(seed);
    Question asked{search::sprinkled(seed, 80), engine() % 2 == 0, {}};
    if (engine() % 3 != 0) {
      std::erase_if(asked.shape.kinds, [](const auto& kind) { return kind.second == graph::Edges::Kind::fail; });
    }
    // Of a graph one can ask only whether one is in a certain state: all others break it.
    if (engine() % 8 == 0) asked.invariants.push_back("0");
    asked.words_are_portable = engine() % 3 != 0;
    const search::Outcome expected = answered_by_one(asked);
    for (const unsigned ranks : {1u, 2u, 3u, 4u, 5u}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << ranks << " ranks");
      const search::Outcome outcome = answered_by_ranks(asked, ranks, seed % 3 * 20);
      ASSERT_EQ(outcome.verdict, expected.verdict);
      ASSERT_EQ(outcome.why, expected.why);
      if (expected.verdict == search::Verdict::violation) {
        ASSERT_EQ(outcome.findings.size(), 1u);
        expect_shown(asked, outcome.findings[0]);
      } else {
        EXPECT_EQ(outcome.tallies.states, expected.tallies.states);
        EXPECT_EQ(outcome.tallies.explored, expected.tallies.explored);
        EXPECT_EQ(outcome.tallies.transitions, expected.tallies.transitions);
        EXPECT_GE(outcome.tallies.depth, expected.tallies.depth);
      }
      if (testing::Test::HasFailure()) return;
    }
    violated += expected.verdict == search::Verdict::violation ? 1 : 0;
  }
  EXPECT_GT(violated, tests::cases(60));
  EXPECT_LT(violated, tests::cases(200));
}

TEST(AsynchronousSearch, sends_more_than_is_taken_at_a_time) {
  const Question asked{graph::random_graph(30'000, 150'000, 7), false, {}};
  const search::Outcome expected = answered_by_one(asked);
  const search::Outcome outcome = answered_by_ranks(asked, 3, 64);
  EXPECT_EQ(outcome.verdict, search::Verdict::holds);
  EXPECT_EQ(outcome.tallies.states, expected.tallies.states);
  EXPECT_EQ(outcome.tallies.transitions, expected.tallies.transitions);
}

TEST(AsynchronousSearch, ends_on_all_ranks_when_one_has_no_room_or_is_told_to) {
  const Question asked{graph::random_graph(30'000, 120'000, 3), false, {}};
  EXPECT_EQ(answered_by_ranks(asked, 3, 64, 200'000).why, search::Why::memory);
  base::Stop stop;
  stop.request(base::Stop::Why::interrupted);
  const search::Outcome outcome = answered_by_ranks(asked, 3, 64, std::uint64_t{1} << 30, &stop);
  EXPECT_EQ(outcome.verdict, search::Verdict::incomplete);
  EXPECT_EQ(outcome.why, search::Why::interrupted);
}

}  // namespace
}  // namespace waymark::cluster
