// Random graphs with accepting states: whether there is an accepting cycle, by definition, and whether what a search
// found is one.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include "graph/graph.hpp"
#include "model/layer.hpp"
#include "search/outcome.hpp"
#include "search/sprinkled.hpp"

namespace waymark::search {

inline graph::Edges with_accepting(unsigned seed, std::uint32_t largest) {
  graph::Edges shape = sprinkled(seed, largest);
  std::erase_if(shape.kinds, [](const auto& kind) { return kind.second == graph::Edges::Kind::fail; });
  std::mt19937 engine(seed + 1);
  for (std::uint32_t state = 0; state < largest; ++state) {
    if (engine() % 8 == 0) shape.accepting.push_back(state);
  }
  std::erase_if(shape.accepting, [&](std::uint32_t state) {
    return std::any_of(shape.kinds.begin(), shape.kinds.end(), [&](const auto& kind) {
      return kind.first == state && kind.second == graph::Edges::Kind::pass;
    });
  });
  return shape;
}

// By the definition: some reachable accepting state reaches itself. Passing states are states like all others here.
inline bool has_accepting_cycle(const graph::Edges& shape) {
  std::uint32_t states = 1;
  for (const auto& edge : shape.edges) states = std::max({states, edge.from + 1, edge.to + 1});
  const auto reach = [&](std::uint32_t from) {
    std::vector<bool> met(states, false);
    std::vector<std::uint32_t> waiting{from};
    while (!waiting.empty()) {
      const std::uint32_t state = waiting.back();
      waiting.pop_back();
      for (const auto& edge : shape.edges) {
        if (edge.from != state || met[edge.to]) continue;
        met[edge.to] = true;
        waiting.push_back(edge.to);
      }
    }
    return met;
  };
  std::vector<bool> reachable = reach(0);
  reachable[0] = true;
  return std::any_of(shape.accepting.begin(), shape.accepting.end(),
                     [&](std::uint32_t state) { return state < states && reachable[state] && reach(state)[state]; });
}

// The finding is a lasso: its end is where its cycle begins, and the cycle meets an accepting state.
inline void expect_lasso(model::Model& model, const Finding& finding) {
  ASSERT_TRUE(finding.cycle.has_value());
  model.reset();
  std::vector<model::Transition> enabled;
  std::vector<model::Word> begin;
  bool accepting = false;
  std::uint64_t steps = 0;
  ASSERT_LT(*finding.cycle, finding.choices.size());
  for (std::size_t i = 0; i <= finding.choices.size(); ++i) {
    if (i == *finding.cycle) {
      const auto words = model.pack().words;
      begin.assign(words.begin(), words.end());
    }
    if (i == finding.choices.size()) break;
    model.enabled(enabled);
    ASSERT_LT(finding.choices[i], enabled.size());
    const model::Step step = model.fire(enabled[finding.choices[i]]);
    if (step != model::Step::moved) continue;
    ++steps;
    accepting = accepting || (i >= *finding.cycle && model.facts().accepting);
  }
  const auto words = model.pack().words;
  EXPECT_TRUE(std::equal(words.begin(), words.end(), begin.begin(), begin.end()));
  EXPECT_TRUE(accepting);
  EXPECT_EQ(steps, finding.length);
}

// What a graph of up to 64 states can tell of each: strongly connected components, and which of them are weak.
inline std::vector<model::Facts> facts_of(std::uint32_t states,
                                          const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges,
                                          const std::vector<std::uint32_t>& accepting) {
  std::vector<std::uint64_t> reach(states, 0);  // bit i: state i
  for (const auto& [from, to] : edges) reach[from] |= std::uint64_t{1} << to;
  for (std::uint32_t via = 0; via < states; ++via) {
    for (std::uint64_t& from : reach) {
      if ((from >> via & 1) != 0) from |= reach[via];
    }
  }
  const auto accepts = [&](std::uint32_t state) {
    return std::find(accepting.begin(), accepting.end(), state) != accepting.end();
  };
  std::vector<model::Facts> out;
  for (std::uint32_t state = 0; state < states; ++state) {
    model::Facts facts{.accepting = accepts(state), .weak = true, .component = state};
    for (std::uint32_t other = states; other-- > 0;) {
      if ((reach[state] >> other & 1) == 0 || (reach[other] >> state & 1) == 0) continue;
      facts.component = other;
      facts.weak = facts.weak && accepts(other) == facts.accepting;
    }
    out.push_back(facts);
  }
  return out;
}

class Knowing final : public model::Layer {
 public:
  explicit Knowing(const graph::Edges& shape) : Layer(std::make_unique<graph::Graph>(shape), 0x6AFF'0000'0000'0000) {
    std::uint32_t states = 1;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (const auto& edge : shape.edges) {
      states = std::max({states, edge.from + 1, edge.to + 1});
      edges.emplace_back(edge.from, edge.to);
    }
    facts_ = facts_of(states, edges, shape.accepting);
  }
  void enabled(std::vector<model::Transition>& out) override { inner().enabled(out); }
  model::Step fire(const model::Transition& transition) override { return fire_inside(transition, nullptr); }
  model::Step explain(const model::Transition& transition, model::Explanation& out) override {
    return fire_inside(transition, &out);
  }
  model::Facts facts() override { return facts_[inner().pack().words[0]]; }

 protected:
  bool fits(model::Word word) const override { return word == 0; }

 private:
  std::vector<model::Facts> facts_;
};

}  // namespace waymark::search
