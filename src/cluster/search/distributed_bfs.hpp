// DistributedBfs: a breadth-first search by all ranks of a cluster, level by level. Each state is kept, judged and
// expanded by the rank that owns it; transitions to states of other ranks travel there (Mailbox). What is discovered by
// whom, and with it tallies, the first violation and its trail, is what a search by one process has (Tree): the outcome
// is the same on every rank, and for any number of them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checkpoint/reader.hpp"
#include "cluster/exchange/child_lookahead.hpp"
#include "cluster/exchange/delta_codec.hpp"
#include "cluster/exchange/fingerprint_queries.hpp"
#include "cluster/exchange/mailbox.hpp"
#include "cluster/exchange/partition_table.hpp"
#include "cluster/exchange/partitioner.hpp"
#include "cluster/exchange/pending.hpp"
#include "cluster/search/expansion_order.hpp"
#include "cluster/search/in_degrees.hpp"
#include "cluster/search/rank_statistics.hpp"
#include "cluster/search/swappable_store.hpp"
#include "cluster/search/tree.hpp"
#include "cluster/search/violated.hpp"
#include "model/path.hpp"
#include "search/checkpoints.hpp"
#include "search/explorer.hpp"
#include "search/part_sum.hpp"
#include "search/search.hpp"
#include "store/level_compact.hpp"

namespace waymark::cluster {

class DistributedBfs final : public search::Search,
                             public search::Resumable,
                             private search::Route,
                             private search::RemoteOwner,
                             private Receiver {
 public:
  struct Settings {
    std::uint32_t remembered = 512;  // states that were sent, by each rank for each other one
    bool counts = false;             // whatever a script needs besides the tree is kept
    bool numbers = false;            // those of all states are kept, as counts need it, too
    model::PartitionKey partition = model::PartitionKey::whole;  // REQUIRES: this, or the model has Partitionable
    unsigned lookahead = 0;                                      // generations; 0: none
    // A state is sent only to who does not know its fingerprint. REQUIRES: no lookahead, no store that moves.
    bool asks_first = false;
    // A state is told by how its parts differ from those of the one before it. REQUIRES: the model is CompositeState;
    // no lookahead, asks_first, store that moves or checkpoint.
    bool by_parts = false;
    // parts.store, if it keeps no more than a hash of every state. REQUIRES: by_parts.
    store::LevelCompact* compact = nullptr;
    Start start = Start::spread;
    // If classes of states may move from rank to rank: parts.store, and so many bytes in use at which they do. With
    // Start::first or shared nothing else would ever end the beginning.
    SwappableStore* store = nullptr;
    std::uint64_t move_at = 0;
  };
  // REQUIRES: parts.store, which never forgets a state and gives back the words of all of them, or is settings.compact.
  // All ranks have models of the same program, the same limits and settings.
  DistributedBfs(search::Parts parts, Transport& transport, const Settings& settings);
  ~DistributedBfs() override { budget_.give_back(held_); }

  [[nodiscard]] search::Outcome run() override;
  // The same in two pieces, for who goes on with the states that were found before the outcome is told.
  void search();
  [[nodiscard]] search::Outcome finish();
  // After the first: whether the graph was gone through to its end, or to the depth limit, and nothing violates.
  [[nodiscard]] bool went_through() const { return why_ == search::Why::finished && errors_ == 0; }
  // What was to follow was cut short.
  void end_with(search::Why why) { why_ = why; }
  // A transition was taken once more.
  void count_retaken() { ++retaken_; }
  [[nodiscard]] search::Explorer& explorer() { return explorer_; }
  [[nodiscard]] Mailbox& post() { return mailbox_; }
  [[nodiscard]] Partitioner& classes() { return classes_; }
  // Who keeps the state in which the model stands, if its hash is this one.
  [[nodiscard]] unsigned owner_here(std::uint64_t hash) { return owners_.of(classes_.here(hash)); }
  // Of each level, the first id of this rank's states; those of the last one end with the store. Where states have
  // moved it means nothing.
  [[nodiscard]] const std::vector<std::uint64_t>& level_begins() const { return level_begins_; }
  // Of a state that is kept here, its number over all levels. REQUIRES: settings.counts or numbers.
  [[nodiscard]] std::uint64_t number_of(std::uint64_t id) const { return all_numbers_[id]; }
  [[nodiscard]] search::Statistics statistics() const override;

  // Checkpoints are kept between two levels and in the end.
  [[nodiscard]] Resumable* resumable() override { return this; }
  void keep_by(search::Checkpoints* checkpoints) override { keep_by(checkpoints, {}); }
  // Goes to where another search was, of any number of ranks, together with all others, each of which reads the same.
  [[nodiscard]] std::optional<search::Tallies> resume(checkpoint::Reader& reader) override;
  [[nodiscard]] std::vector<model::ActionId> unreached() const override { return kept_unreached_; }
  // The same for a search that goes on with the states when all have been found. `more` writes at rank 0 what that has
  // to say behind it, and what is resumed may have no state left to be found.
  void keep_by(search::Checkpoints* checkpoints, std::function<void(checkpoint::Writer&)> more);
  [[nodiscard]] bool restore(checkpoint::Reader& reader, bool over);
  // For who does so: whether it is time for a checkpoint; and all that one needs, at rank 0, which keeps it. For all
  // ranks at once.
  [[nodiscard]] bool checkpoint_due();
  void keep_level();
  // Whether there are no states left to be found; and whether some were cut off by the depth limit.
  [[nodiscard]] bool found_all() const { return begun_ && tree_.size() == 0; }
  [[nodiscard]] bool cut_off() const { return cut_off_; }
  [[nodiscard]] std::uint64_t states_of_all() const { return tree_.first() + tree_.size(); }

  // After a complete search with counts, for all ranks at once: tells rank 0 the row of every state in their order, and
  // then how many other transitions lead to each, in any order.
  void collect(const std::function<void(std::span<const std::uint8_t>)>& row,
               const std::function<void(std::uint64_t number, std::uint64_t count)>& arrivals);

 private:
  // A state of which an invariant does not hold.
  struct Broken {
    std::uint64_t id = 0;
    std::uint32_t invariant = 0;
    std::string undefined;  // why it has no value, if that is it
  };
  // What a front end cannot do, and after which transitions of a level one process meets that.
  struct Unsupported {
    Edge after;
    model::Violation what;
  };
  struct Status {
    std::optional<search::Why> why;  // it does not go on
    std::uint64_t violations = 0;    // on this level
    bool cut_off = false;
    std::optional<Unsupported> unsupported;
  };
  struct Kept {
    Violated violated;
    std::uint64_t depth = 0;  // of its source
  };
  // What a rank keeps after classes have moved.
  struct Moved {
    std::unique_ptr<store::Store> store;
    std::vector<std::uint64_t> numbers;  // as far as these are known: of all states, or of those yet to be expanded
    std::vector<std::uint16_t> classes;
    InDegrees counts;
    bool expanded = true;  // those that are moving now have been
  };

  void count_arrival() {
    if (++arrivals_ == Edge::most_indices) explorer_.stop(search::Why::memory);
  }
  void choices(std::vector<std::uint32_t>& out) override;
  [[nodiscard]] bool forward() override;
  void arrived(const store::Found& found) override;
  void receive(Records& records) override;

  void begin();
  void expand_level();
  void expand_one(const ExpansionOrder::Turn& turn);
  // This rank is done with the level; returns when all are, and all that led here has been met.
  void end_level();
  // Where arrivals may wait: that at the state in which the model stands does, until it is known, between two states,
  // where it goes, and it and many others are met.
  void put_aside();
  void sort_out();
  void take_in();
  // The state in which the model stands goes to this rank by its parts, unless it went there lately.
  void send_parts(unsigned to, Edge edge, std::uint64_t hash);
  // Where only fingerprints are told: of one state; of one that was asked for; and, when the level is over, all that.
  void hear_fingerprint(const Records& records);
  void take_answer(Records& records, const store::Found& found);
  void ask();
  void answer(unsigned to, Edge edge, std::uint64_t source);
  // One that has come, whole; or that this rank has found ahead of that.
  void receive(Records& records, std::span<const std::uint8_t> state);
  // The same of one that is told by its parts.
  void receive_parts(Records& records);
  // A transition of the level that is being expanded leads to this state, in which the model stands.
  void meet(const store::Found& found, Edge edge);
  void meet_again(std::uint64_t id, Edge edge);
  void judge(std::uint64_t id);
  // Where states may be taken for one: of those of the next level, the one is kept that one process would have met
  // first, and when it is known which ones these are, they are judged.
  void prefer(const store::Found& found, Edge edge, std::span<const model::Word> words);
  void judge_level();
  [[nodiscard]] bool stopping() const { return explorer_.stopping() || mailbox_.told_to_stop(); }
  void charge();

  // Whether a state that is kept here is this rank's: where all begin with all states, not all are.
  [[nodiscard]] bool mine(std::uint64_t id) const {
    return !owners_.shared() || owners_.of(class_numbers_[id]) == transport_.rank();
  }
  // Expands a state that others expand as well, and one of them speaks for it.
  void expand_theirs(std::uint64_t id);

  // Between two levels: if some rank is short of memory, classes move.
  void move_classes();
  // Whether that is so at any rank.
  [[nodiscard]] bool anybody(bool here);
  [[nodiscard]] std::vector<std::uint64_t> gather_class_sizes();
  // Goes over to a store with the states that are this rank's now; the others go to whose they are.
  void move_states();
  void move_states(Moved& moved, std::uint64_t begin, std::uint64_t end);
  // Answers the bytes that it needs.
  [[nodiscard]] std::uint64_t move_state(Moved& moved, std::uint64_t id, std::vector<base::ByteSink>& out);
  void take_over(Moved& moved, MessageReader& heard);
  void keep_moved(Moved& moved, std::uint32_t class_number, std::uint64_t number, std::uint64_t count);

  // Tells rank 0 how many other transitions lead to each state; `ids`: those of this rank that are asked.
  void gather_arrivals(std::uint64_t ids, const std::function<void(std::uint64_t number, std::uint64_t count)>& take);
  [[nodiscard]] std::uint64_t deepest() const;
  // As if the level that is being expanded had not been begun.
  void forget_arrivals();
  [[nodiscard]] std::vector<model::ActionId> gather_unreached();
  void start_replay();
  // Meets the states of the next level by the rows of this one; false if some rank could not.
  [[nodiscard]] bool replay_level(checkpoint::Reader& reader);
  // Of a state that is kept here, takes the tree edges of the row; the first of them leads to this number.
  void replay_state(std::uint64_t id, std::span<const std::uint8_t> row, std::uint64_t child,
                    const checkpoint::Reader& reader);
  void refuse_unless_all_met(const checkpoint::Reader& reader);
  void load_counts(checkpoint::Reader& reader);

  // The level goes on, as far as one process may come before it ends there.
  void note_unsupported();
  // When a level is over. False: the search is.
  [[nodiscard]] bool settle();
  // Of the states of the next level, which have these numbers on it: behind which edge one process has more than it may
  // keep; none if it never does.
  [[nodiscard]] std::optional<Edge> one_too_many(const std::vector<std::uint64_t>& numbers);
  // Leaves out what one process does not come to, which ends behind that edge or with what is not supported.
  void forget_later(std::vector<Violated>& found, const std::optional<Edge>& full) const;
  [[nodiscard]] std::vector<Status> gather_statuses();
  [[nodiscard]] std::vector<Violated> violations() const;
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> settle_numbers();
  // Takes over the violations of a level, of which there are so many. True if there are as many as were asked for.
  [[nodiscard]] bool conclude(std::vector<Violated> found, std::uint64_t count);
  // One process ends here, at a state without transitions or at one of its transitions.
  void cut_at(const Place& place, bool dead_end);
  [[nodiscard]] std::uint64_t dead_ends_before(std::uint64_t source);
  void next_level(std::vector<std::uint64_t> numbers);

  [[nodiscard]] RankStatistics share();
  void tell_omissions(search::Outcome& outcome);
  [[nodiscard]] search::Finding complete(const Kept& kept);

  Transport& transport_;
  unsigned rank_;
  Settings settings_;
  base::Budget& budget_;
  base::Stop* stop_;
  std::vector<search::Invariant> invariants_;
  std::uint64_t most_errors_;
  std::uint32_t most_kept_;
  std::uint64_t most_states_;
  PartitionTable owners_;
  std::optional<search::PartSum> part_sum_;  // by which the states of such a model are shared
  Partitioner classes_;
  StateCodec spelling_;
  Mailbox mailbox_;
  Tree tree_;
  model::Path path_;
  // Arrivals at states that are kept here, if these may wait. Then no arrival is counted by stepped().
  std::optional<Pending> pending_;
  search::Explorer explorer_;
  std::optional<ChildLookahead> ahead_;
  std::optional<FingerprintQueries> asked_;
  std::optional<DeltaCodec> parcels_;

  // This rank's states of the level that is being expanded have the ids from first_ on, and these numbers on it.
  std::uint64_t first_ = 0;
  std::vector<std::uint64_t> level_begins_;
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
  base::ByteSink state_;             // one to be sent by its parts
  std::uint32_t class_ = 0;          // of the state at which a transition arrived

  // If classes move, by id.
  std::vector<std::uint16_t> class_numbers_;
  std::uint64_t moved_states_ = 0;  // from here
  search::Tallies theirs_;          // of what was done here, what others speak for

  // For a script, by id.
  std::vector<std::uint64_t> all_numbers_;
  InDegrees counts_;

  // For checkpoints.
  bool keeps_ = false;
  search::Checkpoints* checkpoints_ = nullptr;
  std::function<void(checkpoint::Writer&)> keeps_more_;
  std::uint64_t kept_depth_ = ~std::uint64_t{0};  // of the last one
  std::vector<std::uint64_t> arrived_;            // at states of this level and before, while it is expanded
  std::vector<model::ActionId> kept_unreached_;
  bool replaying_ = false;
  bool replay_cut_ = false;

  std::uint64_t errors_ = 0;
  std::vector<Kept> kept_;
  search::Why why_ = search::Why::finished;
  std::optional<Unsupported> unsupported_;  // the first one of the level, as far as is known
  std::optional<search::Tallies> cut_;      // what one process has done when it ends
  bool shortest_ = false;
  bool cut_off_ = false;
  std::uint64_t retaken_ = 0;
  std::uint64_t held_ = 0;
  std::vector<RankStatistics> shares_;
};

}  // namespace waymark::cluster
