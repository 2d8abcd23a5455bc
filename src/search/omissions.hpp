// What a search over a store that takes new states for known ones has missed: an estimate.
//
// Of the states met, a share q is expected to have been taken for known; the store says so. Such a state is not
// expanded, so states to which it alone leads are not met at all. A state with d predecessors is met unless all of them
// were missed. So the share c that was covered is the largest that satisfies c = (1 - q) (1 - (1 - c)^d), with d the
// mean number of transitions per state.
//
// How many states are missed is chance, and what is expected its mean: of so many independent and unlikely events as
// Poisson's law has it. The interval has the numbers between which 95 cases of 100 lie, and beyond the larger one
// once more the share of what is missed behind what was missed, which comes in clusters.
// tests/search/omission_intervals.py compares it with the truth. Where a quarter of the states met were taken for
// known, the store is so full that all this says nothing, and there is no estimate.
#pragma once

#include <optional>

#include "search/outcome.hpp"

namespace waymark::search {

// `missed` as store::Store says it.
[[nodiscard]] std::optional<Estimate> estimate_omissions(const Tallies& tallies, double missed);

}  // namespace waymark::search
