// What bounds a search and what it judges: the options all strategies share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "base/stop.hpp"
#include "model/facts.hpp"
#include "model/transition.hpp"

namespace waymark::search {

struct Limits {
  std::uint64_t errors = 1;                                          // stop after so many violations; 0: never
  std::uint64_t states = std::numeric_limits<std::uint64_t>::max();  // stop when there are more
  std::uint64_t depth = std::numeric_limits<std::uint64_t>::max();
  base::Stop* stop = nullptr;       // ends the search early, within a transition if need be
  std::uint32_t chain = 1'000'000;  // choices in a row inside one indivisible sequence
  std::uint32_t kept = 16;          // violations to keep with their paths; the rest are only counted
};

struct Invariant {
  model::Watch watch = 0;
  std::string text;
};

struct Judged {
  bool deadlock = true;
  std::vector<std::string> waived;  // kinds of violation that nobody asked about
  std::vector<Invariant> invariants;
  model::Violation cycle;  // what an accepting cycle is reported as, by a search that looks for one

  [[nodiscard]] bool waives(const std::string& kind) const {
    return std::find(waived.begin(), waived.end(), kind) != waived.end();
  }
};

}  // namespace waymark::search
