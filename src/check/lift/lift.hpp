// A violation that was found in a slice, as one of the whole program: a run that takes the same steps, and in between
// those that the slice leaves out. Any of these will do, for they make no difference; so nothing is searched for. The
// run is judged anew by the definition of what it violates, so that a report never says more than is so.
#pragma once

#include <optional>

#include "base/stop.hpp"
#include "check/say/result.hpp"
#include "load/program.hpp"

namespace waymark::check {

// The same in the choices of the whole program. Nothing if the run could not be completed, or does not show it. Throws
// base::Stopped if `stop`, if any, says so.
[[nodiscard]] std::optional<Found> lift(const JudgedRun& violated, const load::Program& slice,
                                        const load::Program& whole, const base::Stop* stop);

}  // namespace waymark::check
