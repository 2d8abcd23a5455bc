#include "certify/tasks.hpp"

#include <sodium/crypto_generichash.h>
#include <sodium/randombytes.h>
#include <sodium/utils.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/check.hpp"
#include "certify/ids.hpp"
#include "certify/workers.hpp"

namespace waymark::certify {

namespace {

using script::Digest;

constexpr std::uint32_t run_magic = 0x324E5552;     // "RUN2"
constexpr std::uint32_t result_magic = 0x32534552;  // "RES2"
constexpr std::uint64_t most_tasks = 1u << 20;
constexpr std::uint64_t longest_text = 1u << 16;

Digest hash(const script::SyncPoint& point) {
  base::ByteSink sink;
  script::encode(point, sink);
  Digest digest;
  crypto_generichash(digest.data(), digest.size(), sink.bytes().data(), sink.size(), nullptr, 0);
  return digest;
}

void read_bytes(base::ByteSource& source, std::span<std::uint8_t> out) {
  const auto bytes = source.raw(out.size());
  if (!source.failed()) std::copy(bytes.begin(), bytes.end(), out.begin());
}

}  // namespace

std::optional<TaskRun> TaskRun::draw(const Files& files, std::uint64_t k, std::uint64_t memory, script::Fault& fault,
                                     script::IdsCut cut) {
  std::vector<script::Slice> slices;
  if (k == 0 || k > most_tasks) {
    fault = {0, "the number of tasks must be between 1 and " + std::to_string(most_tasks)};
    return std::nullopt;
  }
  const bool whole = files.size() == 1 && files.front()->header().parts == 0;
  const script::Header& header = files.front()->header();
  if (whole && header.form == script::Form::ids) {
    std::vector<script::IdsTask> tasks;
    if (!script::cut_ids(files.front(), cut, k, memory, tasks, fault)) return std::nullopt;
    TaskRun run{Secret::draw(), tasks.size(), header.form, cut, k, {files.front()->digest()}, 0, 0};
    run.states = header.states;
    run.transitions = header.transitions;
    return run;
  }
  const bool good =
      whole ? script::cut(files.front(), k, memory, slices, fault) : script::join(files, memory, slices, fault);
  if (!good) return std::nullopt;
  if (files.front()->header().form != script::Form::lean) {
    fault = {0, "only scripts of form lean and ids are certified in tasks on other machines"};
    return std::nullopt;
  }
  // The files were hashed when they were opened: only now comes the secret.
  TaskRun run{Secret::draw(), slices.size(), script::Form::lean, script::IdsCut::slice, 0, {}, 0, 0};
  for (const script::Slice& slice : slices) {
    if (!run.scripts.empty() && slice.file == slices.front().file) continue;
    run.scripts.push_back(slice.file->digest());
    run.states += slice.file->header().states;
    run.transitions += slice.file->header().transitions;
  }
  return run;
}

std::vector<std::uint8_t> TaskRun::encode() const {
  base::ByteSink sink;
  sink.u32(run_magic);
  sink.raw(secret.bytes());
  sink.varint(tasks);
  sink.u8(static_cast<std::uint8_t>(form));
  sink.u8(static_cast<std::uint8_t>(cut));
  sink.varint(asked);
  sink.varint(states);
  sink.varint(transitions);
  sink.varint(scripts.size());
  for (const Digest& digest : scripts) sink.raw(digest);
  return {sink.bytes().begin(), sink.bytes().end()};
}

std::optional<TaskRun> TaskRun::decode(std::span<const std::uint8_t> bytes) {
  base::ByteSource source(bytes);
  if (source.u32() != run_magic) return std::nullopt;
  Secret::Bytes secret = {};
  read_bytes(source, secret);
  TaskRun run{Secret(secret), source.varint(), script::Form::lean, script::IdsCut::slice, 0, {}, 0, 0};
  const std::uint8_t form = source.u8();
  const std::uint8_t cut = source.u8();
  run.asked = source.varint();
  const bool ids = form == static_cast<std::uint8_t>(script::Form::ids);
  if (!ids && form != static_cast<std::uint8_t>(script::Form::lean)) return std::nullopt;
  if (cut > static_cast<std::uint8_t>(script::IdsCut::subtree)) return std::nullopt;
  run.form = static_cast<script::Form>(form);
  run.cut = static_cast<script::IdsCut>(cut);
  run.states = source.varint();
  run.transitions = source.varint();
  const std::uint64_t scripts = source.varint();
  if (source.failed() || run.tasks == 0 || run.tasks > most_tasks || (scripts != 1 && scripts != run.tasks)) {
    return std::nullopt;
  }
  run.scripts.resize(static_cast<std::size_t>(scripts));
  for (Digest& digest : run.scripts) {
    read_bytes(source, digest);
    if (source.failed()) return std::nullopt;
  }
  if (!source.at_end()) return std::nullopt;
  return run;
}

std::vector<std::uint8_t> TaskResult::encode(const TaskRun& run) const {
  base::ByteSink sink;
  sink.u32(result_magic);
  sink.raw(run.secret.run());
  sink.varint(task);
  sink.varint(run.tasks);
  for (const Digest& digest : {script, subject, begin, end}) sink.raw(digest);
  sink.u8(static_cast<std::uint8_t>(result.verdict));
  sink.text(result.why.substr(0, longest_text));
  sink.text(result.violation.kind.substr(0, longest_text));
  sink.text(result.violation.detail.substr(0, longest_text));
  sink.text(result.violation.location.substr(0, longest_text));
  sink.varint(result.choices.size());
  for (const std::uint32_t choice : result.choices) sink.varint(choice);
  sink.raw(evidence.announced.bytes());
  sink.raw(evidence.arrived.bytes());
  sink.varint(evidence.announced_count);
  sink.varint(evidence.arrived_count);
  sink.varint(evidence.figures.states);
  sink.varint(evidence.figures.transitions);
  sink.varint(evidence.figures.depth);
  sink.varint(evidence.figures.path_bytes);
  sink.varint(evidence.figures.entries);
  sink.u8(ids.has_value() ? 1 : 0);
  if (ids.has_value()) ids->encode(sink);
  const Secret::Mac mac = run.secret.mac(sink.bytes());
  sink.raw(mac);
  return {sink.bytes().begin(), sink.bytes().end()};
}

std::optional<TaskResult> TaskResult::decode(std::span<const std::uint8_t> bytes, const TaskRun& run,
                                             std::string& why) {
  base::ByteSource source(bytes);
  if (source.u32() != result_magic) {
    why = "is not a task result";
    return std::nullopt;
  }
  std::array<std::uint8_t, 16> id = {};
  read_bytes(source, id);
  if (id != run.secret.run()) {
    why = "belongs to another run";
    return std::nullopt;
  }
  const std::size_t mac_bytes = std::tuple_size_v<Secret::Mac>;
  if (bytes.size() < mac_bytes) {
    why = "is cut short";
    return std::nullopt;
  }
  const Secret::Mac expected = run.secret.mac(bytes.first(bytes.size() - mac_bytes));
  if (sodium_memcmp(expected.data(), bytes.data() + bytes.size() - mac_bytes, mac_bytes) != 0) {
    why = "was not made by a worker of this run";
    return std::nullopt;
  }
  TaskResult out;
  out.task = source.varint();
  const std::uint64_t tasks = source.varint();
  for (Digest* digest : {&out.script, &out.subject, &out.begin, &out.end}) read_bytes(source, *digest);
  const std::uint8_t verdict = source.u8();
  out.result.verdict = static_cast<Verdict>(verdict);
  for (std::string* text :
       {&out.result.why, &out.result.violation.kind, &out.result.violation.detail, &out.result.violation.location}) {
    *text = source.text(longest_text);
  }
  const std::uint64_t choices = source.varint();
  for (std::uint64_t i = 0; i < choices && !source.failed(); ++i) {
    out.result.choices.push_back(static_cast<std::uint32_t>(source.varint()));
  }
  for (Product* product : {&out.evidence.announced, &out.evidence.arrived}) {
    Product::Bytes value = {};
    read_bytes(source, value);
    *product = Product::from(value);
  }
  out.evidence.announced_count = source.varint();
  out.evidence.arrived_count = source.varint();
  out.evidence.figures.states = source.varint();
  out.evidence.figures.transitions = source.varint();
  out.evidence.figures.depth = source.varint();
  out.evidence.figures.path_bytes = source.varint();
  out.evidence.figures.entries = source.varint();
  out.result.figures = out.evidence.figures;
  bool well_formed = true;
  if (source.u8() != 0) {
    well_formed = out.ids.emplace().decode(source);
    out.ids->figures = out.evidence.figures;
  }
  // A worker of this run made it, so only a worker of another version can have made it badly.
  if (!well_formed || out.ids.has_value() != (run.form == script::Form::ids) || source.failed() ||
      source.left() != mac_bytes || tasks != run.tasks || out.task == 0 || out.task > tasks ||
      verdict > static_cast<std::uint8_t>(Verdict::unsupported)) {
    why = "is malformed";
    return std::nullopt;
  }
  return out;
}

bool TaskResult::agrees_with(const TaskResult& other) const {
  return task == other.task && script == other.script && subject == other.subject && begin == other.begin &&
         end == other.end && result.verdict == other.result.verdict && evidence.announced == other.evidence.announced &&
         evidence.arrived == other.evidence.arrived && evidence.announced_count == other.evidence.announced_count &&
         evidence.arrived_count == other.evidence.arrived_count &&
         evidence.figures.states == other.evidence.figures.states &&
         evidence.figures.transitions == other.evidence.figures.transitions &&
         ids.has_value() == other.ids.has_value() && (!ids.has_value() || ids->agrees_with(*other.ids));
}

namespace {

std::optional<TaskResult> run_ids_task(const Factory& factory, const Files& files, const TaskRun& run,
                                       std::uint64_t task, const Digest& subject, const Request& request,
                                       std::string& why) {
  const auto& file = files.front();
  if (files.size() != 1 || file->digest() != run.scripts.front()) {
    why = "this is not the script that the run was made for";
    return std::nullopt;
  }
  std::vector<script::IdsTask> tasks;
  script::Fault fault;
  if (!script::cut_ids(file, run.cut, run.asked, request.memory, tasks, fault) || tasks.size() != run.tasks) {
    why = fault.why.empty() ? "the script cannot be cut as the run says" : fault.why;
    return std::nullopt;
  }
  const std::unique_ptr<model::Model> model = factory();
  IdsSlice worker(*model, run.secret, request, file, request.memory);
  TaskResult out;
  out.task = task;
  out.result = worker.run(tasks[static_cast<std::size_t>(task - 1)]);
  out.ids = worker.evidence();
  out.evidence.figures = out.ids->figures;
  out.script = file->digest();
  out.subject = subject;
  return out;
}

Result judge_ids(const TaskRun& run, const std::vector<const TaskResult*>& tasks, std::uint64_t memory) {
  IdsJudge judge(run.cut, tasks.size(), memory);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    Result result = judge.add(i, *tasks[i]->ids);
    if (result.verdict != Verdict::certified) return result;
  }
  return judge.judge(run.states, run.transitions);
}

}  // namespace

std::optional<TaskResult> run_task(const Factory& factory, const Files& files, const TaskRun& run, std::uint64_t task,
                                   const Digest& subject, const Request& request, std::string& why) {
  if (task == 0 || task > run.tasks) {
    why = "this run has tasks 1 to " + std::to_string(run.tasks);
    return std::nullopt;
  }
  if (run.form == script::Form::ids) return run_ids_task(factory, files, run, task, subject, request, why);
  const bool parts = run.scripts.size() > 1 || files.front()->header().parts != 0;
  const auto index = static_cast<std::size_t>(task - 1);
  std::vector<script::Slice> slices;
  script::Slice slice;
  script::Fault fault;
  if (parts) {
    // Only its own part is needed here; merging sees to it that the parts fit together.
    const auto own = std::find_if(files.begin(), files.end(),
                                  [&](const auto& file) { return file->digest() == run.scripts[index]; });
    if (own == files.end()) {
      why = "the part for task " + std::to_string(task) + " is not among these scripts";
      return std::nullopt;
    }
    if (!script::read_part(*own, request.memory, slice, fault)) {
      why = fault.why;
      return std::nullopt;
    }
  } else {
    if (files.size() != 1 || files.front()->digest() != run.scripts.front()) {
      why = "this is not the script that the run was made for";
      return std::nullopt;
    }
    if (!script::cut(files.front(), run.tasks, request.memory, slices, fault) || slices.size() != run.tasks) {
      why = fault.why.empty() ? "the script cannot be cut as the run says" : fault.why;
      return std::nullopt;
    }
    slice = std::move(slices[index]);
  }
  const std::unique_ptr<model::Model> model = factory();
  LeanSlice worker(*model, run.secret, request);
  TaskResult out;
  out.task = task;
  out.result = worker.run(slice);
  out.evidence = worker.evidence();
  out.script = slice.file->digest();
  out.subject = subject;
  out.begin = hash(slice.begin);
  if (slice.end.has_value()) out.end = hash(*slice.end);
  return out;
}

Result merge(const TaskRun& run, const Digest& subject, const std::vector<TaskResult>& results, std::uint64_t memory) {
  std::vector<const TaskResult*> tasks(static_cast<std::size_t>(run.tasks), nullptr);
  for (const TaskResult& result : results) {
    const TaskResult*& place = tasks[static_cast<std::size_t>(result.task - 1)];
    if (place != nullptr) return rejected("there are two results of task " + std::to_string(result.task));
    place = &result;
  }
  Evidence evidence;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const std::string which = "task " + std::to_string(i + 1);
    if (tasks[i] == nullptr) return rejected("the result of " + which + " is missing");
    const TaskResult& task = *tasks[i];
    if (task.subject != subject) return rejected(which + " was run on another program or with other options");
    if (task.script != run.scripts[run.scripts.size() == 1 ? 0 : i]) return rejected(which + " read another script");
    if (run.form == script::Form::ids) continue;  // how these fit together is judged below
    const Digest start = i == 0 ? hash({}) : tasks[i - 1]->end;
    if (task.begin != start) return rejected(which + " does not begin where the one before it ends");
    if ((task.end == Digest{}) != (i + 1 == tasks.size())) return rejected(which + " does not end where it should");
  }
  for (const Verdict worst : {Verdict::violation, Verdict::rejected, Verdict::unsupported, Verdict::incomplete}) {
    for (const TaskResult* task : tasks) {
      if (task->result.verdict == worst) return task->result;
    }
  }
  if (run.form == script::Form::ids) return judge_ids(run, tasks, memory);
  for (const TaskResult* task : tasks) {
    if (!evidence.add(task->evidence)) return rejected("the counts announced are too large");
  }
  Result result;
  result.figures = evidence.figures;
  result.verdict = Verdict::rejected;
  if (!evidence.balanced()) {
    result.why = "some transition leads to a state that the script leaves out, or some count is wrong";
  } else if (evidence.figures.states != run.states || evidence.figures.transitions != run.transitions) {
    result.why = "the header's numbers of states and transitions are not those of the walk";
  } else {
    result.verdict = Verdict::certified;
  }
  return result;
}

bool audit(const Factory& factory, const Files& files, const TaskRun& run, const std::vector<TaskResult>& results,
           std::uint64_t n, const Request& request, std::string& why) {
  std::vector<const TaskResult*> chosen;
  chosen.reserve(results.size());
  for (const TaskResult& result : results) chosen.push_back(&result);
  for (std::size_t i = 0; i < chosen.size() && i < n; ++i) {
    // Which ones must not be known to whoever might have cheated.
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
