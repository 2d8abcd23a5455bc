#include "search/omissions.hpp"

#include <algorithm>
#include <cmath>

namespace waymark::search {

Estimate estimate_omissions(const Tallies& tallies, double missed) {
  const auto states = static_cast<double>(tallies.states);
  Estimate estimate;
  estimate.covered = tallies.states;
  estimate.arrivals = static_cast<double>(tallies.transitions) / std::max(states, 1.0);
  const double kept = states / (states + missed);
  double covered = kept;
  // Falls towards the largest solution; where q is large and d small that takes long, and matters little.
  constexpr int rounds = 1000;
  for (int i = 0; i < rounds; ++i) covered = kept * (1 - std::pow(1 - covered, std::max(estimate.arrivals, 1.0)));
  estimate.coverage = covered;
  estimate.low = covered * covered;
  estimate.high = kept;
  return estimate;
}

}  // namespace waymark::search
