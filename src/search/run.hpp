// Run: how far a search has come, and when and why it ends: counters, limits, requests to stop.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "model/model.hpp"
#include "search/limits.hpp"
#include "search/observer.hpp"
#include "search/outcome.hpp"

namespace waymark::search {

class Run {
 public:
  // All of these outlive it.
  Run(model::Model& model, base::Budget& budget, const Limits& limits, std::vector<ProgressListener*> progress);

  [[nodiscard]] model::Model& model() const { return model_; }
  [[nodiscard]] const Limits& limits() const { return limits_; }
  [[nodiscard]] const Tallies& tallies() const { return tallies_; }
  [[nodiscard]] double elapsed() const;

  [[nodiscard]] bool stopping() const { return stopping_; }
  // Why, if it is; and what was not supported, if that is it.
  [[nodiscard]] Why why() const { return why_; }
  [[nodiscard]] const model::Violation& unsupported() const { return unsupported_; }
  // It was time to stop, as of the last look.
  [[nodiscard]] bool late() const { return late_; }
  // The first reason is the one that counts.
  void stop(Why why);
  // The front end does not support this.
  void stop_unsupported(const model::Violation& violation);
  // Goes on after that: several share the states of a level, and one of them may have to report what one worker would
  // have met before. REQUIRES: why() is unsupported.
  void pass_over_unsupported();
  // Looks once in a while whether to stop; for loops that neither take nor leave.
  void tick() {
    if (--until_look_ == 0) look();
  }
  // Runs a part of the search. If the model gives up within it, that stops the search, and nothing is concluded from
  // the step that was begun.
  template <typename Part>
  void guard(const Part& part) {
    try {
      part();
    } catch (const base::Stopped& stopped) {
      late_ = true;
      stop(why_of(stopped.why()));
    }
  }
  // The search is over if it stopped or found something: what completes its findings is not cut short any more.
  void conclude();

  // From here on this search does what that one would have done, and counts from where it was.
  void go_on_from(const Tallies& tallies);
  // What the strategy estimates that it has covered; for who hears of its progress.
  void set_coverage(double share) { tallies_.coverage = share; }

 protected:
  using Clock = std::chrono::steady_clock;

  void begin();
  // Of a search that came to its end, but not to every state: the outcome says so.
  void end_with(Why why) {
    if (!stopping_) why_ = why;
  }

  Tallies tallies_;

 private:
  void look();

  model::Model& model_;
  Limits limits_;
  std::vector<ProgressListener*> progress_;
  Clock::time_point began_ = Clock::now();
  model::Violation unsupported_;
  std::uint32_t until_look_ = 1;
  base::Reservation model_bytes_;  // the model's own memory
  bool stopping_ = false;
  bool late_ = false;
  Why why_ = Why::finished;
};

}  // namespace waymark::search
