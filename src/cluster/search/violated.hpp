// What ranks tell each other of violations at the end of a level, and in which order one process would have found them.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "cluster/search/tree.hpp"
#include "cluster/transport/transport.hpp"
#include "model/transition.hpp"

namespace waymark::cluster {

// Where one process finds a violation: after so many transitions of the source have arrived (the edge's index). What is
// wrong with a state is found as the state is discovered, before what else is wrong with the step.
struct Place {
  Edge after;
  bool step = true;
  std::uint64_t order = 0;  // among those of the same kind there
  friend auto operator<=>(const Place&, const Place&) = default;
};

struct Violated {
  Place place;
  model::Violation violation;
  std::vector<std::uint32_t> choices;  // from the source; those to a state that violates an invariant are not known
  std::uint64_t length = 0;            // in transitions
};

// Those of all ranks, the first ones first. For all ranks at once.
[[nodiscard]] std::vector<Violated> gather_violations(Transport& transport, const std::vector<Violated>& mine);

void write_violation(base::ByteSink& sink, const model::Violation& violation);
class MessageReader;
[[nodiscard]] model::Violation read_violation(MessageReader& heard);

}  // namespace waymark::cluster
