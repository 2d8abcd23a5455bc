#include "report/state_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/graph.hpp"

namespace waymark::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Ends = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

StateGraph drawn(const std::string& text, std::uint64_t most = 100, const std::vector<std::uint32_t>& choices = {}) {
  const base::Stop stop;
  return state_graph(*graph::Graph::parse(text), most, choices, stop);
}

Ends ends(const StateGraph& graph) {
  Ends all;
  for (const StateGraph::Edge& edge : graph.edges) all.emplace_back(edge.from, edge.to);
  return all;
}

TEST(StateGraph, has_every_state_and_every_edge_in_layers) {
  const StateGraph graph = drawn("0 1\n0 2\n1 3\n2 3\n3 0\n");
  EXPECT_EQ(ends(graph), (Ends{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 0}}));
  EXPECT_THAT(graph.depth, ElementsAre(0, 1, 1, 2));
  EXPECT_THAT(graph.bad, IsEmpty());
  EXPECT_THAT(graph.way, IsEmpty());
  EXPECT_TRUE(graph.complete);
}

TEST(StateGraph, goes_through_indivisible_sequences_to_where_they_arrive) {
  // 1 is no state; from it the step goes on to 2 or to 3.
  const StateGraph graph = drawn("0 1\n1 2\n1 3\n2 0\n3 0\npass 1\n");
  EXPECT_EQ(ends(graph), (Ends{{0, 1}, {0, 2}, {1, 0}, {2, 0}}));
}

TEST(StateGraph, marks_where_nothing_goes_on_and_where_a_step_fails) {
  EXPECT_THAT(drawn("0 1\n0 2\nend 2\n").bad, ElementsAre(1));
  EXPECT_THAT(drawn("0 1\n1 0\n1 2\nfail 2\n").bad, testing::Contains(1u));
}

TEST(StateGraph, stops_at_as_many_states_as_are_asked_for_and_says_so) {
  const StateGraph graph = drawn("0 1\n1 2\n2 3\n3 0\n", 3);
  EXPECT_EQ(ends(graph), (Ends{{0, 1}, {1, 2}}));
  EXPECT_FALSE(graph.complete);
}

TEST(StateGraph, shows_the_way_of_a_counterexample) {
  const StateGraph graph = drawn("0 1\n0 2\n1 3\n2 3\nend 3\n", 100, {1, 0});
  EXPECT_THAT(graph.way, ElementsAre(0, 2, 3));
  EXPECT_THAT(dot(graph), HasSubstr("  0 -> 2 [label=\"0 -> 2\", color=red"));
  EXPECT_THAT(dot(graph), HasSubstr("  0 -> 1 [label=\"0 -> 1\"];"));
}

TEST(StateGraph, labels_are_no_markup) {
  StateGraph graph;
  graph.depth = {0};
  graph.edges = {{0, 0, "a \"<&>\\\n"}};
  EXPECT_THAT(dot(graph), HasSubstr("[label=\"a \\\"<&>\\\\"));
  EXPECT_THAT(graphml(graph), HasSubstr("<data key=\"label\">a &quot;&lt;&amp;&gt;\\"));
}

}  // namespace
}  // namespace waymark::report
