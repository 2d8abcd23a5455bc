// Scripts of searches that did not end, of random graphs, and a forger of such: well-formed lies about distances,
// frontiers and counts, and entries that repeat without being inconsistent otherwise.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "sampled.hpp"

namespace waymark::certify {

// Numbers of `graph` are those of breadth-first search, so every search that ended early has explored the first few.
inline std::vector<std::uint64_t> distances_in(const Successors& graph) {
  constexpr std::uint64_t far = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint64_t> distances(graph.size(), far);
  distances[0] = 0;
  std::deque<std::uint32_t> queue = {0};
  for (; !queue.empty(); queue.pop_front()) {
    for (const std::uint32_t to : graph[queue.front()]) {
      if (distances[to] != far) continue;
      distances[to] = distances[queue.front()] + 1;
      queue.push_back(to);
    }
  }
  return distances;
}

// What a search proves whose explored states are the first so many: how many more it has met, and the least distance of
// one that it has not explored.
struct Truth {
  std::uint64_t frontier = 0;
  std::uint64_t covered = std::numeric_limits<std::uint64_t>::max();
};

inline Truth truth_of(const Successors& graph, std::size_t explored) {
  const std::vector<std::uint64_t> distances = distances_in(graph);
  std::vector<bool> met(graph.size(), false);
  met[0] = true;
  for (std::size_t from = 0; from < explored; ++from) {
    for (const std::uint32_t to : graph[from]) met[to] = true;
  }
  Truth truth;
  for (std::size_t state = explored; state < graph.size(); ++state) {
    truth.covered = std::min(truth.covered, distances[state]);
    truth.frontier += met[state] ? 1 : 0;
  }
  return truth;
}

// The true script of such a search.
inline Labelled partial_script(const Successors& graph, std::size_t explored) {
  const std::vector<std::uint64_t> distances = distances_in(graph);
  std::vector<std::vector<bool>> rows(graph.size());
  std::vector<std::uint64_t> counts(graph.size(), 0);
  std::vector<bool> met(graph.size(), false);
  met[0] = true;
  for (std::size_t from = 0; from < explored; ++from) {
    for (const std::uint32_t to : graph[from]) {
      rows[from].push_back(!met[to]);
      if (met[to]) ++counts[to];
      met[to] = true;
    }
  }
  Labelled script;
  script.form = script::Form::partial;
  std::vector<std::pair<std::uint32_t, std::size_t>> path;
  const auto enter = [&](std::uint32_t state) {
    Labelled::State& entry = script.states.emplace_back();
    entry = {state >= explored, rows[state], counts[state], {distances[state], 0}, {}};
    if (entry.frontier) return;
    for (const std::uint32_t to : graph[state]) entry.claims.push_back({distances[to], 0});
    path.emplace_back(state, 0);
  };
  enter(0);
  while (!path.empty()) {
    auto& [state, next] = path.back();
    if (next == rows[state].size()) {
      path.pop_back();
      continue;
    }
    const std::size_t symbol = next++;
    if (rows[state][symbol]) enter(graph[state][symbol]);
  }
  return script;
}

class PartialForger {
 public:
  explicit PartialForger(std::uint64_t seed) : random_(seed) {}

  static constexpr unsigned kinds = 9;
  static const char* name(unsigned kind) {
    static constexpr const char* names[kinds] = {
        "partial: raise a distance",      "partial: lower a distance",       "partial: raise a count",
        "partial: lower a count",         "partial: do not explore a state", "partial: explore without a tree",
        "partial: drop a frontier state", "partial: repeat a state",         "partial: explore a state again"};
    return names[kind];
  }

  // True if it found a place for that kind of lie. REQUIRES: the script is true of the graph.
  bool forge(const Successors& graph, Labelled& script, unsigned kind) {
    auto& states = script.states;
    const std::vector<std::uint32_t> who = states_of(graph, script);
    const std::size_t i = below(states.size());
    switch (kind) {
      case 0:
      case 1: {
        if (states[i].claims.empty()) return false;
        std::uint64_t& distance = states[i].claims[below(states[i].claims.size())].rank;
        if (kind == 1 && distance == 0) return false;
        distance += kind == 0 ? 1 : -1;
        return true;
      }
      case 2:
        states[i].count += 1 + below(3);
        return true;
      case 3:
        if (states[i].count == 0) return false;
        states[i].count -= 1 + below(states[i].count);
        return true;
      case 4: {
        if (states[i].frontier) return false;
        states.erase(at(script, i + 1), at(script, end_of(script, i)));
        states[i] = {true, {}, states[i].count, states[i].label, {}};
        return true;
      }
      case 5: {
        if (!states[i].frontier) return false;
        const std::size_t width = graph[who[i]].size();
        states[i].frontier = false;
        states[i].row.assign(width, false);
        states[i].claims.assign(width, states[i].label);
        return true;
      }
      case 6: {
        const std::size_t parent = parent_of(script, i);
        if (i == 0 || !states[i].frontier) return false;
        states[parent].row[symbol_of(script, parent, i)] = false;
        states.erase(at(script, i));
        return true;
      }
      default:
        return repeat(graph, script, who, i, kind == 8);
    }
  }
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }

  // What is changed in a claim is the same number as the label of the state that a tree edge enters.
  static void settle(Labelled& script) {
    for (std::size_t i = 1; i < script.states.size(); ++i) {
      const std::size_t parent = parent_of(script, i);
      script.states[i].label = script.states[parent].claims[symbol_of(script, parent, i)];
    }
  }

 private:
  static std::vector<Labelled::State>::iterator at(Labelled& script, std::size_t place) {
    return script.states.begin() + static_cast<std::ptrdiff_t>(place);
  }
  static std::size_t end_of(const Labelled& script, std::size_t begin) {
    std::size_t wanted = 1;
    std::size_t place = begin;
    for (; wanted > 0 && place < script.states.size(); ++place) {
      const auto& row = script.states[place].row;
      wanted += static_cast<std::size_t>(std::count(row.begin(), row.end(), true)) - 1;
    }
    return place;
  }
  static std::size_t parent_of(const Labelled& script, std::size_t state) {
    for (std::size_t candidate = state; candidate-- > 0;) {
      if (end_of(script, candidate) > state) return candidate;
    }
    return 0;
  }
  static std::size_t symbol_of(const Labelled& script, std::size_t parent, std::size_t state) {
    std::size_t place = parent + 1;
    const auto& row = script.states[parent].row;
    for (std::size_t symbol = 0; symbol < row.size(); ++symbol) {
      if (!row[symbol]) continue;
      if (place == state) return symbol;
      place = end_of(script, place);
    }
    CHECK(false);
  }
  // For each entry, which state of the graph it is.
  static std::vector<std::uint32_t> states_of(const Successors& graph, const Labelled& script) {
    std::vector<std::uint32_t> who(script.states.size(), 0);
    for (std::size_t i = 1; i < who.size(); ++i) {
      const std::size_t parent = parent_of(script, i);
      who[i] = graph[who[parent]][symbol_of(script, parent, i)];
    }
    return who;
  }
  // Enters a second time where another transition of entry i leads, as frontier or explored once more. All counts are
  // made to fit, so nothing is wrong but that the state was listed already.
  bool repeat(const Successors& graph, Labelled& script, const std::vector<std::uint32_t>& who, std::size_t i,
              bool explored) {
    auto& states = script.states;
    std::vector<std::size_t> others;
    for (std::size_t s = 0; s < states[i].row.size(); ++s) {
      if (!states[i].row[s]) others.push_back(s);
    }
    if (others.empty()) return false;
    const std::size_t symbol = others[below(others.size())];
    const std::uint32_t target = graph[who[i]][symbol];
    const auto entry = [&](std::uint32_t state) -> Labelled::State& {
      const auto found = std::find(who.begin(), who.end(), state);
      return states[static_cast<std::size_t>(found - who.begin())];
    };
    Labelled::State again{true, {}, 0, entry(target).label, {}};
    if (explored) {
      if (entry(target).frontier) return false;
      again = {false, std::vector<bool>(graph[target].size(), false), 0, again.label, entry(target).claims};
      for (const std::uint32_t to : graph[target]) ++entry(to).count;
    }
    --entry(target).count;
    std::size_t place = i + 1;
    for (std::size_t s = 0; s < symbol; ++s) {
      if (states[i].row[s]) place = end_of(script, place);
    }
    states[i].row[symbol] = true;
    states.insert(at(script, place), again);
    return true;
  }

  std::mt19937_64 random_;
};

// Lies about the sample of a script that is true otherwise.
class SampleForger {
 public:
  explicit SampleForger(std::uint64_t seed) : random_(seed) {}

  static constexpr unsigned kinds = 5;
  static const char* name(unsigned kind) {
    static constexpr const char* names[kinds] = {"sample: another number", "sample: another bound",
                                                 "sample: drop a state", "sample: enter a state again",
                                                 "sample: another row"};
    return names[kind];
  }
  // True if it found a place for that kind of lie.
  bool forge(Labelled& script, unsigned kind) {
    script::SampleClaim& claim = *script.sample;
    if (kind == 0) {
      std::uint64_t* const numbers[] = {&claim.states, &claim.arrivals, &claim.once, &claim.twice};
      *numbers[random_() % 4] += random_() % 2 == 0 ? 1 : -1;
      return true;
    }
    if (kind == 1) {
      claim.falls += random_() % 2 == 0 || claim.falls == 0 ? 1 : -1;
      return true;
    }
    std::vector<std::pair<std::size_t, std::size_t>> places;  // of rows that have symbols
    for (std::size_t i = 0; i < script.states.size(); ++i) {
      for (std::size_t j = 0; j < script.states[i].thin.size(); ++j) {
        if (!script.states[i].thin[j].empty()) places.emplace_back(i, j);
      }
    }
    if (places.empty()) return false;
    const auto [state, place] = places[random_() % places.size()];
    std::vector<std::vector<bool>>& rows = script.states[state].thin;
    const std::size_t symbol = random_() % rows[place].size();
    if (kind == 4) {
      if (random_() % 2 == 0) {
        rows[place].push_back(false);
      } else {
        rows[place].pop_back();
      }
      return true;
    }
    if (rows[place][symbol] != (kind == 2)) return false;
    std::size_t child = place + 1;
    for (std::size_t s = 0; s < symbol; ++s) {
      if (rows[place][s]) child = end_of_thin(rows, child);
    }
    rows[place][symbol] = kind == 3;
    const auto at = [&](std::size_t i) { return rows.begin() + static_cast<std::ptrdiff_t>(i); };
    if (kind == 2) {
      rows.erase(at(child), at(end_of_thin(rows, child)));
    } else {
      rows.insert(at(child), std::vector<bool>(random_() % 3, false));
    }
    return true;
  }

 private:
  std::mt19937_64 random_;
};

// What came of one kind of forgery.
struct PartialTally {
  std::uint64_t forgeries = 0;
  std::uint64_t rejected = 0;
  std::uint64_t still_true = 0;
  std::uint64_t wrong = 0;  // accepted wrongly, rejected wrongly, or more said than is so
  double slowest = 0;
};

// Forgeries of the sample beside a script that is true; answers how many.
inline std::uint64_t forge_samples(const graph::Edges& shape, const Successors& graph, const Labelled& truth,
                                   std::size_t explored, std::mt19937_64& random, const Scratch& scratch,
                                   std::map<std::string, PartialTally>& tallies) {
  const std::vector<std::uint64_t> numbers = drawn_numbers(shape);
  Labelled sampled = truth;
  add_sample(graph, numbers, explored, random() % 20, sampled);
  SampleForger forger(random());
  std::uint64_t told = 0;
  for (unsigned kind = 0; kind < SampleForger::kinds; ++kind) {
    Labelled forged = sampled;
    if (!forger.forge(forged, kind)) continue;
    ++told;
    PartialTally& tally = tallies[SampleForger::name(kind)];
    ++tally.forgeries;
    CHECK(encode(forged, scratch.file("forged")));
    Request request = only_the_script();
    request.jobs = random() % 2 == 0 ? 1 : 3;
    const Result result = run_lean(graphs(shape), {open(scratch.file("forged"))}, request, Secret::draw());
    const bool truly = sample_is_true(graph, numbers, forged, explored);
    const bool right = result.verdict == (truly ? Verdict::in_part : Verdict::rejected);
    ++(!right ? tally.wrong : truly ? tally.still_true : tally.rejected);
  }
  return told;
}

// About `count` forgeries of random graphs, each judged by the certifier and by the oracle.
inline std::map<std::string, PartialTally> forge_partial(std::uint64_t count, std::uint64_t seed) {
  const Scratch scratch;
  std::mt19937_64 random(seed);
  PartialForger forger(seed);
  std::map<std::string, PartialTally> tallies;
  for (std::uint64_t told = 0; told < count;) {
    const auto size = static_cast<std::uint32_t>(2 + random() % 40);
    graph::Edges shape = graph::random_graph(size, size - 1 + static_cast<std::uint32_t>(random() % 50), random());
    if (random() % 3 == 0) shape = with_passing(shape, random);
    const Successors graph = successors_of(shape);
    const std::size_t explored_in_truth = random() % (graph.size() + 1);
    const Labelled truth = partial_script(graph, explored_in_truth);
    told += forge_samples(shape, graph, truth, explored_in_truth, random, scratch, tallies);
    for (unsigned kind = 0; kind < PartialForger::kinds; ++kind) {
      Labelled forged = truth;
      if (!forger.forge(graph, forged, kind)) continue;
      ++told;
      PartialForger::settle(forged);
      PartialTally& tally = tallies[PartialForger::name(kind)];
      ++tally.forgeries;
      std::vector<bool> explored;
      const bool truly = oracle_accepts(graph, {}, forged, explored);
      if (!encode(forged, scratch.file("forged"))) {
        ++(truly ? tally.wrong : tally.rejected);
        continue;
      }
      Request request = only_the_script();
      request.jobs = random() % 2 == 0 ? 1 : 3;
      const auto began = std::chrono::steady_clock::now();
      const Result result = run_lean(graphs(shape), {open(scratch.file("forged"))}, request, Secret::draw());
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
      tally.slowest = std::max(tally.slowest, took.count());
      const std::vector<std::uint64_t> distances = distances_in(graph);
      bool right = result.verdict == (truly ? Verdict::in_part : Verdict::rejected);
      for (std::size_t state = 0; truly && state < graph.size(); ++state) {
        right = right && (explored[state] || distances[state] >= result.figures.covered);
      }
      ++(!right ? tally.wrong : truly ? tally.still_true : tally.rejected);
    }
  }
  return tallies;
}

}  // namespace waymark::certify
