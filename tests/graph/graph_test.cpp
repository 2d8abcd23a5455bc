#include "graph/graph.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/diagnostics.hpp"

namespace waymark::graph {
namespace {

std::string refusal(std::string_view text) {
  try {
    (void)Graph::parse(text);
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Graph, knows_the_tally_of_a_diamond) {
  const Graph diamond{{0, 1}, {0, 2}, {1, 3}, {2, 3}};
  EXPECT_EQ(diamond.tally(), (Tally{.states = 4, .transitions = 4, .deadlocks = 1}));
}

TEST(Graph, leaves_unreachable_states_and_proper_ends_out_of_the_tally) {
  const auto graph = Graph::parse("0 1\n2 1  # nobody gets to 2\n\nend 1\n");
  EXPECT_EQ(graph->tally(), (Tally{.states = 2, .transitions = 1}));
}

TEST(Graph, counts_each_way_through_passing_states_once) {
  // 0 goes to 3 by way of 1, and to 3 and 4 by way of 1 and 2.
  const auto graph = Graph::parse("0 1\n1 2\n1 3\n2 3\n2 4\npass 1\npass 2\nend 3\nfail 4\n");
  EXPECT_EQ(graph->tally(), (Tally{.states = 3, .transitions = 3, .deadlocks = 1, .failures = 1}));
}

TEST(Graph, a_lone_state_is_a_graph) { EXPECT_EQ(Graph::parse("")->tally(), (Tally{.states = 1, .deadlocks = 1})); }

TEST(Graph, orders_transitions_as_their_lines_and_fires_them) {
  auto graph = Graph::parse("1 0\n0 2\n0 1\nfail 1\n");
  std::vector<model::Transition> enabled;
  graph->enabled(enabled);
  ASSERT_EQ(enabled.size(), 2u);
  const model::Mark start = graph->mark();
  EXPECT_EQ(graph->fire(enabled[0]), model::Step::moved);
  EXPECT_EQ(graph->pack().words[0], 2u);
  graph->rewind(start);
  EXPECT_EQ(graph->fire(enabled[1]), model::Step::failed);
  EXPECT_EQ(graph->violation().after, model::Step::moved);
  EXPECT_EQ(graph->violation().kind, "assertion");
  EXPECT_EQ(graph->violation().location, "graph:3");
  EXPECT_EQ(graph->pack().words[0], 1u);
  EXPECT_TRUE(graph->reached(enabled[0].action));
}

TEST(Graph, refuses_malformed_lines_by_number) {
  EXPECT_EQ(refusal("0 1\n0 x\n"), "graph:2: error: 'x' found, a state number below 16777216 expected");
  EXPECT_EQ(refusal("0\n"),
            "graph:1: error: expected two state numbers, or one after 'end', 'fail', 'accept', 'progress' or 'pass'");
  EXPECT_EQ(refusal("0 99999999999"), "graph:1: error: '99999999999' found, a state number below 16777216 expected");
  EXPECT_EQ(refusal("0 1\nend 1\nfail 1\n"), "graph: error: state 1 has two kinds");
}

TEST(Graph, refuses_indivisible_steps_that_do_not_end) {
  EXPECT_EQ(refusal("0 1\npass 1\n"), "graph: error: passing state 1 has no edges");
  EXPECT_EQ(refusal("0 1\n1 2\n2 1\npass 1\npass 2\n"),
            "graph: error: passing state 1 is on or behind a cycle of passing states");
  EXPECT_EQ(refusal("0 1\npass 0\n"), "graph: error: passing state 0 cannot be the initial one");
}

TEST(Graph, padding_is_a_function_of_the_state) {
  Edges shape = random_graph(200, 600, 5);
  shape.padding = 3;
  Graph graph(shape);
  std::map<model::Word, std::vector<model::Word>> seen;
  std::vector<model::Transition> enabled;
  for (int step = 0; step < 5000; ++step) {
    const auto words = graph.pack().words;
    ASSERT_EQ(words.size(), 4u);
    const auto [at, fresh] = seen.try_emplace(words[0], words.begin(), words.end());
    EXPECT_TRUE(std::equal(words.begin(), words.end(), at->second.begin(), at->second.end()));
    graph.enabled(enabled);
    if (enabled.empty()) {
      graph.reset();
    } else {
      (void)graph.fire(enabled[static_cast<std::size_t>(step) * 7919 % enabled.size()]);
    }
  }
  EXPECT_GT(seen.size(), 10u);
}

TEST(Graph, reads_what_it_wrote_and_refuses_the_rest) {
  auto graph = Graph::parse("0 1\n1 2\n1 0\npass 1\n");
  using Byte = std::uint8_t;
  for (const Byte state : {Byte{0}, Byte{2}}) {
    base::ByteSource source(std::span(&state, 1));
    ASSERT_TRUE(graph->read(source));
    EXPECT_EQ(graph->pack().words[0], state);
  }
  for (const Byte state : {Byte{1}, Byte{3}, Byte{0x80}}) {
    base::ByteSource source(std::span(&state, 1));
    EXPECT_FALSE(graph->read(source));
  }
}

TEST(RandomGraph, has_the_states_and_edges_asked_for_all_reachable) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto states = static_cast<std::uint32_t>(1 + seed * 13);
    const Tally tally = Graph(random_graph(states, 3 * states, seed)).tally();
    EXPECT_EQ(tally.states, states);
    EXPECT_EQ(tally.transitions, 3 * states);
  }
}

}  // namespace
}  // namespace waymark::graph
