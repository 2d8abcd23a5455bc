// Cause: why a violation came about, in one sentence and in fields. It is found in the story of the violation, after
// the search.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check/lift/lasso.hpp"
#include "check/say/result.hpp"
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

// That one waits, at a place, for what another one holds or would do; for nobody who is known if `whom` is empty.
struct CauseWait {
  std::string who;
  std::string what;  // the lock, the channel, the condition
  std::string kind;  // lock, end, notification, message, room, partner, condition
  std::string whom;
  std::string location;
};

// Of a formula: in which steps a proposition becomes true and false in turn.
struct CauseProposition {
  std::string text;
  bool at_first = false;  // in the initial state
  std::vector<std::uint64_t> turns = {};
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
  std::vector<CauseWait> waits = {};               // of a deadlock
  std::vector<model::RacingAccess> accesses = {};  // of a race: two
  std::vector<CauseProposition> propositions = {};
  std::uint64_t from = 0;  // of a formula: the step from which on, or after which, what is wanted does not hold
};

// `line`: the text of the program where it was violated, if it can be read. `broken`: of a formula.
// Nothing if the story does not tell.
[[nodiscard]] std::optional<Cause> cause_of(const check::Found& found, const Story& story, const std::string& line,
                                            const std::optional<check::BrokenPromise>& broken);

// What the two accesses of a race are, for people.
[[nodiscard]] std::string sentence_of(const model::RacingAccess& one, const model::RacingAccess& other);

}  // namespace waymark::report
