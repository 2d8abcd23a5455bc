// Büchi automata over propositions. An edge can be taken in a state of the program in which all its `holds` are true
// and all its `fails` are false; a run is accepted if it passes through accepting states again and again. There may be
// further sets of accepting states; it has to pass through each of them then.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "ltl/formula.hpp"

namespace waymark::ltl {

struct Label {
  std::uint64_t holds = 0;
  std::uint64_t fails = 0;

  [[nodiscard]] bool admits(std::uint64_t letter) const { return (letter & holds) == holds && (letter & fails) == 0; }
  // Whether it admits everything that the other one does.
  [[nodiscard]] bool covers(const Label& other) const {
    return (holds & ~other.holds) == 0 && (fails & ~other.fails) == 0;
  }
  friend auto operator<=>(const Label&, const Label&) = default;
};

struct Automaton {
  struct Edge {
    Label label;
    std::uint32_t target = 0;
    friend auto operator<=>(const Edge&, const Edge&) = default;
  };
  struct State {
    bool accepting = false;
    std::uint16_t unmet = 0;  // of the further sets, those that it is not in
    std::vector<Edge> edges;
    friend auto operator<=>(const State&, const State&) = default;
  };

  std::vector<std::string> propositions;  // bit i of a letter stands for propositions[i]
  std::vector<State> states;              // the first is initial; empty: accepts nothing
};

// An automaton that accepts exactly the words that satisfy the formula, or violate it if negated. Throws
// base::InputError for formulas that are too large, and base::Stopped where `stop`, if any, says so: the automaton may
// take much longer to make than the formula is long.
[[nodiscard]] Automaton translate(const Formula& formula, bool negated, const base::Stop* stop = nullptr);

// The same with further sets of accepting states, if there are two marks to be met or more: the automaton need not
// remember for which of them it waits, so its product with a program is smaller. For who knows of these sets.
[[nodiscard]] Automaton translate_with_sets(const Formula& formula, bool negated, const base::Stop* stop = nullptr);

// Whether it accepts the word (see satisfies()).
[[nodiscard]] bool accepts(const Automaton& automaton, const std::vector<std::uint64_t>& letters, std::size_t loop);

[[nodiscard]] std::string text(const Label& label, const std::vector<std::string>& propositions);
// One line per edge, for people.
[[nodiscard]] std::string text(const Automaton& automaton);
// For Graphviz.
[[nodiscard]] std::string dot(const Automaton& automaton);
// As Spin writes it.
[[nodiscard]] std::string never_claim(const Automaton& automaton);

}  // namespace waymark::ltl
