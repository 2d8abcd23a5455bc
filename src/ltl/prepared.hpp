// Prepared: an automaton made ready for a search through its product with a program: it accepts the same, but goes
// fewer ways, and tells what its cycles have in common.
#pragma once

#include <cstdint>
#include <vector>

#include "base/stop.hpp"
#include "ltl/automaton.hpp"

namespace waymark::ltl {

struct Prepared {
  Automaton automaton;
  // Of each of its states:
  std::vector<std::uint32_t> component;  // strongly connected: a cycle stays within one
  std::vector<bool> weak;                // in its component all states are accepting, or none is
};

// Where the letters of an edge are also those of one whose target can do all the same, the edge loses them: often
// nothing is left to choose, and of the product half. States that are not accepting but on accepting cycles only
// become accepting, and those on no cycle cease to be.
// Throws base::Stopped where `stop`, if any, says so: edges are compared with edges.
[[nodiscard]] Prepared prepare(Automaton automaton, const base::Stop* stop = nullptr);

// Whether all of its components are weak.
[[nodiscard]] bool is_weak(const Prepared& prepared);

}  // namespace waymark::ltl
