// Levels: a breadth-first search by all ranks of a cluster, level by level. Each state is kept, judged and expanded by
// the rank that owns it; transitions to states of other ranks travel there (Post). What is discovered by whom, and with
// it tallies, the first violation and its trail, is what a search by one process has (Tree): the outcome is the same on
// every rank, and for any number of them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "cluster/owners.hpp"
#include "cluster/post.hpp"
#include "cluster/share.hpp"
#include "cluster/tree.hpp"
#include "cluster/violated.hpp"
#include "model/path.hpp"
#include "search/explorer.hpp"
#include "search/search.hpp"

namespace waymark::cluster {

class Levels final : public search::Search,
                     private search::Route,
                     private search::Observer,
                     private search::Elsewhere,
                     private Receiver {
 public:
  struct Settings {
    std::uint32_t remembered = 4096;  // states that were sent, by each rank for each other one
    bool counts = false;              // whatever a script needs besides the tree is kept
  };
  // REQUIRES: parts.store, which never forgets a state and gives back the words of those still to be expanded. All
  // ranks have models of the same program, and the same limits.
  Levels(search::Parts parts, Transport& transport, const Settings& settings);
  ~Levels() override { budget_.give_back(held_); }

  [[nodiscard]] search::Outcome run() override;
  // After it, by rank.
  [[nodiscard]] const std::vector<Share>& shares() const { return shares_; }

  // After a complete search with counts, for all ranks at once: tells rank 0 the row of every state in their order, and
  // then how many other transitions lead to each, in any order.
  void collect(const std::function<void(std::span<const std::uint8_t>)>& row,
               const std::function<void(std::uint64_t number, std::uint64_t count)>& arrivals);

 private:
  // A state of which an invariant does not hold.
  struct Broken {
    std::uint64_t id = 0;
    std::uint32_t invariant = 0;
  };
  struct Status {
    std::optional<search::Why> why;  // it does not go on
    std::uint64_t violations = 0;    // on this level
    bool cut_off = false;
    std::uint64_t source = 0;  // at which it met what is not supported
    model::Violation unsupported;
  };
  struct Kept {
    Violated violated;
    std::uint64_t depth = 0;  // of its source
  };

  void choices(std::vector<std::uint32_t>& out) override;
  void stepped(const search::Stepped& step) override;
  [[nodiscard]] bool takes() override;
  void receive(Records& records) override;

  void begin();
  void expand_level();
  // A transition of the level that is being expanded leads to this state, in which the model stands.
  void meet(const store::Found& found, Edge edge);
  void meet_again(std::uint64_t id, Edge edge);
  void judge(std::uint64_t id);
  [[nodiscard]] bool stopping() const { return explorer_.stopping() || post_.told_to_stop(); }
  void charge();

  // When a level is over. False: the search is.
  [[nodiscard]] bool settle();
  [[nodiscard]] std::vector<Status> gather_statuses();
  [[nodiscard]] std::vector<Violated> violations() const;
  // Takes over the violations of a level, of which there are so many. True if there are as many as were asked for.
  [[nodiscard]] bool conclude(std::vector<Violated> found, std::uint64_t count);
  // One process ends here, at a state without transitions or at one of its transitions.
  void cut_at(const Place& place, bool dead_end);
  [[nodiscard]] std::uint64_t dead_ends_before(std::uint64_t source);
  void next_level(std::vector<std::uint64_t> numbers);

  [[nodiscard]] search::Outcome finish();
  void gather_shares();
  [[nodiscard]] search::Finding complete(const Kept& kept);

  Transport& transport_;
  Settings settings_;
  base::Budget& budget_;
  base::Stop* stop_;
  std::vector<search::Invariant> invariants_;
  std::uint64_t most_errors_;
  std::uint32_t most_kept_;
  std::uint64_t most_states_;
  Owners owners_;
  Post post_;
  Tree tree_;
  model::Path path_;
  search::Explorer explorer_;

  // This rank's states of the level that is being expanded have the ids from first_ on, and these numbers on it.
  std::uint64_t first_ = 0;
  std::vector<std::uint64_t> numbers_;
  std::uint64_t source_ = 0;              // the number of the one that is being expanded
  std::uint64_t arrivals_ = 0;            // of its transitions
  std::vector<std::uint64_t> dead_ends_;  // at the depth limit: of those, the numbers of states without transitions
  bool begun_ = false;
  // Those of the next one have the ids from next_first_ on, and were met first by these edges.
  std::uint64_t next_first_ = 0;
  std::vector<Edge> met_by_;
  std::vector<Place> places_;  // of the explorer's findings
  std::vector<Broken> broken_;
  std::uint64_t breaches_ = 0;       // all, also where not all of broken_ are kept
  std::uint64_t errors_before_ = 0;  // of the explorer's, those of earlier levels
  base::ByteSink state_;             // one to be sent

  // For a script, by id.
  std::vector<std::uint64_t> all_numbers_;
  std::vector<std::uint8_t> counts_;
  std::unordered_map<std::uint64_t, std::uint64_t> large_counts_;

  std::uint64_t errors_ = 0;
  std::vector<Kept> kept_;
  search::Why why_ = search::Why::finished;
  model::Violation unsupported_;
  std::optional<search::Tallies> cut_;  // what one process has done when it ends
  bool shortest_ = false;
  bool cut_off_ = false;
  std::uint64_t held_ = 0;
  std::vector<Share> shares_;
};

}  // namespace waymark::cluster
