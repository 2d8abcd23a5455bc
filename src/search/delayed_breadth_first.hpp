// DelayedBreadthFirst: level by level, with the states on disk. What a step arrives at is not looked up at once but put
// aside with all others, until memory is full or the level ends; then one pass over the disk tells which are new
// (delayed duplicate detection). Then the log of all steps is replayed (LogReplay): so numbers, counts, findings and
// scripts are those of BreadthFirst.
//
// States are told apart by 128 bits under a key that is drawn for each search: what it says rests on these.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "search/ancestry.hpp"
#include "search/expander.hpp"
#include "search/explorer.hpp"
#include "search/log_replay.hpp"
#include "search/search.hpp"
#include "store/candidates.hpp"
#include "store/scratch_file.hpp"
#include "store/sorted_runs.hpp"

namespace waymark::search {

class DelayedBreadthFirst final : public Search, private Route {
 public:
  struct Settings {
    std::string directory;
    std::uint64_t bytes = 0;  // for what is put aside
    store::Candidates::Key key = {};
  };
  // REQUIRES: no parts.store, and parts.limits.errors is 1. Throws base::InputError if nothing can be written there,
  // now or later.
  DelayedBreadthFirst(Parts parts, const Settings& settings);
  [[nodiscard]] Outcome run() override;
  [[nodiscard]] Statistics statistics() const override;

 private:
  void choices(std::vector<std::uint32_t>& out) override {
    out.insert(out.end(), replay_.choices().begin(), replay_.choices().end());
  }

  [[nodiscard]] bool explore();
  void meet_root();
  void expand_next();
  [[nodiscard]] std::uint64_t put_aside();
  // Looks up all that was put aside, and replays the log.
  void settle();
  void replay(std::vector<std::uint64_t>& numbers);
  // Of the level that is being expanded.
  [[nodiscard]] std::span<const model::Word> next_words();
  void push_words(std::span<const model::Word> words);

  static constexpr std::uint64_t unknown = ~std::uint64_t{0};

  base::Budget& budget_;
  base::Reservation held_{budget_};  // for what is put aside
  Ancestry ancestry_;
  store::Candidates candidates_;
  store::SortedRuns met_;
  std::unique_ptr<store::ScratchFile> level_;  // the words of its states
  std::unique_ptr<store::ScratchFile> next_;
  StepLog log_;               // since the last time
  bool has_broken_ = false;   // an invariant, by a state that was put aside
  std::uint64_t source_ = 0;  // the state whose turn is next in the log
  std::uint64_t depth_ = 0;
  std::uint64_t most_bytes_ = 0;
  std::vector<model::Word> words_;
  Explorer explorer_;
  Expander expander_;
  LogReplay replay_{explorer_, ancestry_};
};

}  // namespace waymark::search
