// Merging the results of a run's tasks: refuses whatever is missing, repeated, of another script or program, or does
// not fit together, and judges the rest. That results are of this run, and made by its workers, was seen when they were
// decoded.
#pragma once

#include <cstdint>
#include <vector>

#include "certify/result.hpp"
#include "certify/task_files.hpp"

namespace waymark::certify {

// `subject`: what all of them must be about, and `count` how they were asked to count states.
[[nodiscard]] Result merge(const TaskRun& run, const script::Digest& subject, const std::vector<TaskResult>& results,
                           std::uint64_t memory, std::optional<Count> count = std::nullopt);

}  // namespace waymark::certify
