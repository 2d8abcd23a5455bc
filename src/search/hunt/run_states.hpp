// RunStates: what is remembered of the states that sampled runs come to, in little memory of a fixed size: about how
// many different ones there were, and whether the present run has been in a state before. The second may be forgotten,
// but is never invented, except by two states with one hash.
#pragma once

#include <cstdint>
#include <vector>

#include "containers/distinct_count.hpp"
#include "containers/mix.hpp"
#include "model/fingerprint.hpp"

namespace waymark::search {

class RunStates {
 public:
  void begin_run() { ++run_; }
  // Whether the run has been there.
  [[nodiscard]] bool arrive(const model::Fingerprint& state) {
    const std::uint64_t hash = containers::mix(state.low ^ containers::mix(state.high));
    distinct_.add(hash);
    Visit& visit = visits_[hash % visits_.size()];
    if (visit.run == run_ && visit.hash == hash) return true;
    visit = {run_, hash};
    return false;
  }
  void add(const RunStates& other) { distinct_.add(other.distinct_); }
  [[nodiscard]] std::uint64_t distinct() const { return distinct_.count(); }

 private:
  struct Visit {
    std::uint64_t run = 0;
    std::uint64_t hash = 0;
  };

  containers::DistinctCount distinct_;
  std::vector<Visit> visits_ = std::vector<Visit>(std::size_t{1} << 14);
  std::uint64_t run_ = 0;
};

}  // namespace waymark::search
