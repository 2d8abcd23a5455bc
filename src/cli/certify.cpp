#include <fmt/format.h>
#include <sodium/crypto_generichash.h>
#include <sys/resource.h>

#include <algorithm>
#include <charconv>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "certify/lean.hpp"
#include "certify/tasks.hpp"
#include "cli/assemble.hpp"
#include "cli/commands.hpp"
#include "cli/program.hpp"
#include "cli/terminal.hpp"
#include "report/json.hpp"
#include "report/text.hpp"
#include "report/trail_file.hpp"

namespace waymark::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t most_result_bytes = 1u << 28;
constexpr std::uint64_t steps_at_each_end = 30;

[[noreturn]] void refuse(const std::string& why) { throw base::InputError("error: " + why); }

bool selected(const Options& options, std::string_view kind) {
  return std::find(options.properties.begin(), options.properties.end(), kind) != options.properties.end();
}

// 'EXPR -> next(EXPR)'
certify::StepInvariant parse_step_invariant(const std::string& text) {
  const std::size_t arrow = text.rfind("-> next(");
  const std::size_t end = text.find_last_not_of(' ');
  if (arrow == std::string::npos || end == std::string::npos || text[end] != ')') {
    refuse(fmt::format("--step-invariant '{}': 'EXPR -> next(EXPR)' is expected", text));
  }
  const std::size_t begin = arrow + 8;
  return {text.substr(0, arrow), text.substr(begin, end - begin)};
}

certify::Request request_of(const CertifyOptions& options) {
  certify::Request request;
  request.deadlock = selected(options.shared, "deadlock");
  if (!selected(options.shared, "assertion")) request.waived.emplace_back("assertion");
  request.invariants = options.shared.invariants;
  for (const std::string& text : options.step_invariants) {
    request.step_invariants.push_back(parse_step_invariant(text));
  }
  request.memory = memory_limit(options.shared);
  request.jobs = options.jobs;
  request.stop = &interrupted();
  if (options.shared.seconds) {
    request.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(*options.shared.seconds));
  }
  return request;
}

// What a task result must fit: the program, its options, and what was asked.
script::Digest subject_of(const Program& program, const CertifyOptions& options) {
  base::ByteSink sink;
  sink.raw(program.text_digest);
  sink.raw(program.options_digest);
  for (const auto* list : {&options.shared.properties, &options.shared.invariants, &options.step_invariants}) {
    sink.varint(list->size());
    for (const std::string& text : *list) sink.text(text);
  }
  script::Digest digest;
  crypto_generichash(digest.data(), digest.size(), sink.bytes().data(), sink.size(), nullptr, 0);
  return digest;
}

std::uint64_t resident_memory() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

// A script that cannot be read or is for something else is rejected, not bad input: nobody asked us to trust it.
bool open_scripts(const CertifyOptions& options, const Program& program, certify::Files& files,
                  certify::Result& result) {
  result.verdict = certify::Verdict::rejected;
  for (const std::string& path : options.scripts) {
    script::Fault fault;
    files.push_back(script::File::open(path, fault));
    if (files.back() == nullptr) {
      result.why = fmt::format("{}: byte {}: {}", path, fault.offset, fault.why);
      return false;
    }
    const script::Header& header = files.back()->header();
    if (header.program != program.text_digest) {
      result.why = fmt::format("{} was made for another program, or another version of it", path);
      return false;
    }
    if (header.options != program.options_digest) {
      result.why = fmt::format("{} was made with other options: '{}'; these are '{}'", path, header.options_text,
                               program.options_text);
      return false;
    }
  }
  return true;
}

std::uint64_t task_number(const std::string& text, const certify::TaskRun& run) {
  const std::size_t slash = text.find('/');
  std::uint64_t numbers[2] = {};
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const char* const middle = slash == std::string::npos ? end : begin + slash;
  const bool first = std::from_chars(begin, middle, numbers[0]).ptr == middle;
  const bool second = middle != end && std::from_chars(middle + 1, end, numbers[1]).ptr == end;
  if (!first || !second) refuse(fmt::format("--task {}: I/N is expected", text));
  if (numbers[1] != run.tasks || numbers[0] == 0 || numbers[0] > run.tasks) {
    refuse(fmt::format("--task {}: the run has tasks 1/{} to {}/{}", text, run.tasks, run.tasks, run.tasks));
  }
  return numbers[0];
}

std::span<const std::uint8_t> as_bytes(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

certify::TaskRun read_run(const std::string& path) {
  const std::string bytes = base::read_file(path, most_result_bytes);
  const auto run = certify::TaskRun::decode(as_bytes(bytes));
  if (!run.has_value()) throw base::InputError(path + ": error: is not a run that 'waymark script split' has written");
  return *run;
}

certify::Result run_task(const CertifyOptions& options, const Program& program, const certify::Files& files,
                         const certify::Request& request) {
  const certify::TaskRun run = read_run(options.run);
  std::string why;
  const auto done = certify::run_task(program.make, files, run, task_number(options.task, run),
                                      subject_of(program, options), request, why);
  if (!done.has_value()) {
    certify::Result result;
    result.verdict = certify::Verdict::rejected;
    result.why = why;
    return result;
  }
  const auto bytes = done->encode(run);
  base::write_file(options.result, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  return done->result;
}

certify::Result merge(const CertifyOptions& options, const Program& program, const certify::Files& files,
                      const certify::Request& request) {
  const certify::TaskRun run = read_run(options.run);
  certify::Result result;
  result.verdict = certify::Verdict::rejected;
  std::vector<certify::TaskResult> results;
  for (const std::string& path : options.merge) {
    const std::string bytes = base::read_file(path, most_result_bytes);
    const auto one = certify::TaskResult::decode(as_bytes(bytes), run, result.why);
    if (!one.has_value()) {
      result.why = path + " " + result.why;
      return result;
    }
    results.push_back(*one);
  }
  result = certify::merge(run, subject_of(program, options), results);
  if (result.verdict != certify::Verdict::certified || options.audit == 0) return result;
  if (!certify::audit(program.make, files, run, results, options.audit, request, result.why)) {
    result.verdict = certify::Verdict::rejected;
  }
  return result;
}

std::string verdict_name(certify::Verdict verdict) {
  switch (verdict) {
    case certify::Verdict::certified:
      return "certified";
    case certify::Verdict::violation:
      return "violation";
    case certify::Verdict::rejected:
      return "rejected";
    case certify::Verdict::incomplete:
      return "incomplete";
    case certify::Verdict::unsupported:
      return "error";
  }
  return "error";
}

report::Result summarize(const CertifyOptions& options, const certify::Result& result, double seconds) {
  report::Result out;
  out.program = options.shared.program;
  out.verdict = verdict_name(result.verdict);
  out.detail = result.why;
  for (const std::string& kind : options.shared.properties) {
    if (kind != "none") out.properties.push_back(kind);
  }
  if (!options.shared.invariants.empty()) out.properties.emplace_back("invariant");
  if (!options.step_invariants.empty()) out.properties.emplace_back("step-invariant");
  if (result.verdict == certify::Verdict::violation) {
    out.found.push_back({result.violation, result.choices, result.choices.size()});
    out.errors = 1;
  }
  out.search = "certify";
  out.store = "none";
  out.states = result.figures.states;
  out.transitions = result.figures.transitions;
  out.depth = result.figures.depth;
  out.seconds = seconds;
  out.memory_bytes = resident_memory();
  out.script_file = options.scripts.front();
  return out;
}

std::string describe(const report::Result& result, const CertifyOptions& options, const report::Format& format) {
  const bool certified = result.verdict == "certified";
  std::string text =
      report::painted(result.verdict + ":", certified ? report::Paint::green : report::Paint::yellow, format) + " ";
  if (!options.task.empty() && certified) {
    text += fmt::format("task {} agrees with the script; {} has its result\n", options.task,
                        report::printable(options.result));
  } else if (certified) {
    text += fmt::format("every reachable state of {} was visited, and what was asked holds\n",
                        report::printable(result.program));
  } else {
    text += report::printable(result.detail) + "\n";
  }
  if (options.shared.quiet) return text;
  text += fmt::format("\n  {}, {}, depth {}\n  {}, {}\n", report::counted(result.states, "state"),
                      report::counted(result.transitions, "transition"), report::grouped(result.depth),
                      report::duration(result.seconds), report::size(result.memory_bytes));
  if (result.verdict == "rejected" && !options.explain && result.states != 0) {
    text += "\n  --explain runs again with a map of all states and names the first false step.\n";
  }
  return text;
}

int exit_code(certify::Verdict verdict) {
  switch (verdict) {
    case certify::Verdict::certified:
      return exit_holds;
    case certify::Verdict::violation:
      return exit_violation;
    case certify::Verdict::rejected:
      return exit_rejected;
    case certify::Verdict::incomplete:
      return exit_incomplete;
    case certify::Verdict::unsupported:
      return exit_bad_input;
  }
  return exit_bad_input;
}

certify::Result run(const CertifyOptions& options, const Program& program) {
  certify::Files files;
  certify::Result result;
  if (!open_scripts(options, program, files, result)) return result;
  const certify::Request request = request_of(options);
  if (!options.task.empty()) return run_task(options, program, files, request);
  if (!options.merge.empty()) return merge(options, program, files, request);
  certify::Lean lean(program.make, files, request);
  // Only now, when the script is read and hashed, comes the secret.
  const certify::Secret secret = certify::Secret::draw();
  result = lean.run(secret);
  if (result.verdict == certify::Verdict::rejected && options.explain) return lean.explain(secret);
  return result;
}

}  // namespace

int certify(const CertifyOptions& options) {
  const auto begin = Clock::now();
  refuse_impossible(options.shared);
  const Program program = load(options.shared);
  const certify::Result found = run(options, program);
  report::Result result = summarize(options, found, std::chrono::duration<double>(Clock::now() - begin).count());
  if (!options.shared.trail.empty() && !result.found.empty()) {
    base::write_file(options.shared.trail,
                     report::write_trail({options.shared.program, program.fit(), options.shared.invariants,
                                          found.violation, found.choices}));
    result.trail_file = options.shared.trail;
  }
  const report::Format format = standard_output_format();
  if (options.shared.json) {
    print(report::json(result));
  } else if (found.verdict == certify::Verdict::violation && !options.shared.quiet) {
    report::Excerpt excerpt;
    if (!options.shared.full_trail && found.choices.size() > 2 * steps_at_each_end) {
      excerpt = {steps_at_each_end, steps_at_each_end};
    }
    const std::unique_ptr<model::Model> model = program.make();
    print(report::text(result, report::tell(*model, found.choices, excerpt), format));
  } else if (found.verdict == certify::Verdict::unsupported) {
    print_error(report::verdict_line(result, {}));
  } else {
    print(describe(result, options, format));
  }
  return exit_code(found.verdict);
}

}  // namespace waymark::cli
