// How a check goes about its work: in which order, with which store, within which limits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/chosen.hpp"
#include "base/names.hpp"
#include "check/plan/property.hpp"
#include "model/partition_key.hpp"

namespace waymark::check {

enum class Order : std::uint8_t { bfs, dfs };

enum class StoreKind : std::uint8_t { exact, tree, disk, cache, hash_compact, bitstate, automatic };
// Whether such a store keeps all states as they are.
[[nodiscard]] constexpr bool keeps_all(StoreKind kind) { return kind == StoreKind::exact || kind == StoreKind::tree; }
// Whether such a store may take a new state for a known one from the first state on.
[[nodiscard]] constexpr bool is_approximate(StoreKind kind) {
  return kind == StoreKind::hash_compact || kind == StoreKind::bitstate;
}

// Partial order reduction.
enum class Reduction : std::uint8_t {
  on,  // where it can be done; if the user asked for it, the result says why it cannot
  off,
};

// Whether one state stands for all that exchanges of processes make of it.
enum class SymmetryUse : std::uint8_t {
  off,
  automatic,  // where processes can be exchanged
};

struct EstimateSettings {
  bool wanted = false;  // if the states do not fit into memory, estimate what part of them was covered
  unsigned first = 50;  // percent of the memory for the first part
};

// Which rank of a cluster keeps which states.
enum class Mapping : std::uint8_t {
  fixed,     // as at the beginning, to the end
  balanced,  // a rank that is short of memory gives classes of states away
  first,     // the same, and rank 0 begins alone
  shared,    // the same, and all begin together with all states
};

struct ClusterSettings {
  bool wanted = false;             // the process is one of those that mpirun has started
  std::uint32_t remembered = 512;  // states that were sent, by each rank for each other one
  model::PartitionKey partition = model::PartitionKey::whole;
  Mapping mapping = Mapping::fixed;
  std::optional<std::uint64_t> move_at;  // bytes that a rank has in use when classes move; unset: half of its memory
  unsigned lookahead = 0;                // generations
  bool ask_first = false;                // states are sent only where their fingerprints are not known
  bool by_parts = false;                 // parts that the other end has are not sent again
};

struct Limits {
  std::optional<std::uint64_t> memory;  // unset: what the machine has; how much that is, the budget knows
  std::optional<double> seconds;
  std::optional<std::uint64_t> depth;
  std::optional<std::uint64_t> states;  // most to keep
  std::uint64_t errors = 1;             // stop after so many; 0: never
};

// How many may work at a time, if so many were asked for; 0: as many as there are processors. Fewer where the system
// starts no more threads.
[[nodiscard]] unsigned workers(unsigned asked);
// That there are fewer than were asked for; empty if there are not.
[[nodiscard]] std::string tell_unstarted(unsigned asked);

// How to search.
struct SearchSettings {
  std::optional<Order> search;  // unset: bfs; in a swarm, bfs and dfs in turn
  bool shortest = false;
  std::optional<unsigned> preemptions;  // at most so many in a run, first the runs with fewer; unset: any number
  base::Chosen<Reduction> reduction = Reduction::on;
  SymmetryUse symmetry = SymmetryUse::off;
  base::Chosen<StoreKind> store = StoreKind::exact;  // if nobody has said so, and it is full, tree goes on
  std::optional<std::uint64_t> cache_states;         // of cache: at most; unset: what fits
  std::string disk = ".";                            // of disk: the directory
  base::Chosen<unsigned> hash_bits = 64;             // of hash-compact
  base::Chosen<unsigned> hash_functions = 3;         // of bitstate
  std::optional<unsigned> swarm;                     // so many searches with different orders and hash functions
  base::Chosen<unsigned> jobs = 0;                   // if nobody has said how many: workers_for_states
  EstimateSettings estimate;
  base::Chosen<std::uint64_t> seed = 1;
  bool hunt = false;                  // runs are sampled until one violates something
  std::optional<std::uint64_t> runs;  // of a hunt, at most; unset: until the time is up

  [[nodiscard]] Order order() const { return search.value_or(Order::bfs); }
};

// What to write.
struct OutputSettings {
  std::string script;           // where a search script goes; empty: nowhere
  std::string tool;             // what the script says it was written by
  std::string named;            // what it says its program is called, with the options that shape that; for people
  std::string checkpoint;       // where the search is kept from time to time; empty: nowhere
  std::optional<double> every;  // seconds between two of these; unset: ten minutes
  std::string resume;           // a checkpoint to go on with; empty: none
  std::string profile;          // where the shape of the search goes; empty: nowhere
};

struct Settings : SearchSettings, OutputSettings {
  Properties properties;  // what to judge
  Limits limits;
  ClusterSettings cluster;  // if there is one
};

}  // namespace waymark::check

template <>
struct waymark::base::Names<waymark::check::Order> {
  using enum check::Order;
  static constexpr auto table = std::to_array<Named<check::Order>>({{bfs, "bfs"}, {dfs, "dfs"}});
};

template <>
struct waymark::base::Names<waymark::check::StoreKind> {
  using enum check::StoreKind;
  static constexpr auto table = std::to_array<Named<check::StoreKind>>({{exact, "exact"},
                                                                        {tree, "tree"},
                                                                        {disk, "disk"},
                                                                        {cache, "cache"},
                                                                        {hash_compact, "hash-compact"},
                                                                        {bitstate, "bitstate"},
                                                                        {automatic, "auto"}});
};

template <>
struct waymark::base::Names<waymark::check::Reduction> {
  using enum check::Reduction;
  static constexpr auto table = std::to_array<Named<check::Reduction>>({{on, "on"}, {off, "off"}});
};

template <>
struct waymark::base::Names<waymark::check::SymmetryUse> {
  using enum check::SymmetryUse;
  static constexpr auto table = std::to_array<Named<check::SymmetryUse>>({{automatic, "auto"}, {off, "off"}});
};

template <>
struct waymark::base::Names<waymark::check::Mapping> {
  using enum check::Mapping;
  static constexpr auto table = std::to_array<Named<check::Mapping>>(
      {{fixed, "fixed"}, {balanced, "balanced"}, {first, "first"}, {shared, "shared"}});
};

template <>
struct waymark::base::Names<waymark::model::PartitionKey> {
  using enum model::PartitionKey;
  static constexpr auto table = std::to_array<Named<model::PartitionKey>>(
      {{whole, "all"}, {actors, "threads"}, {half, "half"}, {counter, "counter"}, {counters, "counters"}});
};
