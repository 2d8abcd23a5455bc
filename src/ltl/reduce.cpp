// Smaller automata that accept the same. One algorithm serves both kinds: Automaton is lent as a Generalized whose
// edges carry the mark of the state they leave.
#include <algorithm>
#include <map>
#include <utility>

#include "containers/strongly_connected.hpp"
#include "ltl/generalized.hpp"

namespace waymark::ltl {

namespace {

// Comparing all states with all others is not worth its time for monsters.
constexpr std::size_t most_compared = 300;

}  // namespace

std::vector<std::uint32_t> components(const States& states) {
  return containers::strongly_connected(
             states.size(), [&](std::uint32_t state) { return states[state].size(); },
             [&](std::uint32_t state, std::size_t i) { return states[state][i].target; })
      .component;
}

namespace {

void tidy(std::vector<Generalized::Edge>& edges) {
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
}

// Keeps the states that `kept` names, the first one always, and renumbers.
void keep(States& states, const std::vector<bool>& kept) {
  std::vector<std::uint32_t> number(states.size(), ~std::uint32_t{0});
  States out;
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    if (!kept[i] && i != 0) continue;
    number[i] = static_cast<std::uint32_t>(out.size());
    out.push_back(std::move(states[i]));
  }
  for (auto& edges : out) {
    std::erase_if(edges, [&](const Generalized::Edge& edge) { return !kept[edge.target]; });
    for (Generalized::Edge& edge : edges) edge.target = number[edge.target];
    tidy(edges);
  }
  states = std::move(out);
}

// States from which no accepting cycle can be reached go, and those that nothing leads to.
void prune(States& states, std::uint64_t all, const base::Stop* stop) {
  const std::vector<std::uint32_t> component = components(states);
  std::vector<std::uint64_t> marks(states.size(), 0);
  std::vector<bool> cyclic(states.size(), false), hopeful(states.size(), false);
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    for (const auto& edge : states[i]) {
      if (component[i] != component[edge.target]) continue;
      cyclic[component[i]] = true;
      marks[component[i]] |= edge.marks;
    }
  }
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    hopeful[i] = cyclic[component[i]] && marks[component[i]] == all;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t i = 0; i < states.size(); ++i) {
      base::poll(stop);
      if (hopeful[i]) continue;
      for (const auto& edge : states[i]) hopeful[i] = hopeful[i] || hopeful[edge.target];
      changed = changed || hopeful[i];
    }
  }
  std::vector<bool> met(states.size(), false);
  std::vector<std::uint32_t> waiting{0};
  met[0] = hopeful[0];
  while (!waiting.empty()) {
    const std::uint32_t state = waiting.back();
    waiting.pop_back();
    for (const auto& edge : states[state]) {
      if (met[edge.target] || !hopeful[edge.target] || !met[state]) continue;
      met[edge.target] = true;
      waiting.push_back(edge.target);
    }
  }
  keep(states, met);
}

// Marks on edges outside of accepting cycles say nothing: one value for all of them.
void settle_marks(States& states, std::uint64_t all, std::uint64_t passing) {
  const std::vector<std::uint32_t> component = components(states);
  std::vector<std::uint64_t> marks(states.size(), 0);
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    for (const auto& edge : states[i]) {
      if (component[i] == component[edge.target]) marks[component[i]] |= edge.marks;
    }
  }
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    for (auto& edge : states[i]) {
      if (component[i] != component[edge.target]) {
        edge.marks = passing;
      } else if (marks[component[i]] != all) {
        edge.marks = 0;
      }
    }
    tidy(states[i]);
  }
}

}  // namespace

std::vector<std::vector<bool>> simulation(const States& states, const base::Stop* stop) {
  const std::size_t n = states.size();
  std::vector<std::vector<bool>> above(n, std::vector<bool>(n, true));
  const auto matched = [&](const Generalized::Edge& edge, std::size_t by) {
    return std::any_of(states[by].begin(), states[by].end(), [&](const Generalized::Edge& other) {
      return other.label.covers(edge.label) && (edge.marks & ~other.marks) == 0 && above[edge.target][other.target];
    });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        base::poll(stop);
        if (i == j || !above[i][j]) continue;
        const bool still = std::all_of(states[i].begin(), states[i].end(),
                                       [&](const Generalized::Edge& edge) { return matched(edge, j); });
        if (still) continue;
        above[i][j] = false;
        changed = true;
      }
    }
  }
  return above;
}

namespace {

// Merges states that simulate each other and drops edges that others outdo. True if anything changed.
bool merge(States& states, const base::Stop* stop) {
  if (states.size() > most_compared) return false;
  const auto above = simulation(states, stop);
  const auto n = static_cast<std::uint32_t>(states.size());
  std::vector<std::uint32_t> same(n);
  bool changed = false;
  for (std::uint32_t i = 0; i < n; ++i) {
    same[i] = i;
    for (std::uint32_t j = 0; j < i && same[i] == i; ++j) {
      if (above[i][j] && above[j][i]) same[i] = j;
    }
    changed = changed || same[i] != i;
  }
  for (auto& edges : states) {
    for (auto& edge : edges) edge.target = same[edge.target];
    tidy(edges);
    const auto outdone = [&](std::size_t which) {
      const Generalized::Edge& edge = edges[which];
      for (std::size_t i = 0; i < edges.size(); ++i) {
        const Generalized::Edge& other = edges[i];
        if (i == which || !other.label.covers(edge.label) || (edge.marks & ~other.marks) != 0 ||
            !above[edge.target][other.target]) {
          continue;
        }
        const bool mutual =
            edge.label.covers(other.label) && (other.marks & ~edge.marks) == 0 && above[other.target][edge.target];
        if (!mutual || i < which) return true;
      }
      return false;
    };
    for (std::size_t i = edges.size(); i-- > 0;) {
      base::poll(stop);
      if (!outdone(i)) continue;
      edges.erase(edges.begin() + static_cast<std::ptrdiff_t>(i));
      changed = true;
    }
  }
  return changed;
}

void shrink(States& states, std::uint64_t all, std::uint64_t passing, const base::Stop* stop) {
  do {
    prune(states, all, stop);
    settle_marks(states, all, passing);
  } while (merge(states, stop));
}

}  // namespace

void reduce(Generalized& automaton, std::uint64_t passing_marks, const base::Stop* stop) {
  shrink(automaton.states, automaton.all, passing_marks & automaton.all, stop);
}

Automaton degeneralize(const Generalized& automaton, const std::vector<unsigned>& order) {
  const auto last = static_cast<std::uint32_t>(order.size());
  struct Copy {
    std::uint32_t state;
    std::uint32_t level;  // so many of the marks have been met; all: accepting
  };
  std::vector<Copy> copies;
  std::vector<std::vector<std::uint32_t>> number(automaton.states.size(),
                                                 std::vector<std::uint32_t>(last + 1, ~std::uint32_t{0}));
  const auto copy = [&](std::uint32_t state, std::uint32_t level) {
    std::uint32_t& at = number[state][level];
    if (at == ~std::uint32_t{0}) {
      at = static_cast<std::uint32_t>(copies.size());
      copies.push_back({state, level});
    }
    return at;
  };
  const std::vector<std::uint32_t> component = components(automaton.states);
  Automaton out;
  copy(0, 0);
  for (std::size_t i = 0; i < copies.size(); ++i) {
    const Copy from = copies[i];
    Automaton::State state;
    state.accepting = from.level == last;
    for (const Generalized::Edge& edge : automaton.states[from.state]) {
      std::uint32_t level = from.level == last ? 0 : from.level;
      if (component[from.state] != component[edge.target]) {
        level = 0;  // what was met before counts for nothing
      } else {
        while (level < last && (edge.marks >> order[level] & 1) != 0) ++level;
      }
      state.edges.push_back({edge.label, copy(edge.target, level)});
    }
    out.states.push_back(std::move(state));
  }
  return out;
}

namespace {

// The marks of an edge between two components count for nothing. Where it could be taken to be one of those inside that
// lead to the same state, it is: then there are no copies that are entered from outside only.
std::vector<Generalized::Edge> entering(const States& states, const std::vector<std::uint32_t>& component,
                                        const Generalized::Edge& edge) {
  std::vector<Generalized::Edge> out{{edge.label, edge.target, 0}};
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    if (component[i] != component[edge.target]) continue;
    for (const Generalized::Edge& inside : states[i]) {
      if (inside.target != edge.target || inside.marks == 0) continue;
      const Label both{edge.label.holds | inside.label.holds, edge.label.fails | inside.label.fails};
      if ((both.holds & both.fails) == 0) out.push_back({both, edge.target, inside.marks});
    }
  }
  tidy(out);
  return out;
}

}  // namespace

Automaton with_sets(const Generalized& automaton, const std::vector<unsigned>& marks) {
  const States& states = automaton.states;
  const auto all = static_cast<std::uint16_t>((1u << marks.size()) - 1);
  std::vector<std::pair<std::uint32_t, std::uint16_t>> copies{{0, all}};
  std::map<std::pair<std::uint32_t, std::uint16_t>, std::uint32_t> number{{copies.front(), 0}};
  const auto copy = [&](const Generalized::Edge& edge) {
    std::uint16_t unmet = all;
    for (std::size_t i = 0; i < marks.size(); ++i) {
      if ((edge.marks >> marks[i] & 1) != 0) unmet = static_cast<std::uint16_t>(unmet & ~(1u << i));
    }
    const auto [at, fresh] = number.emplace(std::pair{edge.target, unmet}, static_cast<std::uint32_t>(copies.size()));
    if (fresh) copies.emplace_back(edge.target, unmet);
    return at->second;
  };
  const std::vector<std::uint32_t> component = components(states);
  Automaton out;
  for (std::size_t i = 0; i < copies.size(); ++i) {
    const auto [from, unmet] = copies[i];
    Automaton::State state{true, unmet, {}};
    for (const Generalized::Edge& edge : states[from]) {
      if (component[from] == component[edge.target]) {
        state.edges.push_back({edge.label, copy(edge)});
        continue;
      }
      for (const Generalized::Edge& one : entering(states, component, edge))
        state.edges.push_back({one.label, copy(one)});
    }
    out.states.push_back(std::move(state));
  }
  return out;
}

// A mark on all edges out of a state is the state's own.
Generalized lend(const Automaton& automaton) {
  std::uint16_t sets = 0;
  for (const Automaton::State& state : automaton.states) sets |= state.unmet;
  Generalized lent;
  lent.all = std::uint64_t{sets} << 1 | 1;
  for (const Automaton::State& state : automaton.states) {
    auto& edges = lent.states.emplace_back();
    const std::uint64_t met = static_cast<std::uint64_t>(sets & ~state.unmet) << 1;
    for (const Automaton::Edge& edge : state.edges) {
      edges.push_back({edge.label, edge.target, met | (state.accepting ? 1 : 0)});
    }
  }
  return lent;
}

void reduce(Automaton& automaton, bool passing, const base::Stop* stop) {
  Generalized lent = lend(automaton);
  const auto settle = [&] {
    const std::vector<std::uint32_t> component = components(lent.states);
    std::vector<std::uint32_t> inside(lent.states.size(), 0);
    std::vector<bool> accepting(lent.states.size(), false);
    for (std::uint32_t i = 0; i < lent.states.size(); ++i) {
      for (const auto& edge : lent.states[i]) {
        if (component[i] != component[edge.target]) continue;
        ++inside[component[i]];
        if (edge.marks != 0) accepting[component[i]] = true;
      }
    }
    for (std::uint32_t i = 0; i < lent.states.size(); ++i) {
      for (auto& edge : lent.states[i]) {
        if (inside[component[i]] == 0) edge.marks = passing ? 1 : 0;
        if (inside[component[i]] != 0 && !accepting[component[i]]) edge.marks = 0;
      }
    }
  };
  do {
    prune(lent.states, lent.all, stop);
    settle();
  } while (merge(lent.states, stop));
  automaton.states.clear();
  for (auto& edges : lent.states) {
    Automaton::State& state = automaton.states.emplace_back();
    state.accepting = !edges.empty() && edges.front().marks != 0;
    for (const auto& edge : edges) state.edges.push_back({edge.label, edge.target});
    std::sort(state.edges.begin(), state.edges.end());
  }
}

}  // namespace waymark::ltl
