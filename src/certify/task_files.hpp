// The files by which tasks of one run travel between machines. A run holds a secret that only the certifier's own
// workers get. A result is under a message authentication code that binds run, script, program, options, slice, and
// where the slice began and ended.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "certify/ids_slice.hpp"
#include "certify/lean_slice.hpp"
#include "certify/result.hpp"
#include "certify/secret.hpp"
#include "script/format.hpp"
#include "script/ids_split.hpp"

namespace waymark::certify {

inline constexpr std::uint64_t most_tasks = 1u << 20;

// One run over one script: a lean one, whole or in parts, or an ids one. Its file holds the secret: for the certifier's
// machines only.
struct TaskRun {
  Secret secret;
  std::uint64_t tasks = 0;
  script::Form form = script::Form::lean;
  script::IdsCut cut = script::IdsCut::slice;  // of an ids script,
  std::uint64_t asked = 0;                     // which may give fewer tasks than were asked for
  std::vector<script::Digest> scripts = {};    // of the whole script, or of its parts in order
  Figures said = {};                           // states, transitions and depth, as the scripts' headers have them
  std::optional<script::SampleClaim> sample = std::nullopt;  // that they claim

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

}  // namespace waymark::certify
