#include <fmt/format.h>

#include "ltl/automaton.hpp"

namespace waymark::ltl {

namespace {

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

bool accepts_all_from_here(const Automaton& automaton, std::uint32_t number) {
  const Automaton::State& state = automaton.states[number];
  return state.accepting && state.edges.size() == 1 && state.edges.front() == Automaton::Edge{{}, number};
}

std::string claim_name(const Automaton& automaton, std::uint32_t number) {
  if (accepts_all_from_here(automaton, number)) return "accept_all";
  return fmt::format("{}_{}{}", automaton.states[number].accepting ? "accept" : "T", number,
                     number == 0 ? "_init" : "");
}

}  // namespace

std::string text(const Label& label, const std::vector<std::string>& propositions) {
  std::string out;
  for (std::size_t i = 0; i < propositions.size(); ++i) {
    const bool holds = (label.holds >> i & 1) != 0;
    if (!holds && (label.fails >> i & 1) == 0) continue;
    if (!out.empty()) out += " && ";
    const bool word = propositions[i].find_first_not_of(
                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") == std::string::npos;
    out += holds ? "" : "!";
    out += word ? propositions[i] : "(" + propositions[i] + ")";
  }
  return out.empty() ? "true" : out;
}

std::string text(const Automaton& automaton) {
  if (automaton.states.empty()) return "accepts nothing\n";
  std::string out;
  for (std::size_t i = 0; i < automaton.states.size(); ++i) {
    out +=
        fmt::format("state {}{}{}\n", i, i == 0 ? ", initial" : "", automaton.states[i].accepting ? ", accepting" : "");
    for (const Automaton::Edge& edge : automaton.states[i].edges) {
      out += fmt::format("  {} -> {}\n", text(edge.label, automaton.propositions), edge.target);
    }
  }
  return out;
}

std::string dot(const Automaton& automaton) {
  std::string out = "digraph automaton {\n  rankdir=LR\n  start [shape=point]\n";
  if (!automaton.states.empty()) out += "  start -> 0\n";
  for (std::size_t i = 0; i < automaton.states.size(); ++i) {
    out += fmt::format("  {} [shape={}]\n", i, automaton.states[i].accepting ? "doublecircle" : "circle");
    for (const Automaton::Edge& edge : automaton.states[i].edges) {
      out +=
          fmt::format("  {} -> {} [label=\"{}\"]\n", i, edge.target, escaped(text(edge.label, automaton.propositions)));
    }
  }
  return out + "}\n";
}

std::string never_claim(const Automaton& automaton) {
  std::string out = "never {\n";
  if (automaton.states.empty()) out += "T_0_init:\n  false\n";
  for (std::uint32_t i = 0; i < automaton.states.size(); ++i) {
    out += claim_name(automaton, i) + ":\n";
    if (accepts_all_from_here(automaton, i)) {
      out += "  skip\n";
      continue;
    }
    out += "  do\n";
    for (const Automaton::Edge& edge : automaton.states[i].edges) {
      out += fmt::format("  :: ({}) -> goto {}\n", text(edge.label, automaton.propositions),
                         claim_name(automaton, edge.target));
    }
    out += "  od;\n";
  }
  return out + "}\n";
}

}  // namespace waymark::ltl
