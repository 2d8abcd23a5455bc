// BreadthFirst: level by level. There is no queue: numbers are dense and in order of discovery, so the state to expand
// next is the next number, and its words come out of the store. The first violation it reports is as short as any, if
// the store is exact.
//
// What a checkpoint keeps of it is the tree by which states were met, and no state: as everything follows from the
// state alone, going along the tree once more meets the same states in the same order. So it is small and quickly
// written, means the same to every process and store, and cannot make anybody believe in a state that is not there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checkpoint/reader.hpp"
#include "model/path.hpp"
#include "search/ancestry.hpp"
#include "search/batch.hpp"
#include "search/checkpoints.hpp"
#include "search/explorer.hpp"
#include "search/log_replay.hpp"
#include "search/search.hpp"

namespace waymark::search {

class BreadthFirst final : public Search, public Resumable, private Route {
 public:
  // REQUIRES: parts.store, which never forgets a state and gives back the words of those still to be expanded.
  // `states`, if any, is handed the model at every step; it outlives this.
  explicit BreadthFirst(Parts parts, StateListener* states = nullptr);
  [[nodiscard]] Outcome run() override;
  // Before it: when there are so many states they are expanded many at a time, if that helps the store and no listener
  // is handed the model. It makes no difference but in time.
  void batch_threshold(std::uint64_t states) { together_from_ = states; }
  [[nodiscard]] Resumable* resumable() override { return this; }
  void keep_by(Checkpoints* checkpoints) override { checkpoints_ = checkpoints; }
  [[nodiscard]] std::optional<Tallies> resume(checkpoint::Reader& reader) override;
  [[nodiscard]] std::vector<model::ActionId> unreached() const override;

 private:
  void choices(std::vector<std::uint32_t>& out) override {
    path_.choices(out);
    out.insert(out.end(), replay_.choices().begin(), replay_.choices().end());
  }

  // True if no violation has a shorter path than the one that was found.
  [[nodiscard]] bool explore();
  // Expands some states at a time, of those before `end`. Answers whose turn is next.
  [[nodiscard]] std::uint64_t expand_together(std::uint64_t number, std::uint64_t end, std::uint64_t depth);
  // The next state's turn has come: what is known up to here is what a checkpoint may keep.
  void take_turn(std::uint64_t depth);
  void save(checkpoint::Writer& writer) const;
  void keep_the_end();
  // Meets the children of a state again that was expanded before. Throws base::InputError if they are none of its.
  void retrace(std::uint64_t depth, std::uint64_t number);
  // All of these have been met again.
  void go_on();
  // False: the choices lead to no state.
  [[nodiscard]] bool follow(const std::vector<std::uint32_t>& choices);

  base::Budget& budget_;
  model::Path path_;
  Ancestry ancestry_;
  Checkpoints* checkpoints_ = nullptr;
  struct Turn {
    Tallies tallies;
    Ancestry::Extent ancestry;
  };
  Turn turn_;              // when the last state's turn came; only for checkpoints
  bool at_limit_ = false;  // of depth, when it did
  Tallies before_;         // of the search that is gone on with, of which
  std::string file_;       // this was kept
  std::optional<Ancestry::Retelling> retelling_;
  std::vector<std::uint32_t> step_;
  Explorer explorer_;
  LogReplay replay_{explorer_, ancestry_};
  std::uint64_t together_from_ = 1 << 14;  // below that the store is in the processor's caches
  std::optional<Batch> batch_;             // of states that are expanded together
};

}  // namespace waymark::search
