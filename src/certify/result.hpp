// What a certifier is asked and what it answers.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace waymark::certify {

// In every transition whose source satisfies `before`, the destination satisfies `after`.
struct StepInvariant {
  std::string before;
  std::string after;
};

// What to check on the way, besides the script itself, and what bounds the run.
struct Request {
  bool deadlock = true;
  std::vector<std::string> waived;  // kinds of violation that nobody asked about
  std::vector<std::string> invariants;
  std::vector<StepInvariant> step_invariants;
  std::uint64_t memory = std::uint64_t{1} << 30;  // for paths; what a run of any size needs is little beside it
  std::uint32_t chain = 1'000'000;                // choices in a row inside one indivisible sequence
  unsigned jobs = 1;
  const std::atomic<bool>* stop = nullptr;  // set from outside to end the run early
  std::optional<std::chrono::steady_clock::time_point> deadline;
};

// Models for workers: each its own, all of the same program with the same options.
using Factory = std::function<std::unique_ptr<model::Model>()>;

enum class Verdict : std::uint8_t {
  certified,
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
};

struct Result {
  Verdict verdict = Verdict::incomplete;
  std::string why;             // one line, for all but certified
  model::Violation violation;  // for violation and unsupported
  std::vector<std::uint32_t>
      choices;  // for violation: the way from the initial state; for rejected: to where it was seen
  Figures figures;
};

}  // namespace waymark::certify
