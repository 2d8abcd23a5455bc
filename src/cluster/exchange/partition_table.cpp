#include "cluster/exchange/partition_table.hpp"

#include <algorithm>
#include <numeric>

namespace waymark::cluster {

bool PartitionTable::balance(unsigned ranks, const std::vector<std::uint64_t>& sizes) {
  std::vector<std::uint64_t> loads(ranks);
  for (std::uint32_t i = 0; i < classes; ++i) loads[ranks_[i]] += sizes[i];
  const std::uint64_t share = std::accumulate(loads.begin(), loads.end(), std::uint64_t{0}) / ranks;
  if (*std::max_element(loads.begin(), loads.end()) <= share + share / 4) return false;
  std::vector<std::uint32_t> order(classes);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return sizes[a] > sizes[b]; });
  bool moved = false;
  for (const std::uint32_t i : order) {
    const unsigned from = ranks_[i];
    const auto emptiest = std::min_element(loads.begin(), loads.end());
    // A class that is as large as the difference would only change places with it.
    if (sizes[i] == 0 || loads[from] <= share || *emptiest + sizes[i] >= loads[from]) continue;
    loads[from] -= sizes[i];
    *emptiest += sizes[i];
    ranks_[i] = static_cast<std::uint16_t>(emptiest - loads.begin());
    moved = true;
  }
  // States yet unknown are spread like those that are known.
  for (std::uint32_t i = 0; i < classes && moved; ++i) {
    if (sizes[i] == 0) ranks_[i] = static_cast<std::uint16_t>(i % ranks);
  }
  return moved;
}

}  // namespace waymark::cluster
