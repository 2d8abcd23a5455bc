// The strongly connected components of a directed graph that is there as a whole, by Tarjan's algorithm with its stack
// kept by hand, in time proportional to nodes and edges.
//
// Components are numbered from 0 in reverse topological order: no edge leads from a component to one of a higher
// number. A node on no cycle is a component of its own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace waymark::containers {

struct StronglyConnected {
  std::vector<std::uint32_t> component;  // by node
  std::uint32_t count = 0;               // of components
};

// The nodes are 0 .. nodes-1. `degree(node)` says how many edges leave a node, `target(node, i)` where the i-th leads;
// edges to what is not a node are left aside.
template <typename Degree, typename Target>
[[nodiscard]] StronglyConnected strongly_connected(std::size_t nodes, const Degree& degree, const Target& target) {
  constexpr std::uint32_t open = ~std::uint32_t{0};
  struct Visit {
    std::uint32_t node;
    std::uint32_t order;  // in which nodes were met, from 1
    std::size_t edge;     // the next one to follow
  };
  StronglyConnected found;
  found.component.assign(nodes, open);
  std::vector<std::uint32_t> low(nodes, 0);  // the least order of a node in the same component known so far; 0: not met
  std::vector<std::uint32_t> held;           // met, and their component is not complete
  std::vector<Visit> path;
  std::uint32_t met = 0;
  const auto enter = [&](std::uint32_t node) {
    low[node] = ++met;
    held.push_back(node);
    path.push_back({node, met, 0});
  };
  for (std::size_t root = 0; root < nodes; ++root) {
    if (low[root] == 0) enter(static_cast<std::uint32_t>(root));
    while (!path.empty()) {
      Visit& visit = path.back();
      const std::uint32_t node = visit.node;
      if (visit.edge < degree(node)) {
        const std::uint64_t to = target(node, visit.edge++);
        if (to >= nodes) continue;
        if (low[to] == 0) {
          enter(static_cast<std::uint32_t>(to));
        } else if (found.component[to] == open) {
          low[node] = std::min(low[node], low[to]);
        }
        continue;
      }
      const bool is_root = low[node] == visit.order;
      path.pop_back();
      if (!is_root) {
        low[path.back().node] = std::min(low[path.back().node], low[node]);
        continue;
      }
      while (found.component[node] == open) {
        found.component[held.back()] = found.count;
        held.pop_back();
      }
      ++found.count;
    }
  }
  return found;
}

}  // namespace waymark::containers
