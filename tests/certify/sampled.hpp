// Samples by which partial scripts estimate what they cover, as plain data, and a judge of them that knows the graph.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "labelled.hpp"
#include "model/coverage.hpp"
#include "script/sample.hpp"

namespace waymark::certify {

// By numbers of the exploration: what the draw of a script with a plain header gives each state.
inline std::vector<std::uint64_t> drawn_numbers(const graph::Edges& shape) {
  graph::Graph graph(shape);
  Exploration::Words words;
  CHECK(Exploration::of(graph, 1u << 24, &words).has_value());
  model::Draw draw(script::sample_seed(plain_header()));
  std::vector<std::uint64_t> numbers;
  for (const std::vector<model::Word>& state : words) {
    graph.unpack(state);
    numbers.push_back(draw.number(graph));
  }
  return numbers;
}

// Which states of the graph the entries of a partial script are, if it is true otherwise.
inline std::vector<std::uint32_t> entries_of(const Successors& graph, const Labelled& script) {
  std::vector<std::uint32_t> who;
  const auto go = [&](const auto& self, std::uint32_t state) -> void {
    const std::size_t place = who.size();
    who.push_back(state);
    for (std::size_t s = 0; s < script.states[place].row.size(); ++s) {
      if (script.states[place].row[s]) self(self, graph[state][s]);
    }
  };
  go(go, 0);
  return who;
}

// Behind the thin row at `begin` and all that are below it.
inline std::size_t end_of_thin(const std::vector<std::vector<bool>>& rows, std::size_t begin) {
  std::size_t wanted = 1;
  for (; wanted > 0 && begin < rows.size(); ++begin) {
    wanted += static_cast<std::size_t>(std::count(rows[begin].begin(), rows[begin].end(), true)) - 1;
  }
  return begin;
}

// What is to be known of a sample, from its definition: the least set that has every state below the bound which a step
// from the frontier or from the set leads to, and which is neither explored nor frontier.
inline script::SampleClaim claim_of(const Successors& graph, const std::vector<std::uint64_t>& numbers,
                                    std::size_t explored, std::uint64_t falls) {
  const std::uint64_t bound = model::Draw::bound(falls);
  std::set<std::uint32_t> kept = {0};
  for (std::uint32_t from = 0; from < explored; ++from) kept.insert(graph[from].begin(), graph[from].end());
  std::set<std::uint32_t> sample;
  std::vector<std::uint32_t> open;
  for (const std::uint32_t state : kept) {
    if (state >= explored) open.push_back(state);
  }
  while (!open.empty()) {
    const std::uint32_t from = open.back();
    open.pop_back();
    for (const std::uint32_t to : graph[from]) {
      if (numbers[to] <= bound && !kept.contains(to) && sample.insert(to).second) open.push_back(to);
    }
  }
  std::map<std::uint32_t, std::uint64_t> met;
  script::SampleClaim claim{falls, sample.size(), 0, 0, 0};
  for (const std::uint32_t from : sample) {
    for (const std::uint32_t to : graph[from]) {
      if (!sample.contains(to)) continue;
      ++met[to];
      ++claim.arrivals;
    }
  }
  for (const auto& [state, times] : met) {
    claim.once += times == 1 ? 1 : 0;
    claim.twice += times == 2 ? 1 : 0;
  }
  return claim;
}

// Gives a true script the sample that belongs to it.
inline void add_sample(const Successors& graph, const std::vector<std::uint64_t>& numbers, std::size_t explored,
                       std::uint64_t falls, Labelled& script) {
  const std::uint64_t bound = model::Draw::bound(falls);
  const std::vector<std::uint32_t> who = entries_of(graph, script);
  std::set<std::uint32_t> listed(who.begin(), who.end());
  const auto go = [&](const auto& self, std::uint32_t state, std::vector<std::vector<bool>>& rows) -> void {
    const std::size_t place = rows.size();
    rows.emplace_back();
    std::vector<std::uint32_t> below;
    for (const std::uint32_t to : graph[state]) {
      if (numbers[to] > bound) continue;
      const bool fresh = listed.insert(to).second;
      rows[place].push_back(fresh);
      if (fresh) below.push_back(to);
    }
    for (const std::uint32_t to : below) self(self, to, rows);
  };
  for (std::size_t i = 0; i < who.size(); ++i) {
    if (script.states[i].frontier) go(go, who[i], script.states[i].thin);
  }
  script.sample = claim_of(graph, numbers, explored, falls);
}

// Whether the sample of a script that is true otherwise is the one of its claim's bound, each state of it once.
inline bool sample_is_true(const Successors& graph, const std::vector<std::uint64_t>& numbers, const Labelled& script,
                           std::size_t explored) {
  const std::uint64_t bound = model::Draw::bound(script.sample->falls);
  const std::vector<std::uint32_t> who = entries_of(graph, script);
  std::set<std::uint32_t> listed(who.begin(), who.end());
  std::set<std::uint32_t> arrived;
  for (std::size_t i = 0; i < who.size(); ++i) {
    if (!script.states[i].frontier) continue;
    const std::vector<std::vector<bool>>& rows = script.states[i].thin;
    std::size_t next = 0;
    const auto go = [&](const auto& self, std::uint32_t state) -> bool {
      if (next == rows.size()) return false;
      const std::vector<bool>& row = rows[next++];
      std::size_t symbol = 0;
      for (const std::uint32_t to : graph[state]) {
        if (numbers[to] > bound) continue;
        arrived.insert(to);
        if (symbol == row.size()) return false;
        if (row[symbol++] && (!listed.insert(to).second || !self(self, to))) return false;
      }
      return symbol == row.size();
    };
    if (!go(go, who[i]) || next != rows.size()) return false;
  }
  const bool all = std::includes(listed.begin(), listed.end(), arrived.begin(), arrived.end());
  return all && *script.sample == claim_of(graph, numbers, explored, script.sample->falls);
}

}  // namespace waymark::certify
