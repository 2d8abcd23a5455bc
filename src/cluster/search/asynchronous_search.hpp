// AsynchronousSearch: a search by all ranks of a cluster in which no rank waits for the others. Each rank expands its
// states as they come, and takes in those of others between two of them; the search is over when no rank has anything
// left and everything has arrived (Mailbox::work_off). Without a violation it explores the same states and transitions
// as DistributedBfs. A violation ends it wherever it is met first, by a path that need not be a shortest one. For that
// path each state keeps its predecessor: twelve bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cluster/exchange/mailbox.hpp"
#include "cluster/exchange/pending.hpp"
#include "cluster/search/ownership.hpp"
#include "cluster/search/rank_statistics.hpp"
#include "cluster/transport/transport.hpp"
#include "model/path.hpp"
#include "search/explorer.hpp"
#include "search/search.hpp"

namespace waymark::cluster {

class AsynchronousSearch final : public search::Search,
                                 private search::Route,
                                 private search::RemoteOwner,
                                 private Receiver {
 public:
  struct Settings {
    std::uint32_t remembered = 512;  // states that were sent, by each rank for each other one
    model::PartitionKey partition = model::PartitionKey::whole;  // REQUIRES: this, or the model has Partitionable
  };
  // REQUIRES: parts.store, which never forgets a state and gives back the words of all of them; the search ends with
  // the first violation, and is limited neither in depth nor in states.
  AsynchronousSearch(search::Parts parts, Transport& transport, const Settings& settings);
  ~AsynchronousSearch() override { budget_.give_back(held_); }

  [[nodiscard]] search::Outcome run() override;
  [[nodiscard]] search::Statistics statistics() const override;

 private:
  static constexpr std::uint64_t most_states = std::uint64_t{1} << 48;

  // The predecessor of a state: a rank, and the number that the state has there. The initial state has none.
  class Parent {
   public:
    Parent() = default;
    Parent(unsigned rank, std::uint64_t id) : bits_(std::uint64_t{rank} << 48 | id) {}
    [[nodiscard]] bool none() const { return bits_ == ~std::uint64_t{0}; }
    [[nodiscard]] unsigned rank() const { return static_cast<unsigned>(bits_ >> 48); }
    [[nodiscard]] std::uint64_t id() const { return bits_ & (most_states - 1); }

   private:
    std::uint64_t bits_ = ~std::uint64_t{0};
  };

  void choices(std::vector<std::uint32_t>& out) override { path_.choices(out); }
  [[nodiscard]] bool forward() override;
  void receive(Records& records) override;

  [[nodiscard]] Mailbox::Left work();
  void expand(std::uint64_t id);
  // Meets all that is pending. Between two states.
  void take_in();
  // The model stands in a state that is kept here and was not known.
  void meet(const store::Found& found, Parent parent, std::uint64_t depth);
  void note(Parent parent, std::uint64_t depth);
  void charge();
  [[nodiscard]] bool stopping() const { return explorer_.stopping() || mailbox_.stopped(); }

  [[nodiscard]] search::Outcome finish();
  // Why the search ended, at any rank; a violation before anything else.
  void agree_on_end(search::Outcome& outcome);
  // The finding of that rank, with the way to it, at all ranks.
  [[nodiscard]] search::Finding complete(unsigned rank);
  // The words, to this rank, of the states on the way to that one of that rank.
  [[nodiscard]] std::vector<std::vector<model::Word>> way(unsigned rank, std::uint64_t id);

  Transport& transport_;
  base::Budget& budget_;
  base::Stop* stop_;
  Ownership ownership_;
  StateCodec codec_;
  Mailbox mailbox_;
  model::Path path_;
  search::Explorer explorer_;
  std::optional<Pending> pending_;  // arrivals at states that are kept here

  bool begun_ = false;
  std::uint64_t next_ = 0;    // to be expanded, of this rank's states in the order in which they came
  std::uint64_t source_ = 0;  // that is being expanded
  std::vector<Parent> parents_;
  std::vector<std::uint32_t> depths_;  // of the way by which it was met
  std::uint64_t held_ = 0;
  std::vector<RankStatistics> shares_;
};

}  // namespace waymark::cluster
