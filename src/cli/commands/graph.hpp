// The states of a program, to be drawn.
#pragma once

#include <cstdint>
#include <vector>

#include "base/stop.hpp"
#include "load/load.hpp"
#include "report/state_graph.hpp"

namespace waymark::cli {

// With the way of these choices, if there are any.
[[nodiscard]] report::StateGraph graph_of(const load::Program& program, const std::vector<std::uint32_t>& choices,
                                          std::uint64_t most_states, const base::Stop& stop);

}  // namespace waymark::cli
