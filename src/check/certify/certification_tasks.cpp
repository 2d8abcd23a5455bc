// Certification of one script by many: tasks and the merging of their results, and the members of a team.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/bytes.hpp"
#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "certify/merge.hpp"
#include "check/certify/certification.hpp"
#include "check/certify/script_kind.hpp"
#include "check/plan/unproved.hpp"
#include "load/derive.hpp"

namespace waymark::check {

namespace {

constexpr std::uint64_t most_result_bytes = 1u << 28;
constexpr std::uint64_t tasks_per_rank = 8;  // so that one that takes longer does not keep the others waiting

// In one order, each once: how options spell a set makes no difference.
std::vector<std::string> as_set(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::span<const std::uint8_t> as_bytes(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

certify::TaskRun read_run(const std::string& path) {
  const std::string bytes = base::read_file(path, most_result_bytes);
  const auto run = certify::TaskRun::decode(as_bytes(bytes));
  if (!run.has_value()) throw base::InputError(path + ": error: is not a run that 'waymark script split' has drawn");
  return *run;
}

std::uint64_t task_number(const std::string& text, const certify::TaskRun& run) {
  const std::size_t slash = text.find('/');
  std::uint64_t number = 0;
  std::uint64_t of = 0;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const char* const middle = slash == std::string::npos ? end : begin + slash;
  const bool first = std::from_chars(begin, middle, number).ptr == middle;
  const bool second = middle != end && std::from_chars(middle + 1, end, of).ptr == end;
  if (!first || !second || of != run.tasks || number == 0 || number > of) {
    throw base::InputError(fmt::format("waymark: error: --task {}: this run has the tasks 1/{} to {}/{}", text,
                                       run.tasks, run.tasks, run.tasks));
  }
  return number;
}

// The figures of each task of a run.
void tell_works(const std::vector<certify::TaskResult>& results, certify::Progress& progress) {
  progress.begin(results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    const certify::Figures& figures = results[i].result.figures;
    progress.walk(figures.states);
    progress.finish(i, {figures.states, figures.transitions});
  }
}

}  // namespace

// What is judged and what is waived, however it was asked for. Which cycles a script is about is among the options.
script::Digest Certification::subject_of(const load::Program& program, bool cycles) const {
  base::ByteSink sink;
  sink.raw(program.text_digest());
  sink.raw(program.options_digest());
  sink.u8(settings_.program.promela.plain ? 1 : 0);
  sink.u8(settings_.count ? 1 + static_cast<std::uint8_t>(*settings_.count) : 0);
  const Properties& properties = settings_.properties;
  std::vector<std::string> kinds;
  if (cycles) kinds.emplace_back("cycles");
  if (!cycles) {
    for (const Property kind : asked(properties, program)) kinds.emplace_back(base::name(kind));
  }
  std::vector<std::string> waived = cycles ? judged_beside_cycles().waived : judged(properties).waived;
  if (!program.has_exceptions) std::erase(waived, base::name(Property::exception));  // it has none to be judged
  for (const std::vector<std::string>& list : {kinds, waived, properties.invariants, properties.step_invariants}) {
    const std::vector<std::string> set = as_set(list);
    sink.varint(set.size());
    for (const std::string& text : set) sink.text(text);
  }
  return script::digest_of(sink.bytes());
}

certify::Result Certification::run_task(const certify::Request& request) const {
  const certify::TaskRun run = read_run(settings_.run);
  std::string why;
  const auto done =
      certify::run_task(program_.make, files_, run, task_number(settings_.task, run), subject(), request, why);
  if (!done.has_value()) return certify::rejected(why);
  const auto bytes = done->encode(run);
  base::write_file(settings_.task_result, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  return done->result;
}

certify::Result Certification::merge_tasks(const certify::Request& request) {
  const certify::TaskRun run = read_run(settings_.run);
  std::string why;
  std::vector<certify::TaskResult> results;
  for (const std::string& path : settings_.merge) {
    const std::string bytes = base::read_file(path, most_result_bytes);
    const auto one = certify::TaskResult::decode(as_bytes(bytes), run, why);
    if (!one.has_value()) return certify::rejected(path + " " + why);
    results.push_back(*one);
  }
  const bool guessed = files_.empty() && !results.empty();
  if (guessed) guess_subject(run, results.front().subject);
  options::refuse_conflict(
      parts_of(settings_, {settings_.run, run.form, program_.reduced, program_.derivation.slice.has_value()}));
  certify::Result result = certify::merge(run, subject(), results, request.memory, request.count);
  if (guessed && result.verdict == certify::Verdict::rejected && subject() != results.front().subject) {
    result.why +=
        "; if the script is symmetric, of a slice, of few preemptions or of calls in steps, name it by --script";
  }
  const bool good = result.verdict == certify::Verdict::certified || result.verdict == certify::Verdict::in_part;
  if (good && settings_.audit != 0 &&
      !certify::audit(program_.make, files_, run, results, settings_.audit, request, why)) {
    result = certify::rejected(why);
  }
  tell_works(results, *request.progress);  // the audit's own tasks are not the run's
  return result;
}

// Of cycles, the ones that are asked about, or all cycles where only the fair ones are.
void Certification::guess_cycles(const script::Digest& subject) {
  load::show(program_, expressions_of(settings_.properties, program_));
  const std::vector<CycleProperty> asked = asked_cycles(settings_.properties, program_);
  if (asked.empty()) {
    throw base::InputError(
        "waymark: error: these tasks are of a script about cycles; name it by --script, or ask what it shows by --ltl "
        "or --property, and --fair");
  }
  for (const bool reduced : {false, true}) {
    for (const bool fair : {asked.front().asked.fair, false}) {
      load::Program made = program_;
      load::Cycles question = asked.front().asked.as_told();
      question.fair = fair;
      if (cycles_ || !load::watch(made, question, reduced).empty()) continue;
      if (subject_of(made, true) != subject) continue;
      refuse_unproved(settings_.properties, program_, question);
      program_ = std::move(made);
      cycles_ = question;
    }
  }
}

void Certification::guess_subject(const certify::TaskRun& run, const script::Digest& subject) {
  if (run.form == script::Form::cycles) return guess_cycles(subject);
  refuse_unproved(settings_.properties, program_, {});
  const load::Program loaded = program_;
  load::show(program_, expressions_of(settings_.properties, program_));
  const load::Program shown = program_;
  for (const auto& [visible, whole] :
       {std::pair{std::vector<std::string>{}, &loaded}, std::pair{settings_.properties.invariants, &shown}}) {
    load::Program reduced = *whole;
    if (program_.reduced || !load::reduce(reduced, visible).empty()) continue;
    if (subject_of(reduced, false) == subject) program_ = std::move(reduced);
  }
}

certify::Result Certification::run_tasks_of_team(const certify::Request& request) const {
  cluster::Transport& transport = team_.transport();
  // The scripts are read and hashed; only now is the secret drawn, by the first member, which judges.
  script::Fault fault;
  std::optional<certify::TaskRun> run;
  if (team_.is_first()) {
    run = certify::draw_run(files_, tasks_per_rank * transport.ranks(), request.memory, fault, settings_.cut);
  }
  const cluster::Bytes drawn = team_.from_first(run ? run->encode() : cluster::Bytes{});
  run = certify::TaskRun::decode(drawn);
  if (!run) return certify::unread(fault);
  base::ByteSink mine;
  certify::Result result;
  std::string why;
  for (std::uint64_t task = transport.rank() + 1; task <= run->tasks; task += transport.ranks()) {
    const auto done = certify::run_task(program_.make, files_, *run, task, subject(), request, why);
    if (!done) break;  // then a task is missing, and nothing is certified
    result = done->result;
    const std::vector<std::uint8_t> bytes = done->encode(*run);
    mine.varint(bytes.size());
    mine.raw(bytes);
  }
  std::vector<cluster::Bytes> out(transport.ranks());
  out[0].assign(mine.bytes().begin(), mine.bytes().end());
  const std::vector<cluster::Bytes> sent = transport.exchange(out);
  if (!team_.is_first()) return result;
  std::vector<certify::TaskResult> results;
  for (const cluster::Bytes& one : sent) {
    base::ByteSource source(one);
    while (!source.at_end()) {
      const auto bytes = source.raw(source.varint());
      const auto decoded = certify::TaskResult::decode(bytes, *run, why);
      if (source.failed() || !decoded) return certify::rejected("the result of a task " + why);
      results.push_back(*decoded);
    }
  }
  tell_works(results, *request.progress);
  return certify::merge(*run, subject(), results, request.memory, request.count);
}

}  // namespace waymark::check
