// An independent judge of lean scripts of graphs: it knows the edges, counts with exact integers instead of sums under
// a key, and shares no code with certifier, searches or models.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "model/graph.hpp"
#include "recording.hpp"

namespace waymark::certify {

class Adjacency {
 public:
  explicit Adjacency(const model::Edges& shape) {
    for (const auto& edge : shape.edges) successors_[edge.from].push_back(edge.to);
  }
  [[nodiscard]] const std::vector<std::uint32_t>& of(std::uint32_t state) const {
    static const std::vector<std::uint32_t> none;
    const auto found = successors_.find(state);
    return found == successors_.end() ? none : found->second;
  }
  [[nodiscard]] std::set<std::uint32_t> reachable() const {
    std::set<std::uint32_t> seen{0};
    std::vector<std::uint32_t> open{0};
    while (!open.empty()) {
      const std::uint32_t state = open.back();
      open.pop_back();
      for (const std::uint32_t to : of(state)) {
        if (seen.insert(to).second) open.push_back(to);
      }
    }
    return seen;
  }

 private:
  std::map<std::uint32_t, std::vector<std::uint32_t>> successors_;
};

// What the oracle makes of a script: whether it is consistent to the last number, and whether what it walks is all
// there is. The first without the second would refute the whole idea. REQUIRES: no passing states.
struct Judged {
  bool consistent = false;
  bool complete = false;
};

inline Judged judge(const model::Edges& shape, const Plain& plain) {
  const Adjacency graph(shape);
  std::map<std::uint32_t, std::uint64_t> announced;
  std::map<std::uint32_t, std::uint64_t> arrived;
  std::set<std::uint32_t> entered;
  std::size_t next = 0;
  struct Open {
    std::uint32_t state = 0;
    std::size_t script = 0;
    std::size_t taken = 0;
  };
  std::vector<Open> path;
  Judged judged;
  const auto enter = [&](std::uint32_t state) {
    if (next == plain.states.size()) return false;
    if (plain.states[next].row.size() != graph.of(state).size()) return false;
    entered.insert(state);
    announced[state] += plain.states[next].count;
    path.push_back({state, next++, 0});
    return true;
  };
  if (!enter(0)) return judged;
  while (!path.empty()) {
    Open& top = path.back();
    const auto& successors = graph.of(top.state);
    if (top.taken == successors.size()) {
      path.pop_back();
      continue;
    }
    const std::uint32_t to = successors[top.taken];
    if (plain.states[top.script].row[top.taken++]) {
      if (!enter(to)) return judged;
    } else {
      ++arrived[to];
    }
  }
  for (const std::uint32_t state : entered) arrived.try_emplace(state, 0);
  judged.consistent = next == plain.states.size() && announced == arrived;
  judged.complete = entered == graph.reachable();
  return judged;
}

inline bool oracle_accepts(const model::Edges& shape, const Plain& plain) {
  const Judged judged = judge(shape, plain);
  CHECK(!judged.consistent || judged.complete);
  return judged.consistent;
}

}  // namespace waymark::certify
