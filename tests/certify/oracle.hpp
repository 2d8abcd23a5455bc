// An independent judge of lean scripts: it knows the whole graph, counts with exact integers instead of products at a
// secret point, and shares no code with certifier or searches.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "graph/graph.hpp"
#include "recording.hpp"

namespace waymark::certify {

// For each state, from 0, which is the initial one: its successors, in the order of the walk.
using Successors = std::vector<std::vector<std::uint32_t>>;

// Explores a model by plain recursion over what it says itself; none if it has more than `most` states.
class Exploration {
 public:
  using Words = std::vector<std::vector<model::Word>>;
  static std::optional<Successors> of(model::Model& model, std::size_t most, Words* words = nullptr) {
    Exploration self(model);
    model.reset();
    self.number();
    for (std::size_t i = 0; i < self.states_.size(); ++i) {
      if (self.states_.size() > most) return std::nullopt;
      const std::vector<model::Word> here = self.states_[i];
      model.unpack(here);
      self.successors_.emplace_back();
      self.expand(i);
    }
    if (words != nullptr) *words = self.states_;
    return self.successors_;
  }

 private:
  explicit Exploration(model::Model& model) : model_(model) {}

  std::uint32_t number() {
    const auto words = model_.pack().words;
    std::vector<model::Word> copy(words.begin(), words.end());
    const auto [place, fresh] = numbers_.try_emplace(copy, static_cast<std::uint32_t>(states_.size()));
    if (fresh) states_.push_back(std::move(copy));
    return place->second;
  }
  void expand(std::size_t from) {
    std::vector<model::Transition> enabled;
    model_.enabled(enabled);
    const model::Mark mark = model_.mark();
    for (const model::Transition& transition : enabled) {
      model::Step step = model_.fire(transition);
      if (step == model::Step::failed) step = model_.violation().after;
      if (step == model::Step::moved) successors_[from].push_back(number());
      if (step == model::Step::intermediate) expand(from);
      model_.rewind(mark);
    }
  }

  model::Model& model_;
  std::map<std::vector<model::Word>, std::uint32_t> numbers_;
  std::vector<std::vector<model::Word>> states_;
  Successors successors_;
};

inline Successors successors_of(const graph::Edges& shape) {
  graph::Graph graph(shape);
  return *Exploration::of(graph, 1u << 24);
}

// A graph some of whose states are passing; those have edges to later states only, so that no chain is endless.
inline graph::Edges with_passing(graph::Edges shape, std::mt19937_64& random) {
  std::uint32_t highest = 0;
  for (const auto& edge : shape.edges) highest = std::max({highest, edge.from, edge.to});
  std::set<std::uint32_t> passing;
  for (std::uint32_t state = 1; state < highest; ++state) {
    if (random() % 4 == 0) passing.insert(state);
  }
  for (auto& edge : shape.edges) {
    if (passing.contains(edge.from) && edge.to <= edge.from) edge.to = highest;
  }
  for (const std::uint32_t state : passing) shape.edges.push_back({state, highest, 0});
  shape.kinds.clear();
  for (const std::uint32_t state : passing) shape.kinds.emplace_back(state, graph::Edges::Kind::pass);
  return shape;
}

// What the oracle makes of a script: whether it is consistent to the last number, and whether what it walks is all
// there is. The first without the second would refute the whole idea.
struct Judged {
  bool consistent = false;
  bool complete = false;
};

inline Judged judge(const Successors& graph, const Plain& plain) {
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
    if (plain.states[next].row.size() != graph[state].size()) return false;
    entered.insert(state);
    // A sum that does not fit 64 bits is no number of transitions.
    if (__builtin_add_overflow(announced[state], plain.states[next].count, &announced[state])) return false;
    path.push_back({state, next++, 0});
    return true;
  };
  if (!enter(0)) return judged;
  while (!path.empty()) {
    Open& top = path.back();
    if (top.taken == graph[top.state].size()) {
      path.pop_back();
      continue;
    }
    const std::uint32_t to = graph[top.state][top.taken];
    if (plain.states[top.script].row[top.taken++]) {
      if (!enter(to)) return judged;
    } else {
      ++arrived[to];
    }
  }
  for (const std::uint32_t state : entered) arrived.try_emplace(state, 0);
  judged.consistent = next == plain.states.size() && announced == arrived;
  judged.complete = entered.size() == graph.size();
  return judged;
}

inline bool oracle_accepts(const Successors& graph, const Plain& plain) {
  const Judged judged = judge(graph, plain);
  CHECK(!judged.consistent || judged.complete);
  return judged.consistent;
}

}  // namespace waymark::certify
