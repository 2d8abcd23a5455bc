#include "cluster/search/rank_statistics.hpp"

#include <algorithm>
#include <array>

#include "base/bytes.hpp"
#include "cluster/transport/collective.hpp"

namespace waymark::cluster {

namespace {

// All figures but times.
std::array<std::uint64_t*, 14> figures(RankStatistics& share) {
  return {&share.states,     &share.met,        &share.explored,     &share.transitions, &share.retaken,
          &share.depth,      &share.bytes,      &share.store_bytes,  &share.moved,       &share.sent.states,
          &share.sent.again, &share.sent.ahead, &share.sent.batches, &share.sent.bytes};
}

}  // namespace

std::vector<RankStatistics> gather_shares(Transport& transport, RankStatistics mine) {
  constexpr double microseconds = 1e6;
  base::ByteSink sink;
  for (const std::uint64_t* const figure : figures(mine)) sink.varint(*figure);
  sink.varint(static_cast<std::uint64_t>(mine.waited * microseconds));
  std::vector<RankStatistics> shares;
  gather(transport, sink, [&](MessageReader& reader) {
    RankStatistics& share = shares.emplace_back();
    for (std::uint64_t* const figure : figures(share)) *figure = reader.number();
    share.waited = static_cast<double>(reader.number()) / microseconds;
  });
  return shares;
}

std::vector<RankStatistics> by_process(const std::vector<RankStatistics>& ranks, unsigned in_a_process) {
  std::vector<RankStatistics> processes(ranks.size() / in_a_process);
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    RankStatistics one = ranks[rank];
    RankStatistics& all = processes[rank / in_a_process];
    const std::uint64_t depth = std::max(all.depth, one.depth);
    const std::uint64_t bytes = std::max(all.bytes, one.bytes);
    const auto sums = figures(all);
    const auto parts = figures(one);
    for (std::size_t i = 0; i < sums.size(); ++i) *sums[i] += *parts[i];
    all.depth = depth;
    all.bytes = bytes;
    all.waited += one.waited / in_a_process;
  }
  return processes;
}

search::Tallies tallies_of(const std::vector<RankStatistics>& shares) {
  search::Tallies tallies;
  for (const RankStatistics& share : shares) {
    tallies.states += share.met;
    tallies.explored += share.explored;
    tallies.transitions += share.transitions;
    tallies.depth = std::max(tallies.depth, share.depth);
  }
  return tallies;
}

}  // namespace waymark::cluster
