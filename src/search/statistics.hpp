// Statistics: what a search did, beside its outcome; for reports.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace waymark::search {

// Messages that a rank of a cluster sent.
struct Traffic {
  std::uint64_t states = 0;   // sent whole
  std::uint64_t again = 0;    // edges to a state that the other end was told to remember
  std::uint64_t ahead = 0;    // edges to a state that the other end has found itself
  std::uint64_t batches = 0;  // of such records
  std::uint64_t bytes = 0;    // in these
};

// What one rank of a cluster has done.
struct RankStatistics {
  std::uint64_t states = 0;  // that it keeps in the end
  std::uint64_t met = 0;     // that were new to it
  std::uint64_t explored = 0;
  std::uint64_t transitions = 0;  // that it has taken
  std::uint64_t retaken = 0;      // and taken again, in searches for cycles
  std::uint64_t depth = 0;
  std::uint64_t bytes = 0;        // of memory, by the budget
  std::uint64_t store_bytes = 0;  // of these, the store's
  std::uint64_t moved = 0;        // states that it gave away
  Traffic sent;
  double waited = 0;  // seconds in which there was nothing to do
};

// The searches of a swarm.
struct SwarmRuns {
  std::size_t begun = 0;
  std::uint64_t fewest = 0;  // states met by the one that met fewest
  std::uint64_t most = 0;    // and most
};

// The runs of a hunt.
struct HuntRuns {
  static constexpr std::size_t most_points = 4;

  std::uint64_t runs = 0;                                     // that ended, or found something
  std::uint64_t actors = 1;                                   // most that could move in a run
  std::uint64_t decisions = 1;                                // most points of a run at which several could
  std::array<std::uint64_t, most_points + 1> by_points = {};  // runs by priorities with so many change points
};

// A search in the order of preemptions.
struct Waves {
  std::vector<std::uint64_t> states;      // that need no preemption, one, and so on
  std::optional<std::uint64_t> violated;  // preemptions of the first violation
  bool cut_off = false;                   // some runs have more
};

struct Statistics {
  // Of a search that keeps states itself, not in Parts::store:
  std::uint64_t store_bytes = 0;
  std::uint64_t disk_bytes = 0;  // most on disk at a time
  bool may_omit = false;         // it may take a new state for a known one
  std::uint64_t falls = 0;       // how often the bound fell by which it samples

  std::optional<SwarmRuns> runs;
  std::optional<Waves> waves;
  std::optional<HuntRuns> hunt;
  std::vector<RankStatistics> ranks;
};

}  // namespace waymark::search
