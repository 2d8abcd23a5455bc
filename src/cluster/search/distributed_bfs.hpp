// DistributedBfs: a breadth-first search by all ranks of a cluster, level by level. Each state is kept, judged and
// expanded by the rank that owns it (Ownership); transitions to states of other ranks travel there (StateExchange). The
// tree of discoveries (Tree), the tallies, the first violation and its trail (LevelVerdict) are those of a search by
// one process: the outcome is the same on every rank, and for any number of them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "cluster/exchange/mailbox.hpp"
#include "cluster/search/expansion_order.hpp"
#include "cluster/search/frontier.hpp"
#include "cluster/search/level_checkpoint.hpp"
#include "cluster/search/level_parts.hpp"
#include "cluster/search/level_verdict.hpp"
#include "cluster/search/moving_ownership.hpp"
#include "cluster/search/rank_statistics.hpp"
#include "cluster/search/state_exchange.hpp"
#include "cluster/search/tree.hpp"
#include "model/path.hpp"
#include "search/explorer.hpp"
#include "search/part_sum.hpp"
#include "search/search.hpp"

namespace waymark::cluster {

class DistributedBfs final : public search::Search, public search::Resumable {
 public:
  struct Settings {
    std::uint32_t remembered = 512;  // states that were sent, by each rank for each other one
    Frontier::Keeps keeps = Frontier::Keeps::nothing;
    model::PartitionKey partition = model::PartitionKey::whole;  // REQUIRES: this, or the model is Partitionable
    ExchangeForm exchange = WholeStates{};
  };
  // REQUIRES: parts.store never forgets a state and gives back the words of all of them, or is Deltas::compact. If
  // states move, it is the store of that.
  // All ranks have models of the same program, the same limits and settings.
  DistributedBfs(search::Parts parts, Transport& transport, const Settings& settings);
  ~DistributedBfs() override { budget_.give_back(held_); }

  [[nodiscard]] search::Outcome run() override;
  // The same in two pieces, for algorithms that go on with the states before the outcome is made.
  void search();
  [[nodiscard]] search::Outcome finish();
  // After the first: whether all states, or those up to the depth limit, were found, and none violates anything.
  [[nodiscard]] bool went_through() const { return verdict_.why() == search::Why::finished && verdict_.errors() == 0; }
  // Such an algorithm was cut short; or it has taken a transition once more.
  void end_with(search::Why why) { verdict_.end_with(why); }
  void count_retaken() { ++retaken_; }
  // No states are left to be found; some were cut off by the depth limit; so many were found by all ranks.
  [[nodiscard]] bool found_all() const { return frontier_.begun() && tree_.size() == 0; }
  [[nodiscard]] bool cut_off() const { return verdict_.cut_off(); }
  [[nodiscard]] std::uint64_t states_of_all() const { return tree_.first() + tree_.size(); }
  [[nodiscard]] search::Statistics statistics() const override;

  [[nodiscard]] search::Explorer& explorer() { return explorer_; }
  [[nodiscard]] Mailbox& mailbox() { return mailbox_; }
  [[nodiscard]] Ownership& ownership() { return *ownership_; }
  [[nodiscard]] const Frontier& frontier() const { return frontier_; }
  [[nodiscard]] LevelCheckpoint& checkpoint() { return checkpoint_; }

  // Checkpoints are kept between two levels and in the end. REQUIRES: no deltas.
  [[nodiscard]] Resumable* resumable() override { return this; }
  void keep_by(search::Checkpoints* checkpoints) override { checkpoint_.keep_by(checkpoints, {}); }
  [[nodiscard]] std::optional<search::Tallies> resume(checkpoint::Reader& reader) override;
  [[nodiscard]] std::vector<model::ActionId> unreached() const override { return checkpoint_.unreached(); }
  // The same for algorithms that go on with the states: a checkpoint may have none left to be found (`over`).
  [[nodiscard]] bool restore(checkpoint::Reader& reader, bool over);

  // After a complete search that keeps in-degrees, for all ranks at once: calls at rank 0 `row` for every state in the
  // order of numbers, and then `in_degree` for every state in any order.
  void collect(const std::function<void(std::span<const std::uint8_t>)>& row,
               const std::function<void(std::uint64_t number, std::uint64_t count)>& in_degree);

 private:
  [[nodiscard]] LevelParts level_parts(model::Model& model);
  void expand_level();
  void expand(const ExpansionOrder::Turn& turn);
  // When a level is over. False: the search is.
  [[nodiscard]] bool settle();
  void advance(std::vector<std::uint64_t> numbers);
  void charge();
  [[nodiscard]] RankStatistics share();

  Transport& transport_;
  base::Budget& budget_;
  base::Stop* stop_;
  store::LevelCompact* compact_;  // the store, if it may take states for one
  Frontier frontier_;
  Tree tree_;
  model::Path path_;
  Mailbox mailbox_;
  std::optional<search::PartSum> part_sum_;  // by which the states of such a model are shared
  std::unique_ptr<Ownership> ownership_;
  LevelVerdict verdict_;
  std::unique_ptr<StateExchange> exchange_;
  search::Explorer explorer_;
  LevelCheckpoint checkpoint_;
  bool cut_short_ = false;  // while a checkpoint was read
  std::uint64_t retaken_ = 0;
  std::uint64_t held_ = 0;
  std::vector<RankStatistics> shares_;
};

}  // namespace waymark::cluster
