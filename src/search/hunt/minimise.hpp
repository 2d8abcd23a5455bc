// A violation with few preemptions and few steps, made from one that was found anyhow. The run is taken for a plan: who
// runs up to which of its own steps. Parts of the plan are left out, or go on for longer, and the program is run along
// what is left. What violates the same with fewer preemptions, or with as many in fewer steps, is the next plan.
// Nothing is believed of a plan: a run that comes out is a run of the program, which shows the violation.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/stop.hpp"
#include "model/model.hpp"
#include "search/limits.hpp"

namespace waymark::search {

struct Shown {
  model::Violation violation;
  std::vector<std::uint32_t> choices;
  std::uint64_t steps = 0;
  // A step preempts the one who moved last if it is another's and the last one could have moved.
  std::uint64_t preemptions = 0;
};

struct Minimised {
  Shown first;  // as it was given
  Shown best;
};

// What `judged` calls a violation at the end of these choices, and a better way there, found by firing at most so many
// steps. Nothing if there is no violation, or it is a cycle. Throws base::Stopped.
[[nodiscard]] std::optional<Minimised> minimise(model::Model& model, const Judged& judged,
                                                const std::vector<std::uint32_t>& choices, std::uint64_t most_steps);

}  // namespace waymark::search
