// Ranking: labels which show that a program has no accepting cycle, or none that is fair, by all ranks of a cluster;
// for a script of cycles. DistributedBfs goes through the graph, Elimination labels what it takes away, and that has to
// be everything. A script claims of each transition what the label of its destination is; so in the end all transitions
// are taken once more, level by level, and the owner of the destination answers with its label.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "cluster/search/distributed_bfs.hpp"
#include "cluster/search/elimination.hpp"
#include "cluster/search/re_expansion.hpp"
#include "cluster/transport/transport.hpp"
#include "search/search.hpp"

namespace waymark::cluster {

class Ranking final : public search::Search, private ReExpansion::Listener {
 public:
  using Label = Elimination::Label;

  // REQUIRES: as DistributedBfs does; and in-degrees are kept. States do not move, and travel whole. `movers` is the
  // model's outermost layer if only fair cycles count, else none.
  Ranking(const search::Parts& parts, Transport& transport, const DistributedBfs::Settings& settings,
          model::Movers* movers);
  ~Ranking() override { give_back(); }

  // At every rank the same, as the next two.
  [[nodiscard]] search::Outcome run() override;
  // After it has come to its end: whether there are no labels, since some cycle is accepting.
  [[nodiscard]] bool found_cycle() const { return found_cycle_; }
  // Otherwise, tells rank 0 what DistributedBfs::collect() does and, of every state in the order of their numbers, its
  // label and those of the states to which its transitions lead. False if that was cut short.
  [[nodiscard]] bool collect(const std::function<void(std::span<const std::uint8_t>)>& row,
                             const std::function<void(std::uint64_t number, std::uint64_t count)>& arrivals,
                             const std::function<void(const Label& here, std::span<const Label> there)>& labels);

 private:
  void leaves(std::uint64_t id) override;
  [[nodiscard]] bool follows() override { return true; }
  void sent(unsigned owner) override { sent_[owner].push_back(transitions_++); }
  void arrives(std::uint64_t id, unsigned from, std::uint64_t value) override;

  // Takes away all that is on no cycle that counts.
  void find_labels();
  // Of the states of a level, which are kept here by these ids: the labels of where their transitions lead, in the
  // order of these.
  [[nodiscard]] std::vector<Label> gather_labels(std::uint64_t begin, std::uint64_t end);
  // The message of this rank about these states.
  [[nodiscard]] Bytes write_labels(std::uint64_t begin, std::uint64_t end, std::span<const Label> there) const;
  void give_back();

  Transport& transport_;
  base::Budget& budget_;
  model::Movers* movers_;
  DistributedBfs levels_;
  ReExpansion re_expansion_;
  Elimination elimination_;
  bool found_cycle_ = false;

  // Of the level whose transitions are taken.
  std::vector<std::uint64_t> first_;              // of each state's transitions
  std::uint64_t transitions_ = 0;                 // so far
  std::vector<std::vector<std::uint64_t>> sent_;  // by rank: which of them it was sent
  std::vector<base::ByteSink> answers_;           // to each rank, in the order in which it has sent
  std::uint64_t held_ = 0;
};

}  // namespace waymark::cluster
