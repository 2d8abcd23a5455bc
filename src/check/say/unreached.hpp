// The statements that nobody ever fired.
#pragma once

#include <optional>
#include <vector>

#include "check/plan/team.hpp"
#include "model/model.hpp"

namespace waymark::check {

// Those of the model; only those among `among`, if that is given.
[[nodiscard]] std::vector<model::ActionId> unreached(const model::Model& model,
                                                     const std::vector<model::ActionId>* among = nullptr);
// What the model tells to have been executed: its first action that counts. Nothing: it tells that of none.
[[nodiscard]] std::optional<model::Action> counted(const model::Model& model);
// Those of these statements that count, by process type, in their order.
[[nodiscard]] std::vector<model::Action> describe(const model::Model& model, const std::vector<model::ActionId>& ids);
// Those that the model of no member fired, of all that any of them knows. For all members at once.
[[nodiscard]] std::vector<model::Action> unreached(const model::Model& model, const Team& team,
                                                   const std::vector<model::ActionId>* among);

}  // namespace waymark::check
