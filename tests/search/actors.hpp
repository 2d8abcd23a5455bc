// Graphs whose edges belong to actors, for tests of weak fairness, and what is true of them by its definition.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "accepting.hpp"
#include "model/model.hpp"

namespace waymark::search {

// A graph whose edges are taken by actors.
class Actors final : public model::Model {
 public:
  struct Edge {
    std::uint32_t from, to, actor;
  };
  // `knowing`: it tells of its components.
  Actors(std::vector<Edge> edges, std::uint32_t states, const std::vector<std::uint32_t>& accepting,
         bool knowing = false)
      : edges_(std::move(edges)) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
    for (const Edge& edge : edges_) all.emplace_back(edge.from, edge.to);
    for (const model::Facts& facts : facts_of(states, all, accepting)) {
      facts_.push_back(knowing ? facts : model::Facts{.accepting = facts.accepting});
    }
  }

  // Of each state: the further sets of accepting states that it is not in.
  void set_unmet(const std::vector<std::uint16_t>& unmet) {
    for (std::size_t i = 0; i < facts_.size(); ++i) facts_[i].unmet = unmet[i];
  }

  void key(const model::Key& key) override { key_ = key; }
  model::Watch watch(std::string_view) override { return 0; }
  void reset() override { here_ = 0; }
  void enabled(std::vector<model::Transition>& out) override {
    out.clear();
    for (std::uint32_t i = 0; i < edges_.size(); ++i) {
      if (edges_[i].from == here_) out.push_back({edges_[i].actor, i, 0});
    }
  }
  model::Step fire(const model::Transition& transition) override {
    here_ = edges_[transition.action].to;
    return model::Step::moved;
  }
  const model::Violation& violation() const override { return violation_; }
  model::Mark mark() override { return here_; }
  void rewind(model::Mark mark) override { here_ = static_cast<model::Word>(mark); }
  model::Packed pack() override { return {{&here_, 1}}; }
  void unpack(std::span<const model::Word> words) override { here_ = words[0]; }
  void write(base::ByteSink& sink) override { sink.varint(here_); }
  bool read(base::ByteSource& source) override {
    here_ = static_cast<model::Word>(source.varint());
    return true;
  }
  model::Fingerprint fingerprint() override {
    const std::uint8_t byte = static_cast<std::uint8_t>(here_);
    return key_.hash(0, {&byte, 1});
  }
  model::Facts facts() override { return facts_[here_]; }
  bool holds(model::Watch) override { return false; }
  std::uint64_t bytes() const override { return 0; }
  model::ActionId actions() const override { return static_cast<model::ActionId>(edges_.size()); }
  model::Action action(model::ActionId) const override { return {}; }
  bool reached(model::ActionId) const override { return true; }
  model::Step explain(const model::Transition& transition, model::Explanation&) override { return fire(transition); }

 private:
  std::vector<Edge> edges_;
  std::vector<model::Facts> facts_;
  model::Word here_ = 0;
  model::Key key_ = model::Key::quick();
  model::Violation violation_;
};

// The definition, by strongly connected subgraphs: a set of states, one accepting, strongly connected by edges within
// it, in which every actor that is able in all its states moves along one of the edges. Bit i of a set is state i.
inline std::vector<std::uint32_t> fair_sets(const std::vector<Actors::Edge>& edges,
                                            const std::vector<std::uint32_t>& accepting, std::uint32_t states) {
  const auto reach = [&](std::uint32_t from, std::uint32_t within) {
    std::uint32_t met = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& edge : edges) {
        const bool start = edge.from == from || (met >> edge.from & 1) != 0;
        if (!start || (within >> edge.from & 1) == 0 || (within >> edge.to & 1) == 0) continue;
        if ((met >> edge.to & 1) == 0) changed = true;
        met |= 1u << edge.to;
      }
    }
    return met;
  };
  const std::uint32_t all = (1u << states) - 1;
  const std::uint32_t reachable = reach(0, all) | 1;
  std::vector<std::uint32_t> sets;
  for (std::uint32_t set = 1; set <= all; ++set) {
    if ((set & ~reachable) != 0) continue;
    bool good = std::any_of(accepting.begin(), accepting.end(), [&](std::uint32_t s) { return (set >> s & 1) != 0; });
    for (std::uint32_t s = 0; s < states && good; ++s) {
      if ((set >> s & 1) != 0) good = reach(s, set) == set;
    }
    for (std::uint32_t actor = 0; actor < 3 && good; ++actor) {
      std::uint32_t able = 0;
      bool moves = false;
      for (const auto& edge : edges) {
        if (edge.actor != actor) continue;
        able |= 1u << edge.from;
        moves = moves || ((set >> edge.from & 1) != 0 && (set >> edge.to & 1) != 0);
      }
      good = moves || (able & set) != set;
    }
    if (good) sets.push_back(set);
  }
  return sets;
}

inline bool has_fair_cycle(const std::vector<Actors::Edge>& edges, const std::vector<std::uint32_t>& accepting,
                           std::uint32_t states) {
  return !fair_sets(edges, accepting, states).empty();
}

}  // namespace waymark::search
