// certify: search scripts from strangers.
#include "certify/lean.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/diagnostics.hpp"
#include "base/quantities.hpp"
#include "certify/explain.hpp"
#include "certify/ids.hpp"
#include "certify/secret.hpp"
#include "certify/trustful.hpp"
#include "check/property.hpp"
#include "check/result.hpp"
#include "cli/commands.hpp"
#include "cli/deliver.hpp"
#include "cli/rules.hpp"
#include "cli/scripts.hpp"
#include "cli/terminal.hpp"
#include "load/load.hpp"

namespace waymark::cli {

namespace {

check::Result summarize(const CertifyOptions& options, const load::Program& program, const certify::Result& answer,
                        double seconds, std::uint64_t steps) {
  check::Result result;
  result.program = program.path;
  result.script_file = options.merge.empty() ? options.scripts.front() : options.run;
  result.properties = check::asked(options.properties, program);
  result.not_judged = check::left_out({}, program);  // a script of states shows no cycles
  result.detail = answer.why;
  const bool in_part = answer.verdict == certify::Verdict::in_part;
  if (in_part || answer.verdict == certify::Verdict::certified) result.rests_on = program.rests_on;
  result.states = answer.figures.states;
  result.explored = answer.figures.states - answer.figures.frontier;
  result.transitions = answer.figures.transitions;
  result.depth = answer.figures.depth;
  result.seconds = seconds;
  result.memory_bytes = answer.figures.path_bytes;
  if (answer.figures.entries != 0 && answer.verdict == certify::Verdict::certified && options.task.empty()) {
    result.notes.push_back(fmt::format(
        "At most {} fingerprints were kept at a time, {:.1f}% of all states.", base::grouped(answer.figures.entries),
        100.0 * static_cast<double>(answer.figures.entries) / static_cast<double>(answer.figures.states)));
  }
  if (answer.distinct) result.distinct = {answer.distinct->states, answer.distinct->explored, answer.distinct->exact};
  switch (answer.verdict) {
    case certify::Verdict::certified:
      // A task alone proves nothing.
      result.verdict = options.task.empty() ? check::Verdict::certified : check::Verdict::task;
      if (options.trustful) {
        result.detail = "on the word of " + options.key;
        result.rests_on.push_back("the word of " + options.key);
      }
      if (!options.task.empty()) {
        result.detail = fmt::format("{} agrees with the script; the result is in {}, and merging judges", options.task,
                                    options.task_result);
      }
      break;
    case certify::Verdict::violation:
      result.verdict = check::Verdict::violation;
      result.errors = 1;
      result.found.push_back({answer.violation, answer.choices, steps});
      break;
    case certify::Verdict::rejected:
      result.verdict = check::Verdict::rejected;
      break;
    case certify::Verdict::in_part:
      result.verdict = check::Verdict::in_part;
      result.partial.emplace().frontier = answer.figures.frontier;
      if (answer.figures.frontier != 0) result.partial->covered = answer.figures.covered;
      break;
    case certify::Verdict::incomplete:
      result.verdict = check::Verdict::incomplete;
      result.why = search::why_of(answer.limit);
      break;
    case certify::Verdict::unsupported:
      result.verdict = check::Verdict::error;
      result.detail = fmt::format("{}: not supported: {}", answer.violation.location, answer.violation.detail);
      break;
  }
  return result;
}

certify::StepInvariant step_invariant(const std::string& text) {
  const std::size_t arrow = text.find("=>");
  if (arrow == std::string::npos) {
    throw base::InputError(
        fmt::format("waymark: error: --step-invariant '{}': BEFORE=>AFTER is expected, two conditions", text));
  }
  return {text.substr(0, arrow), text.substr(arrow + 2)};
}

certify::Request request(const CertifyOptions& options, const base::Stop& stop) {
  certify::Request request;
  const search::Judged what = check::judged(options.properties);
  request.deadlock = what.deadlock;
  request.waived = what.waived;
  request.invariants = options.properties.invariants;
  for (const std::string& text : options.properties.step_invariants)
    request.step_invariants.push_back(step_invariant(text));
  request.count = options.count;
  request.memory = memory_limit(options.limits.memory);
  request.jobs = check::workers(options.jobs);
  request.stop = &stop;
  return request;
}

certify::Result follow(const CertifyOptions& options, const load::Program& program, const certify::Files& files,
                       const base::Stop& stop) {
  if (!options.properties.step_invariants.empty()) {
    throw base::InputError(
        "waymark: error: a trustful script takes tree edges only, so --step-invariant cannot be checked; use a lean "
        "one");
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (signature_is_good(*files[i], options.scripts[i], options.key, options.signature)) continue;
    certify::Result answer;
    answer.verdict = certify::Verdict::rejected;
    answer.why = fmt::format("its signature is not one by {}", options.key);
    return answer;
  }
  return certify::run_trustful(program.make, files, request(options, stop));
}

// What a reduced graph shows is what its maker made visible: other questions need another script.
void refuse_invisible(const CertifyOptions& options, const std::vector<std::string>& visible) {
  if (!options.properties.step_invariants.empty()) {
    throw base::InputError(
        "waymark: error: the script was made with partial order reduction, which leaves out steps, so --step-invariant "
        "cannot be checked; make one by 'waymark check --por off --script'");
  }
  for (const std::string& text : options.properties.invariants) {
    if (std::find(visible.begin(), visible.end(), text) != visible.end()) continue;
    throw base::InputError(
        fmt::format("waymark: error: the script was made with partial order reduction and without regard to "
                    "--invariant '{}'; make one by 'waymark check --invariant ... --script' or with --por off",
                    text));
  }
}

certify::Result run(const CertifyOptions& options, load::Program& program, const base::Stop& stop) {
  certify::Result answer;
  answer.verdict = certify::Verdict::rejected;
  std::vector<std::shared_ptr<const script::File>> files;
  for (const std::string& path : options.scripts) {
    files.push_back(open_script(path, answer.why, stop));
    if (!files.back()) return answer;
    if (files.size() == 1) {
      const auto visible = reduce_as(program, files.front()->header(), answer.why);
      if (!answer.why.empty()) return answer;
      if (visible && options.unreduced) refuse_reduced(path);
      if (visible) refuse_invisible(options, *visible);
    }
    answer.why = mismatch(files.back()->header(), program);
    const script::Form form = files.back()->header().form;
    if (form == script::Form::cycles) answer.why = "scripts of this form are not certified yet";
    if (!answer.why.empty()) return answer;
    if (options.count) refuse_count(path, form);
  }
  if (options.trustful) return follow(options, program, files, stop);
  if (!options.task.empty()) return run_task(options, program, files, request(options, stop));
  if (!options.merge.empty()) return merge_tasks(options, program, files, request(options, stop));
  // The scripts are read and hashed; only now is the secret drawn.
  const certify::Secret secret = certify::Secret::draw();
  if (files.size() == 1 && files.front()->header().form == script::Form::ids) {
    return certify::run_ids(program.make, files.front(), request(options, stop), options.cut, secret);
  }
  const certify::Request asked = request(options, stop);
  answer = certify::run_lean(program.make, files, asked, secret);
  if (answer.verdict != certify::Verdict::rejected || !options.explain) return answer;
  try {
    return certify::explain_lean(program.make, files, asked, secret);
  } catch (const base::Stopped&) {
    return answer;  // it is rejected all the same
  }
}

// Loads, certifies and tells.
int certify_and_tell(const CertifyOptions& options, base::Stop& stop) {
  load::Program program = load::load(options.program, &stop);
  const auto began = std::chrono::steady_clock::now();
  const certify::Result answer = run(options, program, stop);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  stop.conclude();

  report::Story story;
  const bool led_there = answer.verdict == certify::Verdict::violation || answer.verdict == certify::Verdict::rejected;
  if (led_there && !answer.choices.empty())
    story = tell_in_part(*program.make(), answer.choices, options.output.full_trail);
  check::Result result = summarize(options, program, answer, took.count(), story.steps);
  result.reduced = program.reduced;
  return deliver(result, story, options.output);
}

}  // namespace

int certify(const CertifyOptions& options, base::Stop& stop) {
  refuse_impossible(options.properties, options.program);
  refuse_cycles(options.properties);
  if (options.scripts.empty() && (options.merge.empty() || options.audit != 0)) {
    throw base::InputError("waymark: error: --script is required\n'waymark --help' tells more.");
  }
  try {
    return certify_and_tell(options, stop);
  } catch (const base::Stopped& early) {
    return deliver_early(options.program.program, early, options.limits, options.output);
  }
}

}  // namespace waymark::cli
