// Certifying one script on many machines, one task each. The certifier draws a run for scripts that are already fixed;
// each of its workers runs tasks of it and answers with their results; merging (certify/merge.hpp) judges these.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "certify/result.hpp"
#include "certify/task_files.hpp"
#include "certify/workers.hpp"

namespace waymark::certify {

// Cuts a whole script into at most k tasks, or makes one of each part. None: fault says why.
[[nodiscard]] std::optional<TaskRun> draw_run(const Files& files, std::uint64_t k, std::uint64_t memory,
                                              script::Fault& fault, script::IdsCut cut = script::IdsCut::slice);

// Runs one task. Files: the whole script, or the task's part alone. None: these are not the run's scripts.
[[nodiscard]] std::optional<TaskResult> run_task(const Factory& factory, const Files& files, const TaskRun& run,
                                                 std::uint64_t task, const script::Digest& subject,
                                                 const Request& request, std::string& why);

// Runs n tasks, chosen at random, again. The first that does not come out as its result says is named in why.
[[nodiscard]] bool audit(const Factory& factory, const Files& files, const TaskRun& run,
                         const std::vector<TaskResult>& results, std::uint64_t n, const Request& request,
                         std::string& why);

}  // namespace waymark::certify
