#include <algorithm>
#include <bit>
#include <optional>

#include "ltl/automaton.hpp"
#include "ltl/generalized.hpp"
#include "ltl/terms.hpp"

namespace waymark::ltl {

namespace {

std::size_t edges_of(const Automaton& automaton) {
  std::size_t edges = 0;
  for (const Automaton::State& state : automaton.states) edges += state.edges.size();
  return edges;
}

bool smaller(const Automaton& left, const Automaton& right) {
  if (left.states.size() != right.states.size()) return left.states.size() < right.states.size();
  return edges_of(left) < edges_of(right);
}

// Marks that every edge carries need no waiting for.
std::vector<unsigned> marks_that_matter(const Generalized& automaton) {
  std::uint64_t everywhere = automaton.all;
  for (const auto& edges : automaton.states) {
    for (const auto& edge : edges) everywhere &= edge.marks;
  }
  std::vector<unsigned> out;
  for (unsigned i = 0; i < 64; ++i) {
    if ((automaton.all >> i & 1) != 0 && (everywhere >> i & 1) == 0) out.push_back(i);
  }
  return out;
}

}  // namespace

// Which marks edges outside of cycles are taken to carry, and in which order marks are waited for, decides how small
// the result gets, and no choice is always best: the smallest one is taken.
Automaton translate(const Formula& formula, bool negated, const base::Stop* stop) {
  Terms terms(stop);
  const Term term = terms.normal(formula, negated);
  const Generalized whole = tableau(terms, term);
  std::optional<Automaton> best;
  for (const std::uint64_t passing : {~std::uint64_t{0}, std::uint64_t{0}}) {
    Generalized reduced = whole;
    reduce(reduced, passing, stop);
    std::vector<unsigned> order = marks_that_matter(reduced);
    const std::size_t rotations = reduced.states.size() > 60 ? 1 : std::clamp<std::size_t>(order.size(), 1, 6);
    for (std::size_t rotation = 0; rotation < rotations; ++rotation) {
      for (const bool accepting : {true, false}) {
        base::poll(stop);
        Automaton candidate = degeneralize(reduced, order);
        reduce(candidate, accepting, stop);
        if (!best || smaller(candidate, *best)) best = std::move(candidate);
      }
      if (!order.empty()) std::rotate(order.begin(), order.begin() + 1, order.end());
    }
  }
  best->propositions = terms.propositions();
  if (best->states.size() == 1 && best->states.front().edges.empty()) best->states.clear();
  return *best;
}

Automaton translate_with_sets(const Formula& formula, bool negated, const base::Stop* stop) {
  constexpr std::size_t most_sets = 16;
  constexpr std::size_t most_copies = 1000;
  Terms terms(stop);
  const Term term = terms.normal(formula, negated);
  Generalized reduced = tableau(terms, term);
  reduce(reduced, 0, stop);
  const std::vector<unsigned> marks = marks_that_matter(reduced);
  if (marks.size() < 2 || marks.size() > most_sets) return translate(formula, negated, stop);
  Automaton automaton = with_sets(reduced, marks);
  if (automaton.states.size() > most_copies) return translate(formula, negated, stop);
  automaton.propositions = terms.propositions();
  return automaton;
}

bool accepts(const Automaton& automaton, const std::vector<std::uint64_t>& letters, std::size_t loop) {
  // The product with the word, and in it a node that reaches itself, with all that has to be met among those that it
  // reaches and that reach it.
  const std::size_t length = letters.size();
  const std::size_t n = automaton.states.size() * length;
  if (n == 0) return false;
  const auto successors = [&](std::size_t node, auto&& visit) {
    const std::size_t position = node % length;
    const std::size_t after = position + 1 < length ? position + 1 : loop;
    for (const Automaton::Edge& edge : automaton.states[node / length].edges) {
      if (edge.label.admits(letters[position])) visit(edge.target * length + after);
    }
  };
  const auto reach = [&](std::size_t from) {  // by at least one edge
    std::vector<bool> met(n, false);
    std::vector<std::size_t> waiting{from};
    while (!waiting.empty()) {
      const std::size_t node = waiting.back();
      waiting.pop_back();
      successors(node, [&](std::size_t target) {
        if (met[target]) return;
        met[target] = true;
        waiting.push_back(target);
      });
    }
    return met;
  };
  std::vector<bool> reachable = reach(0);
  reachable[0] = true;
  for (std::size_t node = 0; node < n; ++node) {
    if (!reachable[node] || !automaton.states[node / length].accepting) continue;
    const std::vector<bool> met = reach(node);
    std::uint16_t unmet = automaton.states[node / length].unmet;
    for (std::size_t other = 0; other < n && unmet != 0 && met[node]; ++other) {
      if (met[other] && reach(other)[node]) unmet &= automaton.states[other / length].unmet;
    }
    if (met[node] && unmet == 0) return true;
  }
  return false;
}

}  // namespace waymark::ltl
