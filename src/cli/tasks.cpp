// certify --task and --merge, and certify --cluster: one script on many machines.
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "certify/merge.hpp"
#include "certify/tasks.hpp"
#include "cli/rules.hpp"
#include "cli/scripts.hpp"
#include "cluster/transport/join.hpp"

namespace waymark::cli {

namespace {

constexpr std::uint64_t most_result_bytes = 1u << 28;
constexpr std::uint64_t most_script_bytes = std::uint64_t{1} << 40;
constexpr std::uint64_t tasks_per_rank = 8;  // so that one that takes longer does not keep the others waiting

std::vector<std::string> kind_names(const check::Properties& properties) {
  std::vector<std::string> names;
  for (const check::Property kind : properties.kinds()) names.emplace_back(base::name(kind));
  if (names.empty()) names.emplace_back("none");
  return names;
}

// What a task result must fit: the program, its options, and what was asked. About which cycles a script is, is among
// the options.
script::Digest subject_of(const load::Program& program, const CertifyOptions& options, bool cycles) {
  base::ByteSink sink;
  sink.raw(program.text_digest());
  sink.raw(program.options_digest);
  sink.u8(options.program.plain ? 1 : 0);
  sink.u8(options.count ? 1 + static_cast<std::uint8_t>(*options.count) : 0);
  const std::vector<std::string> kinds = cycles ? std::vector<std::string>{"cycles"} : kind_names(options.properties);
  for (const auto* list : {&kinds, &options.properties.invariants, &options.properties.step_invariants}) {
    sink.varint(list->size());
    for (const std::string& text : *list) sink.text(text);
  }
  return script::digest_of(sink.bytes());
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

// The question about cycles to which the results are the answer, if it is one that was asked; also that about all
// cycles where only the fair ones were asked about. The program becomes what was walked.
void guess_cycles(const CertifyOptions& options, const script::Digest& subject, load::Program& program,
                  Subject& cycles) {
  const std::vector<check::CycleProperty> asked = asked_cycles(options.properties, program);
  if (asked.empty()) {
    throw base::InputError(
        "waymark: error: these tasks are of a script about cycles; name it by --script, or ask what it shows by --ltl "
        "or "
        "--property, and --fair");
  }
  for (const bool reduced : {false, true}) {
    for (const bool fair : {asked.front().asked.fair, false}) {
      load::Program made = program;
      load::Cycles question = asked.front().asked.as_told();
      question.fair = fair;
      if (cycles || !load::watch(made, question, reduced).empty()) continue;
      if (subject_of(made, options, true) != subject) continue;
      refuse_unproved(options.properties, program, question);
      program = std::move(made);
      cycles = question;
    }
  }
}

// Where no script says what was walked, the results do: they name what they are about.
void guess_subject(const CertifyOptions& options, const certify::TaskRun& run,
                   const std::vector<certify::TaskResult>& results, load::Program& program, Subject& cycles) {
  if (results.empty()) return;
  const script::Digest& subject = results.front().subject;
  if (run.form == script::Form::cycles) return guess_cycles(options, subject, program, cycles);
  refuse_unproved(options.properties, program, {});
  for (const auto& visible : {std::vector<std::string>{}, options.properties.invariants}) {
    load::Program reduced = program;
    if (program.reduced || !load::reduce(reduced, visible).empty()) continue;
    if (subject_of(reduced, options, false) == subject) program = std::move(reduced);
  }
}

}  // namespace

namespace {

// What each task of a run walked through.
void tell_works(const std::vector<certify::TaskResult>& results, certify::Progress& progress) {
  progress.begin(results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    const certify::Figures& figures = results[i].result.figures;
    progress.walk(figures.states);
    progress.finish(i, {figures.states, figures.transitions});
  }
}

}  // namespace

certify::Result run_task(const CertifyOptions& options, const load::Program& program, const Subject& cycles,
                         const certify::Files& files, const certify::Request& request) {
  const certify::TaskRun run = read_run(options.run);
  std::string why;
  const auto done = certify::run_task(program.make, files, run, task_number(options.task, run),
                                      subject_of(program, options, cycles.has_value()), request, why);
  if (!done.has_value()) return certify::rejected(why);
  const auto bytes = done->encode(run);
  base::write_file(options.task_result, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  return done->result;
}

certify::Result merge_tasks(const CertifyOptions& options, load::Program& program, Subject& cycles,
                            const certify::Files& files, const certify::Request& request) {
  const certify::TaskRun run = read_run(options.run);
  if (options.count) refuse_count(options.run, run.form);
  std::string why;
  std::vector<certify::TaskResult> results;
  for (const std::string& path : options.merge) {
    const std::string bytes = base::read_file(path, most_result_bytes);
    const auto one = certify::TaskResult::decode(as_bytes(bytes), run, why);
    if (!one.has_value()) return certify::rejected(path + " " + why);
    results.push_back(*one);
  }
  if (files.empty()) guess_subject(options, run, results, program, cycles);
  if (program.reduced && options.unreduced) refuse_reduced(options.merge.front());
  const script::Digest subject = subject_of(program, options, cycles.has_value());
  certify::Result result = certify::merge(run, subject, results, request.memory, request.count);
  if (request.progress != nullptr) tell_works(results, *request.progress);
  const bool good = result.verdict == certify::Verdict::certified || result.verdict == certify::Verdict::in_part;
  if (!good || options.audit == 0) return result;
  const bool agrees = certify::audit(program.make, files, run, results, options.audit, request, why);
  if (request.progress != nullptr) tell_works(results, *request.progress);  // the audit's own tasks are not the run's
  return agrees ? result : certify::rejected(why);
}

namespace {

// What rank 0 says to all.
cluster::Bytes from_first(cluster::Transport& transport, const cluster::Bytes& said) {
  std::vector<cluster::Bytes> out(transport.ranks());
  if (transport.rank() == 0) std::fill(out.begin(), out.end(), said);
  return std::move(transport.exchange(out).front());
}

// A file without a place, under the name by which this process can open it.
std::string kept_in_memory(const cluster::Bytes& bytes) {
  const int file = memfd_create("waymark-script", MFD_CLOEXEC);
  std::size_t written = 0;
  while (file >= 0 && written < bytes.size()) {
    const ssize_t count = ::write(file, bytes.data() + written, bytes.size() - written);
    if (count <= 0) break;
    written += static_cast<std::size_t>(count);
  }
  if (file < 0 || written < bytes.size()) throw base::InputError("waymark: error: there is no memory for the script");
  return fmt::format("/proc/self/fd/{}", file);
}

}  // namespace

std::vector<std::string> share_scripts(const std::vector<std::string>& scripts, cluster::Transport& transport) {
  std::vector<std::string> shared;
  for (const std::string& path : scripts) {
    cluster::Bytes bytes;
    cluster::together(transport, [&] {
      if (transport.rank() != 0) return;
      const std::string read = base::read_file(path, most_script_bytes);
      bytes.assign(read.begin(), read.end());
    });
    bytes = from_first(transport, bytes);
    std::string name = path;
    cluster::together(transport, [&] {
      if (transport.rank() != 0) name = kept_in_memory(bytes);
    });
    shared.push_back(std::move(name));
  }
  return shared;
}

certify::Result certify_together(const CertifyOptions& options, const load::Program& program, const Subject& cycles,
                                 const certify::Files& files, const certify::Request& request,
                                 cluster::Transport& transport) {
  // The scripts are read and hashed; only now is the secret drawn, by the one who judges.
  script::Fault fault;
  std::optional<certify::TaskRun> run;
  if (transport.rank() == 0) {
    run = certify::draw_run(files, tasks_per_rank * transport.ranks(), request.memory, fault, options.cut);
  }
  const cluster::Bytes drawn = from_first(transport, run ? run->encode() : cluster::Bytes{});
  if (transport.rank() != 0) run = certify::TaskRun::decode(drawn);
  if (!run) return transport.rank() == 0 ? certify::unread(fault) : certify::rejected("");
  const script::Digest subject = subject_of(program, options, cycles.has_value());
  base::ByteSink mine;
  certify::Result result;
  std::string why;
  for (std::uint64_t task = transport.rank() + 1; task <= run->tasks; task += transport.ranks()) {
    const auto done = certify::run_task(program.make, files, *run, task, subject, request, why);
    if (!done) break;  // then a task is missing, and nothing is certified
    result = done->result;
    const std::vector<std::uint8_t> bytes = done->encode(*run);
    mine.varint(bytes.size());
    mine.raw(bytes);
  }
  std::vector<cluster::Bytes> out(transport.ranks());
  out[0].assign(mine.bytes().begin(), mine.bytes().end());
  const std::vector<cluster::Bytes> said = transport.exchange(out);
  if (transport.rank() != 0) return result;
  std::vector<certify::TaskResult> results;
  for (const cluster::Bytes& one : said) {
    base::ByteSource source(one);
    while (!source.at_end()) {
      const auto bytes = source.raw(source.varint());
      const auto decoded = certify::TaskResult::decode(bytes, *run, why);
      if (source.failed() || !decoded) return certify::rejected("the result of a task " + why);
      results.push_back(*decoded);
    }
  }
  if (request.progress != nullptr) tell_works(results, *request.progress);
  return certify::merge(*run, subject, results, request.memory, request.count);
}

}  // namespace waymark::cli
