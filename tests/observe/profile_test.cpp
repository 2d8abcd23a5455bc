#include "observe/profile.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "listening.hpp"

namespace waymark::observe {
namespace {

struct Row {
  std::string kind;
  std::uint64_t at = 0;
  std::uint64_t states = 0;
};

std::vector<Row> rows_of(const std::string& csv) {
  std::istringstream text(csv);
  std::string line;
  std::getline(text, line);
  EXPECT_EQ(line, "kind,at,states");
  std::vector<Row> rows;
  while (std::getline(text, line)) {
    const std::size_t first = line.find(',');
    const std::size_t second = line.find(',', first + 1);
    rows.push_back({line.substr(0, first), std::stoull(line.substr(first + 1)), std::stoull(line.substr(second + 1))});
  }
  return rows;
}

// How many states lie at each distance from the first, by relaxing edges until nothing changes.
std::vector<std::uint64_t> levels_of(const graph::Edges& shape, std::uint32_t states) {
  constexpr std::uint32_t far = std::numeric_limits<std::uint32_t>::max() - 1;
  std::vector<std::uint32_t> distance(states, far);
  distance[0] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& edge : shape.edges) {
      if (distance[edge.from] + 1 >= distance[edge.to]) continue;
      distance[edge.to] = distance[edge.from] + 1;
      changed = true;
    }
  }
  std::vector<std::uint64_t> levels;
  for (const std::uint32_t depth : distance) {
    if (depth >= levels.size()) levels.resize(depth + 1, 0);
    ++levels[depth];
  }
  return levels;
}

TEST(Profile, counts_the_states_at_each_distance) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const std::uint32_t states = 1 + 7 * seed;
    const graph::Edges shape = graph::random_graph(states, 2 * states, seed);
    graph::Graph graph(shape);
    Profile profile;
    (void)search_heard_by<search::BreadthFirst>({&profile}, graph);
    std::vector<std::uint64_t> levels;
    for (const Row& row : rows_of(profile.csv())) {
      if (row.kind != "level") continue;
      EXPECT_EQ(row.at, levels.size());
      levels.push_back(row.states);
    }
    ASSERT_EQ(levels, levels_of(shape, states)) << "seed " << seed;
  }
}

TEST(Profile, of_a_search_that_begins_anew_tells_the_last_one_alone) {
  graph::Graph graph(graph::random_graph(50, 120, 3));
  Profile once;
  (void)search_heard_by<search::BreadthFirst>({&once}, graph);
  Profile twice;
  (void)search_heard_by<search::BreadthFirst>({&twice}, graph);
  (void)search_heard_by<search::BreadthFirst>({&twice}, graph);
  EXPECT_EQ(twice.csv(), once.csv());
}

TEST(Profile, tells_how_many_states_were_known_after_so_many_transitions_in_few_points) {
  for (const std::uint32_t edges : {500u, 1024u, 1025u, 5'000u, 40'000u}) {
    graph::Graph graph(graph::random_graph(400, edges, edges));
    Profile profile;
    Noting noting;
    (void)search_heard_by<search::BreadthFirst>({&noting, &profile}, graph);
    std::vector<std::uint64_t> known{1};  // after so many transitions
    for (const Noting::Event& event : noting.events) {
      if (!event.left) known.push_back(known.back() + (event.fresh ? 1 : 0));
    }
    std::uint64_t points = 0;
    std::uint64_t last = 0;
    std::uint64_t stride = 0;
    for (const Row& row : rows_of(profile.csv())) {
      if (row.kind != "rate") continue;
      ++points;
      if (stride == 0) stride = row.at;
      ASSERT_EQ(row.at, last + stride);
      ASSERT_EQ(row.states, known[row.at]);
      last = row.at;
    }
    EXPECT_LE(points, 1024u);
    EXPECT_GE(points, std::min<std::uint64_t>(edges, 512));
    EXPECT_LT(known.size() - 1 - last, stride);
  }
}

}  // namespace
}  // namespace waymark::observe
