// The statements that nobody ever fired.
#pragma once

#include <vector>

#include "cluster/transport.hpp"
#include "model/model.hpp"

namespace waymark::check {

// Those of the model, by process type, in their order.
[[nodiscard]] std::vector<model::Action> unreached(const model::Model& model);
// Those that the model of no rank fired, of all that any of them knows. For all ranks at once.
[[nodiscard]] std::vector<model::Action> unreached(const model::Model& model, cluster::Transport& transport);

}  // namespace waymark::check
