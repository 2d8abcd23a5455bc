// What one rank of a cluster has done of a search.
#pragma once

#include <cstdint>
#include <vector>

#include "cluster/exchange/outbox.hpp"
#include "cluster/transport/transport.hpp"
#include "search/observer.hpp"

namespace waymark::cluster {

struct RankStatistics {
  std::uint64_t states = 0;  // that it keeps in the end
  std::uint64_t met = 0;     // that were new to it
  std::uint64_t explored = 0;
  std::uint64_t transitions = 0;  // that it has taken
  std::uint64_t retaken = 0;      // and taken again, where cycles are looked for
  std::uint64_t depth = 0;
  std::uint64_t bytes = 0;        // of memory, by the budget
  std::uint64_t store_bytes = 0;  // of these, the store's
  std::uint64_t moved = 0;        // states that it gave away
  Traffic sent;
  double waited = 0;  // seconds in which there was nothing to do
};

// What each has done, by rank. For all ranks at once.
[[nodiscard]] std::vector<RankStatistics> gather_shares(Transport& transport, RankStatistics mine);
// The same by process, if each has so many ranks, which share its memory: they wait as long as they do on average.
[[nodiscard]] std::vector<RankStatistics> by_process(const std::vector<RankStatistics>& ranks, unsigned in_a_process);
// What all have done; nothing of violations and times.
[[nodiscard]] search::Tallies tallies_of(const std::vector<RankStatistics>& shares);

}  // namespace waymark::cluster
