// Components of random graphs against reachability, found by squaring.
#include "containers/strongly_connected.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace waymark::containers {
namespace {

using Adjacency = std::vector<std::vector<std::uint32_t>>;

StronglyConnected components_of(const Adjacency& graph) {
  return strongly_connected(
      graph.size(), [&](std::uint32_t node) { return graph[node].size(); },
      [&](std::uint32_t node, std::size_t i) { return graph[node][i]; });
}

// By node and node: whether a way of any length, also none, leads there.
std::vector<std::vector<bool>> reachability(const Adjacency& graph) {
  const std::size_t n = graph.size();
  std::vector<std::vector<bool>> reaches(n, std::vector<bool>(n, false));
  for (std::size_t i = 0; i < n; ++i) {
    reaches[i][i] = true;
    for (const std::uint32_t to : graph[i]) {
      if (to < n) reaches[i][to] = true;
    }
  }
  for (std::size_t over = 0; over < n; ++over) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) reaches[i][j] = reaches[i][j] || (reaches[i][over] && reaches[over][j]);
    }
  }
  return reaches;
}

TEST(StronglyConnected, nodes_share_a_component_exactly_if_each_reaches_the_other) {
  std::mt19937_64 random(1);
  std::size_t in_cycles = 0;
  for (int round = 0; round < 400; ++round) {
    const std::size_t n = 1 + random() % 24;
    Adjacency graph(n);
    // Edges to n and n + 1 lead nowhere.
    for (std::size_t edges = random() % (2 * n); edges > 0; --edges) {
      graph[random() % n].push_back(static_cast<std::uint32_t>(random() % (n + 2)));
    }
    const StronglyConnected found = components_of(graph);
    const auto reaches = reachability(graph);
    std::vector<bool> used(found.count, false);
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_LT(found.component[i], found.count);
      used[found.component[i]] = true;
      for (std::size_t j = 0; j < n; ++j) {
        ASSERT_EQ(found.component[i] == found.component[j], reaches[i][j] && reaches[j][i]) << round;
        if (reaches[i][j]) {
          ASSERT_GE(found.component[i], found.component[j]) << round;
        }
        if (i != j && reaches[i][j] && reaches[j][i]) ++in_cycles;
      }
    }
    ASSERT_EQ(std::count(used.begin(), used.end(), false), 0);
  }
  EXPECT_GT(in_cycles, 1000U);  // or the graphs were too thin to say anything
}

TEST(StronglyConnected, a_long_cycle_needs_no_recursion) {
  constexpr std::uint32_t length = 1'000'000;
  const StronglyConnected ring = strongly_connected(
      length, [](std::uint32_t) { return std::size_t{1}; },
      [](std::uint32_t node, std::size_t) { return (node + 1) % length; });
  EXPECT_EQ(ring.count, 1U);
  const StronglyConnected line = strongly_connected(
      length, [](std::uint32_t) { return std::size_t{1}; }, [](std::uint32_t node, std::size_t) { return node + 1; });
  EXPECT_EQ(line.count, length);
}

TEST(StronglyConnected, no_nodes_are_no_components) { EXPECT_EQ(components_of({}).count, 0U); }

}  // namespace
}  // namespace waymark::containers
