// SharedTallies: how far the search of one thread has come, as it said last, for any thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "search/observer.hpp"

namespace waymark::search {

class SharedTallies {
 public:
  void publish(const Tallies& tallies) {
    states_ = tallies.states;
    explored_ = tallies.explored;
    transitions_ = tallies.transitions;
    depth_ = tallies.depth;
    errors_ = tallies.errors;
  }
  // Adds it to others'; nothing of coverage and times.
  void add_to(Tallies& sum) const {
    sum.states += states_;
    sum.explored += explored_;
    sum.transitions += transitions_;
    sum.depth = std::max<std::uint64_t>(sum.depth, depth_);
    sum.errors += errors_;
  }

 private:
  std::atomic<std::uint64_t> states_{0};
  std::atomic<std::uint64_t> explored_{0};
  std::atomic<std::uint64_t> transitions_{0};
  std::atomic<std::uint64_t> depth_{0};
  std::atomic<std::uint64_t> errors_{0};
};

}  // namespace waymark::search
