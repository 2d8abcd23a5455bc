#include "certify/task_files.hpp"

#include <sodium/utils.h>

#include <limits>
#include <tuple>

#include "base/utf8.hpp"

namespace waymark::certify {

namespace {

using script::Digest;

constexpr std::uint32_t run_magic = 0x344E5552;     // "RUN4"
constexpr std::uint32_t result_magic = 0x35534552;  // "RES5"
constexpr std::uint64_t longest_text = 1u << 16;

// What is wrong with a result, in the order in which it is seen; empty if nothing is, and then source is behind the
// result's opening.
std::string opening_fault(base::ByteSource& source, std::span<const std::uint8_t> bytes, const TaskRun& run) {
  if (source.u32() != result_magic) return "is not a task result";
  auto id = run.secret.run();
  id.fill(0);
  source.copy(id);
  if (id != run.secret.run()) return "belongs to another run";
  constexpr std::size_t mac_bytes = std::tuple_size_v<Secret::Mac>;
  if (bytes.size() < mac_bytes) return "is cut short";
  const Secret::Mac expected = run.secret.mac(bytes.first(bytes.size() - mac_bytes));
  const bool made_here = sodium_memcmp(expected.data(), bytes.last(mac_bytes).data(), mac_bytes) == 0;
  return made_here ? "" : "was not made by a worker of this run";
}

// As much of it as a result may hold, for people.
std::string short_text(const std::string& text) {
  std::string out = base::printable(text).substr(0, longest_text);
  while (!base::is_sound(out)) out.pop_back();  // the end of a character that was cut
  return out;
}

void encode(const StateSet& set, base::ByteSink& sink) {
  sink.varint(set.size());
  for (const model::Fingerprint& state : set.sorted()) {
    sink.u64(state.low);
    sink.u64(state.high);
  }
}

// False: a state comes twice, or before one that is less.
bool decode(base::ByteSource& source, StateSet& set) {
  const std::uint64_t size = source.varint();
  model::Fingerprint last;
  for (std::uint64_t i = 0; i < size && !source.failed(); ++i) {
    model::Fingerprint state;
    state.low = source.u64();
    state.high = source.u64();
    if (i != 0 && state <= last) return false;
    set.add(state);
    last = state;
  }
  return true;
}

}  // namespace

std::vector<std::uint8_t> TaskRun::encode() const {
  base::ByteSink sink;
  sink.u32(run_magic);
  sink.raw(secret.bytes());
  sink.varint(tasks);
  sink.u8(static_cast<std::uint8_t>(form));
  sink.u8(static_cast<std::uint8_t>(cut));
  sink.varint(asked);
  for (const std::uint64_t number : {said.states, said.transitions, said.depth}) sink.varint(number);
  sink.varint(scripts.size());
  for (const Digest& digest : scripts) sink.raw(digest);
  sink.u8(sample.has_value() ? 1 : 0);
  if (sample.has_value()) {
    for (const std::uint64_t number : {sample->falls, sample->states, sample->arrivals, sample->once, sample->twice}) {
      sink.varint(number);
    }
  }
  return {sink.bytes().begin(), sink.bytes().end()};
}

std::optional<TaskRun> TaskRun::decode(std::span<const std::uint8_t> bytes) {
  base::ByteSource source(bytes);
  if (source.u32() != run_magic) return std::nullopt;
  Secret::Bytes secret = {};
  source.copy(secret);
  TaskRun run{Secret(secret), source.varint()};
  run.form = static_cast<script::Form>(source.u8());
  run.cut = static_cast<script::IdsCut>(source.u8());
  run.asked = source.varint();
  for (std::uint64_t* number : {&run.said.states, &run.said.transitions, &run.said.depth}) *number = source.varint();
  const std::uint64_t scripts = source.varint();
  const bool ids = run.form == script::Form::ids;
  if (!ids && !script::is_lean(run.form)) return std::nullopt;
  if (run.cut != script::IdsCut::slice && (!ids || run.cut != script::IdsCut::subtree)) return std::nullopt;
  if (ids ? run.asked < run.tasks || run.asked > most_tasks : run.asked != 0) return std::nullopt;
  if (run.tasks == 0 || run.tasks > most_tasks || (scripts != 1 && (ids || scripts != run.tasks))) return std::nullopt;
  for (std::uint64_t i = 0; i < scripts && !source.failed(); ++i) source.copy(run.scripts.emplace_back());
  const std::uint8_t has_sample = source.u8();
  if (has_sample > 1 || (has_sample == 1 && run.form != script::Form::partial)) return std::nullopt;
  if (has_sample == 1) {
    script::SampleClaim& claim = run.sample.emplace();
    for (std::uint64_t* number : {&claim.falls, &claim.states, &claim.arrivals, &claim.once, &claim.twice}) {
      *number = source.varint();
    }
  }
  const bool sound = !run.sample.has_value() || run.sample->falls <= script::most_falls;
  if (source.failed() || !source.at_end() || !sound) return std::nullopt;
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
  sink.varint(result.at);
  for (const std::string* text :
       {&result.why, &result.violation.kind, &result.violation.detail, &result.violation.location}) {
    sink.text(short_text(*text));
  }
  sink.varint(result.choices.size());
  for (const std::uint32_t choice : result.choices) sink.varint(choice);
  sink.raw(evidence.announced.bytes());
  sink.raw(evidence.arrived.bytes());
  const Figures& figures = result.figures;
  for (const std::uint64_t number :
       {evidence.announced_count, evidence.arrived_count, figures.states, figures.transitions, figures.depth,
        figures.path_bytes, figures.entries, figures.frontier, figures.covered}) {
    sink.varint(number);
  }
  for (const StateSet* set : {&evidence.entered, &evidence.explored}) certify::encode(*set, sink);
  evidence.sample.encode(sink);
  sink.u8(ids.has_value() ? 1 : 0);
  if (ids.has_value()) ids->encode(sink);
  const Secret::Mac mac = run.secret.mac(sink.bytes());
  sink.raw(mac);
  return {sink.bytes().begin(), sink.bytes().end()};
}

std::optional<TaskResult> TaskResult::decode(std::span<const std::uint8_t> bytes, const TaskRun& run,
                                             std::string& why) {
  base::ByteSource source(bytes);
  why = opening_fault(source, bytes, run);
  if (!why.empty()) return std::nullopt;
  TaskResult out;
  out.task = source.varint();
  const std::uint64_t tasks = source.varint();
  for (Digest* digest : {&out.script, &out.subject, &out.begin, &out.end}) source.copy(*digest);
  const std::uint8_t verdict = source.u8();
  Result& result = out.result;
  result.verdict = static_cast<Verdict>(verdict);
  result.at = source.varint();
  for (std::string* text :
       {&result.why, &result.violation.kind, &result.violation.detail, &result.violation.location}) {
    *text = source.text(longest_text);
  }
  bool well_formed = base::is_sound(result.why) && base::is_sound(result.violation.kind) &&
                     base::is_sound(result.violation.detail) && base::is_sound(result.violation.location);
  for (std::uint64_t left = source.varint(); left > 0 && !source.failed(); --left) {
    const std::uint64_t choice = source.varint();
    well_formed = well_formed && choice <= std::numeric_limits<std::uint32_t>::max();
    result.choices.push_back(static_cast<std::uint32_t>(choice));
  }
  for (Product* product : {&out.evidence.announced, &out.evidence.arrived}) {
    Product::Bytes value = {};
    source.copy(value);
    *product = Product::from(value);
    well_formed = well_formed && product->bytes() == value;
  }
  Figures& figures = result.figures;
  for (std::uint64_t* number :
       {&out.evidence.announced_count, &out.evidence.arrived_count, &figures.states, &figures.transitions,
        &figures.depth, &figures.path_bytes, &figures.entries, &figures.frontier, &figures.covered}) {
    *number = source.varint();
  }
  for (StateSet* set : {&out.evidence.entered, &out.evidence.explored}) {
    well_formed = well_formed && certify::decode(source, *set);
  }
  well_formed = well_formed && out.evidence.sample.decode(source);
  const std::uint8_t has_ids = source.u8();
  well_formed = well_formed && (has_ids == 0 || (has_ids == 1 && out.ids.emplace().decode(source)));
  // A worker of this run made it, so only a worker of another version can have made it badly.
  if (well_formed && out.ids.has_value() == (run.form == script::Form::ids) && !source.failed() &&
      source.left() == std::tuple_size_v<Secret::Mac> && tasks == run.tasks && out.task > 0 && out.task <= tasks &&
      verdict <= static_cast<std::uint8_t>(Verdict::unsupported)) {
    return out;
  }
  why = "is malformed";
  return std::nullopt;
}

bool TaskResult::agrees_with(const TaskResult& other) const {
  return task == other.task && script == other.script && subject == other.subject && begin == other.begin &&
         end == other.end && result.verdict == other.result.verdict && evidence == other.evidence &&
         result.figures.states == other.result.figures.states &&
         result.figures.transitions == other.result.figures.transitions &&
         result.figures.frontier == other.result.figures.frontier &&
         result.figures.covered == other.result.figures.covered && ids == other.ids;
}

}  // namespace waymark::certify
