// Run: one search of a program, for states, for cycles or to rank states: makes the model and the search, goes on with
// a checkpoint, writes others, and knows what came of it. It restarts where a reduction presumed what does not hold
// (run_valid).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/plan/settings.hpp"
#include "check/run/assemble.hpp"
#include "check/run/checkpointing.hpp"
#include "check/run/context.hpp"
#include "check/say/result.hpp"
#include "load/program.hpp"
#include "model/model.hpp"
#include "observe/recorder.hpp"

namespace waymark::check {

class Run {
 public:
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  virtual ~Run() = default;

  // `earlier`, if any, is a checkpoint to go on with. Before this one so many searches were begun. All members of a
  // team call it at once. Throws base::InputError.
  void search(Earlier* earlier, std::uint64_t restarts);
  // The reduction presumed what does not hold: the program knows better now.
  [[nodiscard]] bool invalidated() const;

 protected:
  // What is given outlives this.
  Run(const load::Program& plain, const Settings& settings, Context context)
      : plain_(plain), settings_(settings), stop_(base::Stop::part_of(context.stop)), context_(std::move(context)) {
    context_.stop = &stop_;
  }

  // Makes the model and the search; without one there is nothing to do.
  virtual void prepare() = 0;
  // What a checkpoint of it is of.
  [[nodiscard]] virtual Subject subject() const = 0;
  // Records the search within its checkpoints.
  [[nodiscard]] virtual observe::LeanRecorder* recorder() { return nullptr; }
  // The search has ended; all members are here.
  virtual void ended() {}

  // Why the settings leave nothing out by partial order reduction; empty: they do not.
  [[nodiscard]] std::string why_whole() const;
  // Nothing is violated, though states may have been missed.
  [[nodiscard]] bool found_nothing() const;
  // Those of a cluster have other things in them.
  [[nodiscard]] std::string tool() const { return settings_.tool + (context_.team.alone() ? "" : " with --cluster"); }
  // Figures of the search become those of the result. An estimate of what it covered is one of them if memory ended the
  // search, or states may be missing; or however it ended, if `any_estimate`.
  void enter_search(Result& result, bool any_estimate) const;
  // What the models have seen is added to what those of searches before have.
  void add_observed(Result& result) const;
  // What the result rests on, and what is kept.
  void tell_checkpoints(Result& result) const;
  // The search and its store make room; the model stays.
  void release();

  const load::Program& plain_;
  const Settings& settings_;
  base::Stop stop_;    // of this search alone, which concludes it when it ends
  Context context_;    // with that stop
  std::string whole_;  // why nothing is left out; empty: the model is reduced
  std::unique_ptr<model::Model> model_;
  Assembled assembled_;
  Earlier* earlier_ = nullptr;
  std::optional<Checkpointing> checkpointing_;
  search::Outcome outcome_;
  search::Statistics statistics_;
  std::string remark_;  // of the store
  bool may_omit_ = false;
  std::uint64_t store_bytes_ = 0;
  std::vector<model::Action> unreached_;     // by any model
  std::optional<model::Observed> observed_;  // by all models; nothing: they do not look, or not all is known

 private:
  void set_checkpoints(std::uint64_t restarts);
  void search_and_sum_up(std::uint64_t restarts);
  void find_unreached();
  void find_observed();
};

// Members have invalidated presumptions of their reductions. They restart alike, or they would search different graphs.
void share_invalidated(const load::Program& program, const Team& team);

// Runs, and again while what a reduction presumed is invalidated; `restarts` counts the searches before the last.
template <typename Kind, typename... More>
[[nodiscard]] std::unique_ptr<Kind> run_valid(Earlier* earlier, std::uint64_t& restarts, const load::Program& program,
                                              const Settings& settings, const Context& context, const More&... more) {
  restarts = earlier != nullptr ? earlier->learnt().restarts : 0;
  auto run = std::make_unique<Kind>(program, settings, context, more...);
  run->search(earlier, restarts);
  while (run->invalidated()) {
    run.reset();  // its models make room
    share_invalidated(program, context.team);
    run = std::make_unique<Kind>(program, settings, context, more...);
    run->search(nullptr, ++restarts);
  }
  return run;
}

}  // namespace waymark::check
