// What a search over a store that takes new states for known ones has missed: an estimate.
//
// Of the states met, a share q is expected to have been taken for known; the store says so. Such a state is not
// expanded, so states to which it alone leads are not met at all. A state with d predecessors is met unless all of them
// were missed. So the share c that was covered is the largest that satisfies c = (1 - q) (1 - (1 - c)^d), with d the
// mean number of transitions per state.
#pragma once

#include "search/outcome.hpp"

namespace waymark::search {

// `missed` as store::Store says it.
[[nodiscard]] Estimate estimate_omissions(const Tallies& tallies, double missed);

}  // namespace waymark::search
