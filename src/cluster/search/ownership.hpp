// Ownership: which rank keeps, judges and expands a state. It is fixed here; MovingOwnership changes it between levels.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cluster/exchange/partition_table.hpp"
#include "cluster/exchange/partitioner.hpp"
#include "cluster/search/frontier.hpp"
#include "cluster/search/rank_statistics.hpp"
#include "cluster/search/tree.hpp"
#include "cluster/transport/transport.hpp"

namespace waymark::cluster {

struct LevelParts;
class StateExchange;

class Ownership {
 public:
  // `hash`: of states, the same for all ranks; none: Partitioner has one. REQUIRES: by the whole state, or the model is
  // Partitionable.
  Ownership(const Transport& transport, model::Model& model, model::PartitionKey key, store::WordsHash* hash = nullptr)
      : table_(transport.ranks()), partitioner_(model, key, hash), rank_(transport.rank()) {}
  Ownership(const Ownership&) = delete;
  Ownership& operator=(const Ownership&) = delete;
  virtual ~Ownership() = default;

  // Of the current state: its hash, and the rank that keeps it.
  [[nodiscard]] std::uint64_t hash_here() { return partitioner_.hash_here(); }
  [[nodiscard]] unsigned owner_of(std::uint64_t hash) { return table_.of(partitioner_.here(hash)); }
  [[nodiscard]] unsigned owner_here() { return table_.of(partitioner_.here()); }
  [[nodiscard]] bool is_here() { return owner_here() == rank_; }
  // Hashes need fingerprints, and those of successors follow from those of their sources.
  [[nodiscard]] bool by_fingerprints() const { return partitioner_.by_fingerprints(); }

  // A new state, in which the model stands, is kept here. False if another rank keeps it as well, and reports it.
  [[nodiscard]] virtual bool add() { return true; }
  [[nodiscard]] virtual bool mine(std::uint64_t id) const { return true; }
  // A state that another rank reports was expanded, so many transitions of which led to a state.
  virtual void expanded_theirs(bool explored, std::uint64_t transitions) {}
  // What this rank has to report, of all that it did.
  virtual void correct(RankStatistics& statistics) const {}

  // When a level is over, for all ranks at once: the numbers of this rank's states on the next level; nothing if some
  // rank has no room.
  [[nodiscard]] virtual std::optional<std::vector<std::uint64_t>> number_states(Tree& tree, const Frontier& frontier) {
    return tree.settle(frontier.edges());
  }
  // Each state has one owner from now on, if every rank kept all of them so far.
  virtual void stop_sharing() {}
  // Between two levels: moves states if some rank is short of memory. False if some rank had no room for its own.
  [[nodiscard]] virtual bool rebalance(const LevelParts& parts, StateExchange& exchange) { return true; }
  [[nodiscard]] virtual std::uint64_t held_bytes() const { return 0; }

 protected:
  PartitionTable table_;
  Partitioner partitioner_;
  unsigned rank_;
};

}  // namespace waymark::cluster
