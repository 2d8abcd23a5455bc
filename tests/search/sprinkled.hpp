// Random graphs with everything in them: proper ends, failing states, indivisible sequences.
#pragma once

#include <random>

#include "graph/graph.hpp"

namespace waymark::search {

inline graph::Edges sprinkled(unsigned seed, std::uint32_t largest) {
  std::mt19937 engine(seed);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  const std::uint32_t states = 5 + random() % largest;
  graph::Edges shape = graph::random_graph(states, states + random() % (2 * states), seed);
  shape.kinds.clear();
  shape.padding = random() % 8;
  std::vector<bool> passing(states);
  for (std::uint32_t state = 1; state + 1 < states; ++state) passing[state] = random() % 6 == 0;
  std::vector<graph::Edges::Edge> kept;
  std::vector<std::uint32_t> width(states);
  for (const auto& edge : shape.edges) {
    // Indivisible sequences lead upwards only, so they end.
    if (passing[edge.from] && edge.to <= edge.from) continue;
    kept.push_back(edge);
    ++width[edge.from];
  }
  for (std::uint32_t state = 0; state < states; ++state) {
    if (passing[state]) {
      if (width[state] == 0) kept.push_back({state, state + 1, 0});
      shape.kinds.emplace_back(state, graph::Edges::Kind::pass);
    } else if (width[state] == 0 && random() % 4 != 0) {
      shape.kinds.emplace_back(state, graph::Edges::Kind::end);
    } else if (random() % 20 == 0) {
      shape.kinds.emplace_back(state, graph::Edges::Kind::fail);
    }
  }
  shape.edges = kept;
  return shape;
}

}  // namespace waymark::search
