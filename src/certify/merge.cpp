#include "certify/merge.hpp"

#include "certify/ids.hpp"
#include "certify/lean.hpp"
#include "certify/workers.hpp"

namespace waymark::certify {

namespace {

using script::Digest;

Result judge_ids(const TaskRun& run, const std::vector<const TaskResult*>& tasks, std::uint64_t memory) {
  IdsJudge judge(run.cut, tasks.size(), memory);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    Result result = judge.add(i, *tasks[i]->ids, tasks[i]->result.figures);
    if (result.verdict != Verdict::certified) return result;
  }
  return judge.judge(judge.figures().are_as(run.said));
}

Result judge_lean(const TaskRun& run, const std::vector<const TaskResult*>& tasks, std::optional<Count> count) {
  Evidence evidence;
  Figures figures;
  for (const TaskResult* task : tasks) {
    if (!evidence.add(task->evidence)) return rejected("the counts announced are too large");
    figures.add(task->result.figures);
  }
  const std::optional<Sampling> sampling = sampling_of(run.form, count, run.said.states, run.secret);
  return judge(run.form, evidence, figures, {figures.are_as(run.said), sampling, run.sample});
}

}  // namespace

Result merge(const TaskRun& run, const Digest& subject, const std::vector<TaskResult>& results, std::uint64_t memory,
             std::optional<Count> count) {
  std::vector<const TaskResult*> tasks(static_cast<std::size_t>(run.tasks), nullptr);
  for (const TaskResult& result : results) {
    const TaskResult*& place = tasks[static_cast<std::size_t>(result.task - 1)];
    if (place != nullptr) return rejected("there are two results of task " + std::to_string(result.task));
    place = &result;
  }
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const std::string which = "task " + std::to_string(i + 1);
    if (tasks[i] == nullptr) return rejected("the result of " + which + " is missing");
    const TaskResult& task = *tasks[i];
    if (task.subject != subject) return rejected(which + " was run on another program or with other options");
    if (task.script != run.scripts[run.scripts.size() == 1 ? 0 : i]) return rejected(which + " read another script");
    if (run.form == script::Form::ids) continue;  // how these fit together is judged below
    const Digest start = i == 0 ? script::digest_of(script::SyncPoint{}) : tasks[i - 1]->end;
    if (task.begin != start) return rejected(which + " does not begin where the one before it ends");
    if ((task.end == Digest{}) != (i + 1 == tasks.size())) return rejected(which + " does not end where it should");
  }
  std::size_t first = 0;
  for (std::size_t i = 1; i < tasks.size(); ++i) {
    if (comes_before(tasks[i]->result, i, tasks[first]->result, first)) first = i;
  }
  if (tasks[first]->result.verdict != Verdict::certified) return tasks[first]->result;
  return run.form == script::Form::ids ? judge_ids(run, tasks, memory) : judge_lean(run, tasks, count);
}

}  // namespace waymark::certify
