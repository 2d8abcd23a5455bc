// What a certifier is asked and what it answers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "certify/progress.hpp"
#include "model/coverage.hpp"
#include "model/model.hpp"
#include "script/format.hpp"

namespace waymark::certify {

// In every transition whose source satisfies `before`, the destination satisfies `after`.
struct StepInvariant {
  std::string before;
  std::string after;
};

// How different states are counted.
enum class Count : std::uint8_t { sketch, exact };

// What to check on the way, besides the script itself, and what bounds the run. All workers of a run read it; nothing
// changes it while they do but who watches over `stop`.
struct Request {
  bool deadlock = true;
  std::vector<std::string> waived;  // kinds of violation that nobody asked about
  std::vector<std::string> invariants;
  std::vector<StepInvariant> step_invariants;
  bool fair = false;  // of cycles, only those that are weakly fair to every actor
  // Lean scripts and their kin: whether, and how, their states are counted; by a sketch if nothing is said and the
  // script is a partial one.
  std::optional<Count> count;
  std::uint64_t memory = std::uint64_t{1} << 30;  // for paths; what a run of any size needs is little beside it
  std::uint32_t chain = 1'000'000;                // choices in a row inside one indivisible sequence
  unsigned jobs = 1;
  const base::Stop* stop = nullptr;  // ends the run early, within a transition if need be
  Progress* progress = nullptr;      // hears how far the run has come
};

// Models for workers: each its own, all of the same program with the same options. Workers call it at the same time.
using Factory = std::function<std::unique_ptr<model::Model>()>;

enum class Verdict : std::uint8_t {
  certified,
  in_part,  // a search that did not end is what the script says it is
  violation,
  rejected,     // the script does not describe this program's state space, or is malformed
  incomplete,   // a limit was reached or somebody stopped it
  unsupported,  // the program uses what the front end cannot do
};

struct Figures {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t depth = 0;       // of the deepest state, in transitions
  std::uint64_t path_bytes = 0;  // the most that the path took, the model's journal included
  std::uint64_t entries = 0;     // ids: the most fingerprints that were kept at a time
  // Of a partial script: states whose transitions were not taken, and the least distance from the initial state that
  // is claimed for one of them. Every state that is nearer was explored.
  std::uint64_t frontier = 0;
  std::uint64_t covered = std::numeric_limits<std::uint64_t>::max();

  // Whether the walk is of the size that somebody said it is.
  [[nodiscard]] bool are_as(const Figures& said) const {
    return states == said.states && transitions == said.transitions && depth == said.depth;
  }
  // Those of another slice of the same walk.
  void add(const Figures& other) {
    states += other.states;
    transitions += other.transitions;
    depth = std::max(depth, other.depth);
    path_bytes = std::max(path_bytes, other.path_bytes);
    entries = std::max(entries, other.entries);
    frontier += other.frontier;
    covered = std::min(covered, other.covered);
  }
};

// How many different states there are at least among those entered, where they were counted.
struct Distinct {
  std::uint64_t states = 0;
  std::uint64_t explored = 0;  // of these, with all their transitions taken
  bool exact = false;
};

// What part of the states a partial script covers, by the sample that it shows.
struct Estimated {
  model::Covered covered;
  std::uint64_t states = 0;  // explored, of the frontier or of the sample
  double share = 1;          // of all states, those that would be in the sample
};

struct Result {
  Verdict verdict = Verdict::incomplete;
  std::string why;                                  // one line, for all but certified
  base::Stop::Why limit = base::Stop::Why::memory;  // for incomplete
  model::Violation violation;                       // for violation and unsupported
  // For violation: the way from the initial state; for rejected: to where it was seen.
  std::vector<std::uint32_t> choices;
  Figures figures;
  std::uint64_t at = 0;  // how far into the script the walk had come: which of several results is reported
  std::optional<Distinct> distinct;
  std::optional<Estimated> estimated;
};

// Ended early, wherever that was.
[[nodiscard]] inline Result stopped(const base::Stopped& early) {
  Result result;
  result.why = early.what();
  result.limit = early.why();
  return result;
}

[[nodiscard]] inline Result rejected(std::string why) {
  Result result;
  result.verdict = Verdict::rejected;
  result.why = std::move(why);
  return result;
}
// What a script that cannot be read is: rejected, unless a limit kept it from being read.
[[nodiscard]] inline Result unread(const script::Fault& fault) {
  Result result = rejected(fault.why);
  if (fault.limit) result.verdict = Verdict::incomplete;
  return result;
}

}  // namespace waymark::certify
