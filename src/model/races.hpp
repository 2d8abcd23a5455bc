// Races that models met on their way, as warnings. They are no part of what a search sees: nothing depends on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.hpp"
#include "model/transition.hpp"

namespace waymark::model {

// Two threads are about to access one variable; at least one of them writes.
using Race = std::pair<RacingAccess, RacingAccess>;

// Of all models of a program; for several threads at once.
class RaceLog {
 public:
  void add(RacingAccess one, RacingAccess other);
  // One for each two places, in the order of places.
  [[nodiscard]] std::vector<Race> all() const;

 private:
  mutable base::Mutex mutex_;
  // By the two places; of all that have these, the least.
  std::map<std::pair<std::string, std::string>, Race> races_ GUARDED_BY(mutex_);
};

// Those that one model has entered, by threads and places as the model counts them.
class RacesEntered {
 public:
  // False: it was entered before, or there are too many. No memory limit counts these.
  [[nodiscard]] bool enter(std::uint64_t one, std::uint64_t other) {
    return entered_.size() < most && entered_.insert({one, other}).second;
  }

 private:
  static constexpr std::size_t most = 10'000;

  std::set<std::pair<std::uint64_t, std::uint64_t>> entered_;
};

}  // namespace waymark::model
