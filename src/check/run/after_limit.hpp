// What can still be said of a program after its search ran out of time or memory. Further searches find out, within
// what is left: one in the order of preemptions, and ones that estimate which share of the states was covered.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "check/plan/settings.hpp"
#include "check/run/context.hpp"
#include "check/say/result.hpp"
#include "load/program.hpp"

namespace waymark::check {

// Which questions are asked after a limit; none if the caller does not say otherwise.
struct AfterLimit {
  bool preemptions = false;                              // with how few every behaviour was explored
  bool coverage = false;                                 // of all states
  std::chrono::steady_clock::time_point began = {};      // of the command, whose time is limited
  std::vector<search::ProgressListener*> progress = {};  // of these searches

  [[nodiscard]] bool asks() const { return preemptions || coverage; }
};

// How many seconds the first search has of a command's, so many of which have passed: four fifths of all, but no less
// than half of the rest.
[[nodiscard]] double seconds_of_first(double limit, double passed);
// How many seconds the further ones have after a first one that filled the memory in so many; `left` of the command's.
[[nodiscard]] double seconds_after_memory(double first, std::optional<double> left);

// Which share of all states so many are, by an estimate of a search of the same graph. Nothing if it does not tell, or
// contradicts them.
[[nodiscard]] std::optional<Share> share_of(std::uint64_t states, const Coverage& estimate);

// Runs the first search, which has its part of the time, and the further ones if a limit has ended it. What they find
// is the result; else the first one's result says what they know. Throws base::InputError as the first search does.
// REQUIRES: context.stop.
[[nodiscard]] Result search_and_go_on(const std::function<Result(const Context&)>& first, const load::Program& program,
                                      const Settings& settings, const Context& context, const AfterLimit& after);

}  // namespace waymark::check
