// How deep a result is that holds: what all models have seen, and what that leaves to be desired.
#pragma once

#include "check/plan/team.hpp"
#include "check/say/result.hpp"
#include "model/observed.hpp"

namespace waymark::check {

// The sum over all members, which call this at once.
[[nodiscard]] model::Observed seen_by_all(const model::Observed& here, const Team& team);
// Nothing for a result that does not hold, or of which it is not known.
[[nodiscard]] std::optional<Shallow> how_shallow(const Result& result);

}  // namespace waymark::check
