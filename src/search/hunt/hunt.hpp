// Hunt: for programs that are too large for a search of all states. Workers run the program again and again, guided in
// turn by few preemptions, by priorities with change points and by partial order sampling, and stop at the first
// violation. Runs are numbered; the number and the seed decide how a run is guided. What a worker has learnt from its
// earlier runs counts as well: so one worker always does the same with the same seed.
#pragma once

#include <atomic>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/mutex.hpp"
#include "search/explorer.hpp"
#include "search/hunt/run_states.hpp"
#include "search/parallel/shared_tallies.hpp"
#include "search/search.hpp"

namespace waymark::search {

class Hunt final : public Search {
 public:
  struct Settings {
    unsigned jobs = 1;
    std::uint64_t seed = 1;
    std::uint64_t runs = 0;          // at most; 0: until something else ends the hunt
    std::uint64_t length = 100'000;  // transitions, at most, of one run
  };

  // The first worker has the model of the parts, the others have those of `subject`. No store is used.
  Hunt(Parts parts, std::function<Subject()> subject, const Settings& settings);
  ~Hunt() override;

  // What a worker throws ends all of them and is thrown here.
  [[nodiscard]] Outcome run() override;
  [[nodiscard]] Statistics statistics() const override;
  [[nodiscard]] bool others_reached(model::ActionId id) const override;

 private:
  class Worker;
  class Pulse;

  void work(unsigned number);
  void hunt(Parts parts, unsigned number);
  // Ends all workers if one has found something.
  void enter(Outcome outcome, const Worker& worker);

  Parts parts_;
  std::function<Subject()> subject_;
  Settings settings_;
  base::Stop stop_{parts_.limits.stop};  // of all workers
  std::atomic<std::uint64_t> next_run_{0};
  std::vector<SharedTallies> so_far_;

  mutable base::Mutex mutex_;
  Outcome outcome_ GUARDED_BY(mutex_);
  bool decided_ GUARDED_BY(mutex_) = false;  // a worker has found something, or cannot go on
  std::uint64_t transitions_ GUARDED_BY(mutex_) = 0;
  std::uint64_t depth_ GUARDED_BY(mutex_) = 0;
  HuntRuns runs_ GUARDED_BY(mutex_);
  RunStates states_ GUARDED_BY(mutex_);
  std::set<std::string> reached_ GUARDED_BY(mutex_);  // statements, by models other than the first worker's
};

}  // namespace waymark::search
