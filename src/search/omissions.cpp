#include "search/omissions.hpp"

#include <algorithm>
#include <cmath>

namespace waymark::search {

namespace {

constexpr double most_missed_share = 0.25;

// The share covered, where so many were missed of those met.
double covered_share(double states, double missed, double arrivals) {
  const double kept = states / (states + missed);
  double covered = kept;
  // Falls towards the largest solution; where q is large and d small that takes long, and matters little.
  constexpr int rounds = 1000;
  for (int i = 0; i < rounds; ++i) covered = kept * (1 - std::pow(1 - covered, std::max(arrivals, 1.0)));
  return covered;
}

}  // namespace

std::optional<Estimate> estimate_omissions(const Tallies& tallies, double missed) {
  const auto states = static_cast<double>(tallies.states);
  if (missed > most_missed_share * (states + missed)) return std::nullopt;
  constexpr double deviations = 1.96;  // 95% lie between as many on either side
  const double spread = deviations * std::sqrt(missed);
  const double fewer = std::max(missed - spread - 1, 0.0);
  const double more = missed < 0.05 ? missed : missed + spread + 1;  // of what is so unlikely nothing happens
  Estimate estimate;
  estimate.covered = tallies.states;
  estimate.arrivals = static_cast<double>(tallies.transitions) / std::max(states, 1.0);
  estimate.coverage = covered_share(states, missed, estimate.arrivals);
  const double low = covered_share(states, more, estimate.arrivals);
  estimate.low = low * low;
  estimate.high = states / (states + fewer);
  return estimate;
}

}  // namespace waymark::search
