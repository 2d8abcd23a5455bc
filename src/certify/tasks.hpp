// Certifying one script on many machines, one task each. The certifier draws a run: a secret that only its own workers
// get, for scripts that are already fixed. A worker answers with a small result under a message authentication code
// that binds run, script, program, options, slice, and where the slice began and ended. Merging refuses whatever is
// missing, repeated, stale, of another script or not made by this certifier's workers, and judges the rest.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "certify/ids_slice.hpp"
#include "certify/lean_slice.hpp"
#include "certify/result.hpp"
#include "certify/secret.hpp"
#include "script/ids.hpp"
#include "script/reader.hpp"
#include "script/sync.hpp"

namespace waymark::certify {

using Files = std::vector<std::shared_ptr<const script::File>>;

// One run over one script: a lean one, whole or in parts, or an ids one. Its file holds the secret: for the certifier's
// machines only.
struct TaskRun {
  Secret secret;
  std::uint64_t tasks = 0;
  script::Form form = script::Form::lean;
  script::IdsCut cut = script::IdsCut::slice;  // of an ids script,
  std::uint64_t asked = 0;                     // which may give fewer tasks than were asked for
  std::vector<script::Digest> scripts;         // of the whole script, or of its parts in order
  std::uint64_t states = 0;                    // as the scripts' headers claim
  std::uint64_t transitions = 0;

  // Cuts a whole script into at most k tasks, or makes one of each part. None: fault says why.
  [[nodiscard]] static std::optional<TaskRun> draw(const Files& files, std::uint64_t k, std::uint64_t memory,
                                                   script::Fault& fault, script::IdsCut cut = script::IdsCut::slice);
  [[nodiscard]] std::vector<std::uint8_t> encode() const;
  [[nodiscard]] static std::optional<TaskRun> decode(std::span<const std::uint8_t> bytes);
};

struct TaskResult {
  std::uint64_t task = 0;       // from 1
  script::Digest script = {};   // of the file it was read from
  script::Digest subject = {};  // the program, its options and what was asked
  script::Digest begin = {};    // of the sync point at which it began; these two for lean scripts
  script::Digest end = {};      // all zeros: the walk was closed
  Result result;
  Evidence evidence;               // of a lean script
  std::optional<IdsEvidence> ids;  // of an ids script

  [[nodiscard]] std::vector<std::uint8_t> encode(const TaskRun& run) const;
  // None: malformed, of another run, or not made with its secret.
  [[nodiscard]] static std::optional<TaskResult> decode(std::span<const std::uint8_t> bytes, const TaskRun& run,
                                                        std::string& why);
  // Equal but for what depends on the machine.
  [[nodiscard]] bool agrees_with(const TaskResult& other) const;
};

// Runs one task. Files: the whole script, or the task's part alone. None: these are not the run's scripts.
[[nodiscard]] std::optional<TaskResult> run_task(const Factory& factory, const Files& files, const TaskRun& run,
                                                 std::uint64_t task, const script::Digest& subject,
                                                 const Request& request, std::string& why);

[[nodiscard]] Result merge(const TaskRun& run, const script::Digest& subject, const std::vector<TaskResult>& results,
                           std::uint64_t memory);

// Runs n tasks, chosen at random, again. The first that does not come out as its result says is named in why.
[[nodiscard]] bool audit(const Factory& factory, const Files& files, const TaskRun& run,
                         const std::vector<TaskResult>& results, std::uint64_t n, const Request& request,
                         std::string& why);

}  // namespace waymark::certify
