// What one rank of a cluster has done of a search.
#pragma once

#include <cstdint>
#include <vector>

#include "cluster/exchange/outbox.hpp"
#include "cluster/transport/transport.hpp"
#include "search/observer.hpp"
#include "search/statistics.hpp"

namespace waymark::cluster {

using search::RankStatistics;
using search::Traffic;

// What each has done, by rank. For all ranks at once.
[[nodiscard]] std::vector<RankStatistics> gather_shares(Transport& transport, RankStatistics mine);
// The same by process, if each has so many ranks, which share its memory: they wait as long as they do on average.
[[nodiscard]] std::vector<RankStatistics> by_process(const std::vector<RankStatistics>& ranks, unsigned in_a_process);
// What all have done; nothing of violations and times.
[[nodiscard]] search::Tallies tallies_of(const std::vector<RankStatistics>& shares);

}  // namespace waymark::cluster
