// Generalized: an automaton whose edges carry marks; a run is accepted if it meets every mark again and again. What
// the tableau makes out of a formula, before marks are turned into accepting states.
#pragma once

#include <cstdint>
#include <vector>

#include "ltl/automaton.hpp"
#include "ltl/terms.hpp"

namespace waymark::ltl {

struct Generalized {
  struct Edge {
    Label label;
    std::uint32_t target = 0;
    std::uint64_t marks = 0;
    friend auto operator<=>(const Edge&, const Edge&) = default;
  };
  std::uint64_t all = 0;                  // marks there are
  std::vector<std::vector<Edge>> states;  // the first is initial
};

using States = std::vector<std::vector<Generalized::Edge>>;

// The on-the-fly tableau: a state is a set of terms that the rest of the word owes; an edge says which of the `until`
// terms it does not put off. (Couvreur; Gerth, Peled, Vardi, Wolper.)
[[nodiscard]] Generalized tableau(Terms& terms, Term term);

// Makes it smaller without changing what it accepts: hopeless states go, states that simulate each other become one,
// edges that another one outdoes go. (Somenzi and Bloem.) `passing_marks`: what edges outside of cycles are taken to
// carry; it changes nothing in the language, but what can be merged. It polls `stop`, if any.
void reduce(Generalized& automaton, std::uint64_t passing_marks, const base::Stop* stop = nullptr);

// Marks are waited for one after another; `order` lists them. Accepting states are those in which all have been met.
[[nodiscard]] Automaton degeneralize(const Generalized& automaton, const std::vector<unsigned>& order);

// Marks become sets of accepting states: a state remembers those of the edge by which it was entered. `marks` lists
// them, sixteen at most.
[[nodiscard]] Automaton with_sets(const Generalized& automaton, const std::vector<unsigned>& marks);

// An automaton whose edges carry the marks of the state they leave: one that it is accepting, and one for each further
// set.
[[nodiscard]] Generalized lend(const Automaton& automaton);

// Strongly connected components, numbered so that edges lead to lower or equal numbers.
[[nodiscard]] std::vector<std::uint32_t> components(const States& states);

// above[i][j]: j can do whatever i can, edge by edge, with at least the marks (direct simulation).
[[nodiscard]] std::vector<std::vector<bool>> simulation(const States& states, const base::Stop* stop = nullptr);

// Like reduce() above, for an automaton with accepting states. `passing`: whether states outside of cycles are taken as
// accepting.
void reduce(Automaton& automaton, bool passing, const base::Stop* stop = nullptr);

}  // namespace waymark::ltl
