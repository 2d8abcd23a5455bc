// ParallelBreadthFirst: level by level, by several workers at a time, with the numbers, findings, events and ends of
// BreadthFirst, whatever their number. In a round the workers take the states of a level in small units and expand them
// (Worker); every state remembers the first edge that led to it, in the order of one worker, so when a round is over it
// is known which steps discovered what, and states are numbered by counting these. Then one thread replays the steps in
// their order (LogReplay), as if it had taken them all itself, while the others go on with the next round.
//
// If states are to take little, the workers share only those that are new in a round. When these are numbered, one
// thread puts them into a Tree in their order, so that their numbers are those of the tree, and a state takes as few
// bytes as it does with one worker. During a round the tree is read and not written.
//
// What is expanded beyond the place at which one worker would have ended is never replayed. Only ends by time, memory
// or a signal come where they come.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "search/ancestry.hpp"
#include "search/explorer.hpp"
#include "search/log_replay.hpp"
#include "search/parallel/thread_team.hpp"
#include "search/parallel/worker.hpp"
#include "search/search.hpp"
#include "store/compact_hash.hpp"
#include "store/shared_states.hpp"

namespace waymark::search {

class ParallelBreadthFirst final : public Search, private Route {
 public:
  struct Settings {
    unsigned jobs = 2;
    std::uint64_t batch_threshold = 512;  // states of a level; smaller ones are expanded by one
    unsigned cas_failure_rate = 0;        // for tests: one of so many attempts to publish a state fails; 0: none
    bool small = false;                   // states take little, and more time
    // If no more than this is kept of a state; states may be missed then, the same as by one worker. REQUIRES: not
    // small.
    std::optional<store::CompactHash> compact = std::nullopt;
  };
  // REQUIRES: no parts.store. All models are of the same program, and their words mean the same.
  ParallelBreadthFirst(Parts parts, std::function<Subject()> subject, const Settings& settings);

  [[nodiscard]] Outcome run() override;

  [[nodiscard]] Statistics statistics() const override;
  [[nodiscard]] bool others_reached(model::ActionId id) const override;
  [[nodiscard]] std::vector<model::Observed> others_observed() const override;

 private:
  void choices(std::vector<std::uint32_t>& out) override {
    out.insert(out.end(), replay_.choices().begin(), replay_.choices().end());
  }

  // True if no violation has a shorter path than the one that was found.
  [[nodiscard]] bool explore();
  void meet_root();
  void engage(model::Model& model, const Judged& judged);
  // When there is something for all workers to do.
  void engage_others();
  // Replays the round before, and expands states of the level from this one on. Answers the first that is left.
  [[nodiscard]] std::uint64_t round(std::uint64_t begin);
  // Something beside what is replayed ends the search.
  [[nodiscard]] std::optional<Why> ended_by() const;
  void settle(std::uint64_t begin, std::uint64_t end);
  // The states that were numbered last go to where they are kept.
  void keep_in_tree();
  // New states for which there is to be room in the next round, if so many of the level are left.
  [[nodiscard]] std::uint64_t room_for(std::uint64_t left) const;
  [[nodiscard]] std::span<const model::Word> words(const Level& level, std::uint64_t number);
  // What has not been replayed yet.
  void replay();
  void judge(std::uint64_t number);
  // All workers do so, or, if there is little to do, the first alone.
  void work(const std::function<void(Worker&)>& part);
  void charge();

  base::Budget& budget_;
  Settings settings_;
  Ancestry ancestry_;
  Explorer explorer_;
  LogReplay replay_{explorer_, ancestry_};
  std::optional<store::Tree> tree_;  // of all states but those that are new in a round
  store::SharedStates states_;
  std::function<Subject()> make_subject_;
  std::vector<std::unique_ptr<Subject>> subjects_;  // of the workers but the first
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<store::SharedStates::Writer*> writers_;
  ThreadTeam team_;
  bool together_ = false;  // in this round
  std::vector<store::Place> places_;
  std::vector<store::Place> next_places_;
  std::vector<store::Place>
      replayed_places_;                     // of the level before, of which the last round may not have been replayed
  std::vector<store::Place> round_places_;  // of the states that were numbered last, if others keep all
  std::uint64_t round_first_ = 0;           // the number of the first of these
  bool tree_is_full_ = false;
  Level level_;
  std::uint64_t next_size_ = 0;  // states of the next level so far
  Level replayed_;               // the level of what is replayed next, or was last
  std::uint64_t next_turn_ = 0;
  std::uint64_t states_in_a_round_ = 1024;  // for so many there is room
  std::vector<Worker::Unit*> units_;        // to be replayed
  bool has_broken_ = false;                 // a state that some worker met breaks an invariant
  base::Reservation held_{budget_};         // for places, logs and models
};

}  // namespace waymark::search
