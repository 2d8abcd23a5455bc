// A violation on a level, and the order in which one process would have found those of all ranks.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "cluster/exchange/edge.hpp"
#include "cluster/transport/message_reader.hpp"
#include "cluster/transport/transport.hpp"
#include "model/transition.hpp"

namespace waymark::cluster {

struct Violated {
  // When one process finds it: after so many transitions of the source have led to a state (the edge's index). What is
  // wrong with a state is found as the state is discovered, before what else is wrong with the step.
  struct When {
    Edge after;
    bool step = true;
    std::uint64_t order = 0;  // among those of the same kind there
    friend auto operator<=>(const When&, const When&) = default;
  };
  When when;
  model::Violation violation;
  std::vector<std::uint32_t> choices;  // from the source; those to a state that violates an invariant are not known
  std::uint64_t length = 0;            // in transitions
};

// Those of all ranks, the first ones first. For all ranks at once.
[[nodiscard]] std::vector<Violated> gather_violations(Transport& transport, const std::vector<Violated>& mine);

void write_violation(base::ByteSink& sink, const model::Violation& violation);
[[nodiscard]] model::Violation read_violation(MessageReader& reader);

}  // namespace waymark::cluster
