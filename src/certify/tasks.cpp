#include "certify/tasks.hpp"

#include <sodium/randombytes.h>

#include <algorithm>
#include <utility>

#include "certify/lean.hpp"

namespace waymark::certify {

std::optional<TaskRun> draw_run(const Files& files, std::uint64_t k, std::uint64_t memory, script::Fault& fault,
                                script::IdsCut cut) {
  if (k == 0 || k > most_tasks) {
    fault = {0, "the number of tasks must be between 1 and " + std::to_string(most_tasks), false};
    return std::nullopt;
  }
  const script::Header& header = files.front()->header();
  const bool whole = files.size() == 1 && header.parts == 0;
  const bool ids = whole && header.form == script::Form::ids;
  std::vector<script::IdsTask> tasks;
  std::vector<script::Slice> slices;
  const bool good = ids     ? script::cut_ids(files.front(), cut, k, memory, tasks, fault)
                    : whole ? script::cut(files.front(), k, memory, slices, fault)
                            : script::join(files, memory, slices, fault);
  if (!good) return std::nullopt;
  if (!ids && !script::is_lean(header.form)) {
    fault = {0, std::string("a script of form ") + script::name(header.form) + " is not certified in tasks", false};
    return std::nullopt;
  }
  // The files were hashed when they were opened: only now comes the secret.
  TaskRun run{Secret::draw(), ids ? tasks.size() : slices.size(), header.form};
  if (ids) {
    run.cut = cut;
    run.asked = k;
  }
  Files in_order = files;
  for (std::size_t i = 0; !whole && i < files.size(); ++i) in_order[i] = slices[i].file;
  for (const auto& file : in_order) run.scripts.push_back(file->digest());
  run.said = said_by(files);
  if (!ids && !claimed_sample(files, run.sample, fault)) return std::nullopt;
  return run;
}

namespace {

// Cutting the script, if that was possible, gave as many tasks as the run has.
bool gives_all_tasks(bool cut, std::uint64_t tasks, const TaskRun& run, const script::Fault& fault, std::string& why) {
  if (cut && tasks == run.tasks) return true;
  why = fault.why.empty() ? "the script cannot be cut as the run says" : fault.why;
  return false;
}

bool is_whole_script(const Files& files, const TaskRun& run, std::string& why) {
  if (files.size() == 1 && files.front()->digest() == run.scripts.front()) return true;
  why = "this is not the script that the run was made for";
  return false;
}

bool run_ids_task(const Factory& factory, const Files& files, const TaskRun& run, const Request& request,
                  TaskResult& out, std::string& why) {
  if (!is_whole_script(files, run, why)) return false;
  std::vector<script::IdsTask> tasks;
  script::Fault fault;
  const bool good = script::cut_ids(files.front(), run.cut, run.asked, request.memory, tasks, fault);
  if (!gives_all_tasks(good, tasks.size(), run, fault, why)) return false;
  const std::unique_ptr<model::Model> model = factory();
  IdsSlice worker(*model, run.secret, request, files.front(), request.memory);
  out.result = worker.run(tasks[static_cast<std::size_t>(out.task - 1)]);
  out.ids = worker.evidence();
  out.script = files.front()->digest();
  return true;
}

// Of a whole script, or of a part: only its own is needed here; merging sees to it that the parts fit together.
bool find_slice(const Files& files, const TaskRun& run, std::uint64_t task, const Request& request,
                script::Slice& slice, std::string& why) {
  const auto index = static_cast<std::size_t>(task - 1);
  script::Fault fault;
  if (run.scripts.size() == 1 && files.front()->header().parts == 0) {
    if (!is_whole_script(files, run, why)) return false;
    std::vector<script::Slice> slices;
    const bool good = script::cut(files.front(), run.tasks, request.memory, slices, fault);
    if (!gives_all_tasks(good, slices.size(), run, fault, why)) return false;
    slice = std::move(slices[index]);
    return true;
  }
  const auto own =
      std::find_if(files.begin(), files.end(), [&](const auto& file) { return file->digest() == run.scripts[index]; });
  if (own == files.end()) {
    why = "the part for task " + std::to_string(task) + " is not among these scripts";
    return false;
  }
  const bool good = script::read_part(*own, request.memory, slice, fault);
  why = fault.why;
  return good;
}

bool run_lean_task(const Factory& factory, const Files& files, const TaskRun& run, const Request& request,
                   TaskResult& out, std::string& why) {
  script::Slice slice;
  if (!find_slice(files, run, out.task, request, slice, why)) return false;
  const std::unique_ptr<model::Model> model = factory();
  LeanSlice worker(*model, run.secret, request, sampling_of(run.form, request.count, run.said.states, run.secret));
  out.result = worker.run(slice);
  out.evidence = worker.evidence();
  out.script = slice.file->digest();
  out.begin = script::digest_of(slice.begin);
  if (slice.end.has_value()) out.end = script::digest_of(*slice.end);
  return true;
}

}  // namespace

std::optional<TaskResult> run_task(const Factory& factory, const Files& files, const TaskRun& run, std::uint64_t task,
                                   const script::Digest& subject, const Request& request, std::string& why) {
  if (task == 0 || task > run.tasks) {
    why = "this run has tasks 1 to " + std::to_string(run.tasks);
    return std::nullopt;
  }
  TaskResult out;
  out.task = task;
  out.subject = subject;
  const auto run_it = run.form == script::Form::ids ? run_ids_task : run_lean_task;
  if (!run_it(factory, files, run, request, out, why)) return std::nullopt;
  return out;
}

bool audit(const Factory& factory, const Files& files, const TaskRun& run, const std::vector<TaskResult>& results,
           std::uint64_t n, const Request& request, std::string& why) {
  std::vector<const TaskResult*> chosen;
  chosen.reserve(results.size());
  for (const TaskResult& result : results) chosen.push_back(&result);
  for (std::size_t i = 0; i < chosen.size() && i < n; ++i) {
    // Which ones must not be known to a cheater.
    const std::size_t other = i + randombytes_uniform(static_cast<std::uint32_t>(chosen.size() - i));
    std::swap(chosen[i], chosen[other]);
    const auto again = run_task(factory, files, run, chosen[i]->task, chosen[i]->subject, request, why);
    if (!again.has_value()) return false;
    if (again->agrees_with(*chosen[i])) continue;
    why = "task " + std::to_string(chosen[i]->task) + " does not come out as its result says";
    return false;
  }
  return true;
}

}  // namespace waymark::certify
