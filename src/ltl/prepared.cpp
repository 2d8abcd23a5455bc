#include "ltl/prepared.hpp"

#include <algorithm>

#include "ltl/generalized.hpp"

namespace waymark::ltl {

namespace {

constexpr std::size_t most_narrowed = 100;  // states; comparing all with all is not worth its time for more
constexpr std::size_t most_pieces = 16;     // of one edge

// What the first label admits and the second does not, as labels that exclude each other.
void subtract(const Label& from, const Label& taken, std::vector<Label>& out) {
  if ((from.holds & taken.fails) != 0 || (from.fails & taken.holds) != 0) {
    out.push_back(from);
    return;
  }
  Label rest = from;
  for (unsigned i = 0; i < 64; ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    if ((taken.holds & ~from.holds & bit) != 0) {
      out.push_back({rest.holds, rest.fails | bit});
      rest.holds |= bit;
    } else if ((taken.fails & ~from.fails & bit) != 0) {
      out.push_back({rest.holds | bit, rest.fails});
      rest.fails |= bit;
    }
  }
}

// Which of two edges out of one state makes the other superfluous where both could be taken. (Pruning by direct
// simulation of the targets; that it is asked of the automaton as it was keeps the language, whatever else goes.)
bool outdoes(const Automaton::State& state, std::size_t one, std::size_t other,
             const std::vector<std::vector<bool>>& above) {
  const std::uint32_t target = state.edges[other].target;
  const std::uint32_t better = state.edges[one].target;
  if (!above[target][better]) return false;
  return !above[better][target] || one < other;
}

void narrow(Automaton& automaton, const base::Stop* stop) {
  if (automaton.states.size() > most_narrowed) return;
  const auto above = simulation(lend(automaton).states, stop);
  for (Automaton::State& state : automaton.states) {
    std::vector<Automaton::Edge> edges;
    for (std::size_t i = 0; i < state.edges.size(); ++i) {
      base::poll(stop);
      std::vector<Label> pieces{state.edges[i].label};
      for (std::size_t j = 0; j < state.edges.size(); ++j) {
        if (i == j || !outdoes(state, j, i, above)) continue;
        std::vector<Label> left;
        for (const Label& piece : pieces) subtract(piece, state.edges[j].label, left);
        if (left.size() <= most_pieces) pieces = std::move(left);
      }
      for (const Label& piece : pieces) edges.push_back({piece, state.edges[i].target});
    }
    state.edges = std::move(edges);
  }
}

// Whether a component has a cycle through states that `kept` names.
std::vector<bool> cyclic(const Automaton& automaton, const std::vector<std::uint32_t>& component,
                         const std::vector<bool>& kept) {
  States part(automaton.states.size());
  for (std::size_t i = 0; i < part.size(); ++i) {
    for (const Automaton::Edge& edge : automaton.states[i].edges) {
      if (kept[i] && kept[edge.target]) part[i].push_back({edge.label, edge.target, 0});
    }
  }
  const std::vector<std::uint32_t> inner = components(part);
  std::vector<bool> out(automaton.states.size(), false);
  for (std::size_t i = 0; i < part.size(); ++i) {
    for (const auto& edge : part[i]) {
      if (inner[i] == inner[edge.target]) out[component[i]] = true;
    }
  }
  return out;
}

}  // namespace

Prepared prepare(Automaton automaton, const base::Stop* stop) {
  narrow(automaton, stop);
  const std::size_t n = automaton.states.size();
  Prepared out;
  out.component = components(lend(automaton).states);
  // What states do not meet, and what those of a component do not: that they are accepting, and the further sets.
  std::vector<std::uint32_t> unmet(n), unmet_by_all(n, ~std::uint32_t{0});
  std::uint32_t all = 1;
  for (std::size_t i = 0; i < n; ++i) {
    const Automaton::State& state = automaton.states[i];
    unmet[i] = std::uint32_t{state.unmet} << 1 | (state.accepting ? 0 : 1);
    unmet_by_all[out.component[i]] &= unmet[i];
    all |= unmet[i];
  }
  const std::vector<bool> any_cycle = cyclic(automaton, out.component, std::vector<bool>(n, true));
  std::vector<bool> bad_cycle(n, false);
  for (std::uint32_t bit = 1; bit <= all; bit <<= 1) {
    std::vector<bool> without(n);
    for (std::size_t i = 0; i < n; ++i) without[i] = (unmet[i] & bit) != 0;
    const std::vector<bool> bad = cyclic(automaton, out.component, without);
    for (std::size_t i = 0; i < n; ++i) bad_cycle[i] = bad_cycle[i] || bad[i];
  }
  std::vector<bool> has_accepting(n, false);
  for (std::size_t i = 0; i < n; ++i) has_accepting[i] = any_cycle[i] && unmet_by_all[i] == 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t here = out.component[i];
    out.weak.push_back(!has_accepting[here] || !bad_cycle[here]);
    if (!out.weak.back()) continue;
    automaton.states[i].accepting = has_accepting[here];
    automaton.states[i].unmet = 0;
  }
  out.automaton = std::move(automaton);
  return out;
}

bool is_weak(const Prepared& prepared) {
  return std::all_of(prepared.weak.begin(), prepared.weak.end(), [](bool one) { return one; });
}

}  // namespace waymark::ltl
