// StateGraph: all states of a small program and how they are connected, to be drawn. Explored for this alone,
// breadth-first and with nothing left out, up to as many states as a picture can bear.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "model/model.hpp"

namespace waymark::report {

struct StateGraph {
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::string label;  // the statement with which the step begins
  };
  std::vector<std::uint32_t> depth;  // of each state: steps from the initial one, which is 0
  std::vector<std::string> values;   // of the first states: "x = 1, y = 0"
  std::vector<Edge> edges;
  std::vector<std::uint32_t> bad;  // where nothing goes on that should, or a step fails
  std::vector<std::uint32_t> way;  // the states of a counterexample, as far as they are here
  bool complete = true;            // there are no others
};

// The states that `choices` lead through are the way; none: there is no way to be shown. Polls `stop`.
[[nodiscard]] StateGraph state_graph(model::Model& model, std::uint64_t most_states,
                                     std::span<const std::uint32_t> choices, const base::Stop& stop);

// As input for Graphviz, and for programs that read GraphML.
[[nodiscard]] std::string dot(const StateGraph& graph);
[[nodiscard]] std::string graphml(const StateGraph& graph);

}  // namespace waymark::report
