// ParallelNested: looks for accepting cycles by several workers at a time (NestedWorker). Where there is none, it
// counts the states and transitions that Nested counts, however many they are; where there are, which one is found, and
// how much was looked at before, is another matter each time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "search/explorer.hpp"
#include "search/parallel/nested_worker.hpp"
#include "search/parallel/thread_team.hpp"
#include "search/search.hpp"

namespace waymark::search {

class ParallelNested final : public Search {
 public:
  static constexpr unsigned most_workers = SharedColours::most_workers;

  struct Settings {
    unsigned jobs = 2;              // REQUIRES: at most most_workers
    unsigned cas_failure_rate = 0;  // for tests: one of so many attempts to publish a state fails; 0: none
    bool small = false;             // states take little, and more time
  };
  // REQUIRES: no parts.store, no listeners to steps, no limit of depth, and one violation is asked for; no invariants
  // are judged. All models are of the same program, and their words mean the same.
  ParallelNested(Parts parts, const std::function<Subject()>& subject, const Settings& settings);

  [[nodiscard]] Outcome run() override;
  [[nodiscard]] Statistics statistics() const override;
  [[nodiscard]] bool others_reached(model::ActionId id) const override;
  [[nodiscard]] std::vector<model::Observed> others_observed() const override;

 private:
  void work(unsigned member);
  [[nodiscard]] Tallies sum() const;
  void pulse(double seconds) const;

  std::vector<ProgressListener*> progress_;
  NestedShared shared_;
  std::vector<Subject> subjects_;  // of the workers but the first
  std::vector<std::unique_ptr<NestedWorker>> workers_;
  std::atomic<unsigned> working_;
  ThreadTeam team_;
};

}  // namespace waymark::search
