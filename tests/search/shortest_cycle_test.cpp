#include "search/cycles/shortest_cycle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>

#include "graph/graph.hpp"
#include "searching.hpp"
#include "sprinkled.hpp"

namespace waymark::search {
namespace {

using graph::Graph;

Outcome shortest_cycle(model::Model& model) {
  base::Budget budget(std::uint64_t{1} << 30);
  Outcome outcome;
  {
    store::Exact store(budget);
    Judged judged;
    judged.deadlock = false;
    judged.cycle = {"acceptance", "a cycle", "", model::Step::moved};
    outcome = ShortestCycle({model, &store, budget, {}, judged, {}}).run();
  }
  CHECK(budget.used() == 0);
  return outcome;
}

// Over all distances: to some state, from there to an accepting one, and back.
std::optional<std::uint64_t> length_by_definition(const graph::Edges& shape, std::uint32_t states) {
  constexpr std::uint64_t far = 1'000'000;
  std::vector<std::vector<std::uint64_t>> by(states, std::vector<std::uint64_t>(states, far));  // by one step or more
  for (const auto& edge : shape.edges) by[edge.from][edge.to] = 1;
  for (std::uint32_t k = 0; k < states; ++k) {
    for (std::uint32_t i = 0; i < states; ++i) {
      for (std::uint32_t j = 0; j < states; ++j) by[i][j] = std::min(by[i][j], by[i][k] + by[k][j]);
    }
  }
  std::uint64_t best = far;
  for (std::uint32_t start = 0; start < states; ++start) {
    const std::uint64_t way = start == 0 ? 0 : by[0][start];
    for (const std::uint32_t accepting : shape.accepting) {
      if (accepting >= states) continue;
      const std::uint64_t around = accepting == start ? by[start][start] : by[start][accepting] + by[accepting][start];
      best = std::min(best, way + around);
    }
  }
  return best < far ? std::optional(best) : std::nullopt;
}

void expect_an_accepting_cycle(Graph& graph, const Finding& finding) {
  ASSERT_TRUE(finding.cycle);
  const std::vector<std::uint32_t> before(finding.choices.begin(),
                                          finding.choices.begin() + static_cast<std::ptrdiff_t>(*finding.cycle));
  (void)replay(graph, before);
  const auto packed = graph.pack().words;
  const std::vector<model::Word> begin(packed.begin(), packed.end());
  bool accepting = false;
  std::vector<model::Transition> enabled;
  for (std::size_t i = *finding.cycle; i < finding.choices.size(); ++i) {
    accepting = accepting || graph.facts().accepting;
    graph.enabled(enabled);
    (void)graph.fire(enabled.at(finding.choices[i]));
  }
  EXPECT_TRUE(accepting);
  EXPECT_TRUE(std::ranges::equal(graph.pack().words, begin));
}

TEST(ShortestCycle, is_as_short_as_the_definition_says_on_random_graphs) {
  unsigned found = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    std::mt19937 engine(seed);
    const std::uint32_t states = 2 + static_cast<std::uint32_t>(engine() % 30);
    graph::Edges shape = graph::random_graph(states, states + static_cast<std::uint32_t>(engine() % states), seed);
    for (std::uint32_t state = 0; state < states; ++state) {
      if (engine() % 6 == 0) shape.accepting.push_back(state);
    }
    Graph graph(shape);
    const auto expected = length_by_definition(shape, states);
    const Outcome outcome = shortest_cycle(graph);
    ASSERT_EQ(outcome.verdict, expected ? Verdict::violation : Verdict::holds) << seed;
    if (!expected) continue;
    ++found;
    ASSERT_TRUE(outcome.shortest);
    ASSERT_EQ(outcome.findings.front().length, *expected) << seed;
    ASSERT_EQ(outcome.findings.front().choices.size(), *expected) << seed;
    expect_an_accepting_cycle(graph, outcome.findings.front());
  }
  EXPECT_GT(found, 100u);
}

TEST(ShortestCycle, goes_around_through_choices_inside_an_indivisible_step) {
  const auto graph = Graph::parse("0 1\n1 2\n1 3\n2 0\n3 4\n4 0\n0 5\n5 5\naccept 4\npass 1\n");
  const Outcome outcome = shortest_cycle(*graph);
  ASSERT_EQ(outcome.verdict, Verdict::violation);
  EXPECT_EQ(outcome.findings.front().length, 3u);  // 0 (1) 3 4 0
  EXPECT_EQ(outcome.findings.front().choices.size(), 4u);
  expect_an_accepting_cycle(*graph, outcome.findings.front());
}

TEST(ShortestCycle, prefers_whichever_is_nearer_a_cycle_or_a_failing_step) {
  const Outcome near_cycle = shortest_cycle(*Graph::parse("0 1\n1 0\n0 2\n2 3\n3 4\nfail 4\naccept 1\n"));
  EXPECT_EQ(near_cycle.findings.front().violation.kind, "acceptance");
  EXPECT_EQ(near_cycle.findings.front().length, 2u);
  const Outcome near_failure = shortest_cycle(*Graph::parse("0 1\n1 2\n2 0\n0 3\nfail 3\naccept 1\n"));
  EXPECT_EQ(near_failure.findings.front().violation.kind, "assertion");
  EXPECT_EQ(near_failure.findings.front().length, 1u);
}

}  // namespace
}  // namespace waymark::search
