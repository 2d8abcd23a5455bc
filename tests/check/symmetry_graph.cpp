// What exchanges of processes do to all states of a model, by brute force: symmetry_graph [--most STATES] FILE...
// [--watch EXPRESSION...] Prints one line of JSON for each file: the groups that are found, or why there are none; how
// many states the model has whose processes stay where they end, how many of these no exchange makes of each other, and
// how many a search up to symmetry has. `wrong` says where an exchange is no symmetry: a state becomes one with other
// successors. `images` counts states that no run of the model has, but exchanges make.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "promela/program/compile.hpp"
#include "promela/symmetric.hpp"
#include "promela/syntax/parse.hpp"
#include "promela/syntax/preprocess.hpp"

namespace {

using namespace waymark;
using promela::Permutation;
using promela::Symmetry;
using State = std::vector<model::Word>;

std::size_t most_states = 20'000;
constexpr std::size_t most_exchanges = 1000;

// Where the steps of a state lead, and how they fail.
struct Successors {
  std::multiset<State> states;
  std::multiset<std::string> faults;
  bool operator==(const Successors&) const = default;
};

void follow(promela::Executor& model, Successors& out) {
  std::vector<model::Transition> enabled;
  model.enabled(enabled);
  const model::Mark mark = model.mark();
  for (const model::Transition& one : enabled) {
    const model::Step fired = model.fire(one);
    if (fired == model::Step::failed) out.faults.insert(model.violation().kind + model.violation().location);
    const model::Step became = model::outcome(fired, model);
    if (became == model::Step::intermediate) {
      follow(model, out);
    } else if (became == model::Step::moved) {
      const auto words = model.pack().words;
      out.states.insert(State(words.begin(), words.end()));
    }
    model.rewind(mark);
  }
}

using Graph = std::map<State, Successors>;

// All states that can be reached from one, beside those that are known; nothing more than the limit.
void explore(promela::Executor& model, const State& from, Graph& graph) {
  if (!graph.try_emplace(from).second) return;
  std::deque<State> open{from};
  while (!open.empty() && graph.size() <= most_states) {
    const State state = std::move(open.front());
    open.pop_front();
    model.unpack(state);
    Successors next;
    follow(model, next);
    for (const State& one : next.states) {
      if (graph.try_emplace(one).second) open.push_back(one);
    }
    graph[state] = std::move(next);
  }
}

// All states.
Graph explore(promela::Executor& model) {
  model.reset();
  const auto words = model.pack().words;
  Graph graph;
  explore(model, State(words.begin(), words.end()), graph);
  return graph;
}

State image(const Symmetry& symmetry, const Permutation& by, const State& state) {
  if (state.size() != symmetry.words()) return state;
  State to(state.size());
  symmetry.apply(by, state, to);
  return to;
}

// All elements of the group.
std::vector<Permutation> elements(const Symmetry& symmetry) {
  std::vector<Permutation> all{symmetry.identity()};
  for (const promela::Team& team : symmetry.teams()) {
    for (const std::vector<std::uint32_t>& together : team.together) {
      std::vector<Permutation> more;
      for (const Permutation& one : all) {
        std::vector<std::uint32_t> order = together;
        do {
          Permutation made = one;
          for (std::size_t i = 0; i < order.size(); ++i) {
            made[team.first + together[i]] = static_cast<std::uint8_t>(order[i]);
          }
          more.push_back(std::move(made));
        } while (std::next_permutation(order.begin(), order.end()) && more.size() <= most_exchanges);
      }
      all = std::move(more);
      if (all.size() > most_exchanges) return {};
    }
  }
  return all;
}

// Exchanges of two that are next to each other, of which all others are made.
std::vector<Permutation> generators(const Symmetry& symmetry) {
  std::vector<Permutation> made;
  for (const promela::Team& team : symmetry.teams()) {
    for (const std::vector<std::uint32_t>& together : team.together) {
      for (std::size_t i = 1; i < together.size(); ++i) {
        Permutation& exchange = made.emplace_back(symmetry.identity());
        std::swap(exchange[team.first + together[i - 1]], exchange[team.first + together[i]]);
      }
    }
  }
  return made;
}

// Adds what exchanges make of the states, and what can be reached from there. Where all processes start in one step,
// that is nothing.
void close(const Symmetry& symmetry, promela::Executor& model, Graph& graph) {
  for (std::size_t before = 0; before != graph.size() && graph.size() <= most_states;) {
    before = graph.size();
    std::set<State> images;
    for (const auto& [state, next] : graph) {
      for (const Permutation& by : generators(symmetry)) images.insert(image(symmetry, by, state));
    }
    for (const State& one : images) explore(model, one, graph);
  }
}

// Of a graph that is closed under exchanges.
std::string find_fault(const Symmetry& symmetry, const Graph& graph) {
  for (const Permutation& exchange : generators(symmetry)) {
    for (const auto& [state, next] : graph) {
      if (state.size() != symmetry.words()) continue;
      Successors there;
      there.faults = next.faults;
      for (const State& one : next.states) {
        if (one.size() != symmetry.words()) return "a process starts after all have started";
        there.states.insert(image(symmetry, exchange, one));
      }
      if (!(there == graph.at(image(symmetry, exchange, state)))) return "a state becomes one with other successors";
    }
  }
  return "";
}

std::size_t orbits(const Symmetry& symmetry, const Graph& graph) {
  const std::vector<Permutation> all = elements(symmetry);
  if (all.empty()) return 0;
  std::set<State> least;
  for (const auto& [state, next] : graph) {
    State best = state;
    for (const Permutation& by : all) best = std::min(best, image(symmetry, by, state));
    least.insert(std::move(best));
  }
  return least.size();
}

void print(const std::string& file, const std::vector<std::string>& watched) {
  const auto text = promela::preprocess(file, {});
  const auto program = promela::compile(promela::parse_text(file, text));
  const Symmetry::Found found = promela::find_symmetry(program, watched, nullptr);
  if (found.symmetry == nullptr) {
    fmt::print("{{\"none\": \"{}\"}}\n", found.why);
    return;
  }
  promela::Executor whole(program);
  whole.interpreter().transitions().keep_ended();
  const Graph graph = explore(whole);
  Graph closed = graph;
  close(*found.symmetry, whole, closed);
  if (closed.size() > most_states) {
    fmt::print("{{\"groups\": \"{}\", \"large\": true}}\n", found.symmetry->text());
    return;
  }
  promela::Executor quotient(program);
  quotient.exchange(found.symmetry);
  const Graph less = explore(quotient);
  fmt::print(
      "{{\"groups\": \"{}\", \"order\": {}, \"states\": {}, \"orbits\": {}, \"up_to_symmetry\": {}, \"wrong\": "
      "\"{}\", \"images\": {}}}\n",
      found.symmetry->text(), found.symmetry->order(), graph.size(), orbits(*found.symmetry, graph), less.size(),
      find_fault(*found.symmetry, closed), closed.size() - graph.size());
}

}  // namespace

int main(int count, char** words) {
  std::vector<std::string> files, watched;
  bool formulas = false;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--watch") {
      formulas = true;
    } else if (word == "--most" && i + 1 < count) {
      most_states = std::strtoull(words[++i], nullptr, 10);
    } else {
      (formulas ? watched : files).push_back(word);
    }
  }
  try {
    for (const std::string& file : files) print(file, watched);
  } catch (const base::InputError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
  return 0;
}
