// Cause: why a violation came about, in one sentence and in fields. It is found in the story of the violation, after
// the search.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check/lasso.hpp"
#include "check/result.hpp"
#include "report/story.hpp"

namespace waymark::report {

struct CauseValue {
  std::string name;
  std::string value;
  // Who wrote it last, in which step and where; nobody if it has its first value.
  std::string by = {};
  std::uint64_t step = 0;
  std::string location = {};
};

struct Cause {
  // "cycle": threads wait for each other. "stuck": for what nobody does. "lost notification", "race", "assertion",
  // "formula", "exception"; else the violation's kind.
  std::string kind;
  std::string sentence;
  std::vector<std::string> threads;
  std::vector<std::string> locks;   // what they wait for: locks, channels, variables
  std::vector<std::string> places;  // file:line
  std::vector<CauseValue> values;
};

// `line`: the text of the program where it was violated, if it can be read. `broken`: of a formula.
// Nothing if the story does not tell.
[[nodiscard]] std::optional<Cause> cause_of(const check::Found& found, const Story& story, const std::string& line,
                                            const std::optional<check::BrokenPromise>& broken);

// What the two accesses of a race are, for people.
[[nodiscard]] std::string sentence_of(const model::RacingAccess& one, const model::RacingAccess& other);

}  // namespace waymark::report
