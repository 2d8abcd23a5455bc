// certify: search scripts from strangers.
#include "certify/lean.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include "base/diagnostics.hpp"
#include "base/quantities.hpp"
#include "certify/explain.hpp"
#include "certify/ids.hpp"
#include "certify/secret.hpp"
#include "certify/trustful.hpp"
#include "check/property.hpp"
#include "check/result.hpp"
#include "cli/certify_progress.hpp"
#include "cli/commands.hpp"
#include "cli/deliver.hpp"
#include "cli/rules.hpp"
#include "cli/scripts.hpp"
#include "cli/terminal.hpp"
#include "cluster/transport/join.hpp"
#include "load/c.hpp"
#include "load/cycles.hpp"
#include "load/load.hpp"
#include "load/slice.hpp"

namespace waymark::cli {

namespace {

// A script of cycles judges nothing else, and a script of states no cycles.
void tell_what_was_judged(const CertifyOptions& options, const load::Program& program, const Subject& cycles,
                          check::Result& result) {
  if (!cycles) {
    result.properties = check::asked(options.properties, program);
    result.not_judged = check::left_out({}, program);
    return;
  }
  check::CycleProperty shown{"", *cycles};
  for (const load::NamedFormula& named : program.formulas) {
    const load::Cycles question{load::CycleKind::ltl, named.formula, false};
    const bool same = cycles->kind == question.kind && question.as_told().text() == cycles->text();
    if (same && shown.name.empty()) shown.name = named.name;
  }
  result.properties = {shown.kind()};
  for (const check::Property kind : check::asked({}, program)) result.not_judged.emplace_back(base::name(kind));
  for (std::string& name : check::left_out({shown}, program)) result.not_judged.push_back(std::move(name));
  check::Liveness line{shown.kind(), shown.name, cycles->formula ? ltl::text(*cycles->formula) : "", cycles->fair};
  line.verdict = result.verdict;
  line.states = result.states;
  line.transitions = result.transitions;
  line.seconds = result.seconds;
  result.liveness.push_back(line);
}

check::Result summarize(const CertifyOptions& options, const load::Program& program, const Subject& cycles,
                        const certify::Result& answer, double seconds, std::uint64_t steps) {
  check::Result result;
  result.program = program.path;
  result.view = program.view;
  result.inputs = program.inputs;
  result.script_file = options.merge.empty() ? options.scripts.front() : options.run;
  result.scripts = options.scripts;
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
  if (load::names_slice(program.options_text)) {
    result.notes.emplace_back("States and transitions are those of the slice that the script names.");
  }
  if (answer.estimated) {
    const certify::Estimated& estimated = *answer.estimated;
    check::Coverage& coverage = result.coverage.emplace();
    coverage.estimate = estimated.covered.coverage;
    coverage.low = estimated.covered.low;
    coverage.high = estimated.covered.high;
    coverage.arrivals = estimated.covered.arrivals;
    coverage.covered = estimated.states;
    coverage.sampled = estimated.share;
    coverage.estimator = check::Estimator::digest;
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
  if (program.abstraction != nullptr && result.verdict == check::Verdict::violation) {
    result.verdict = check::Verdict::incomplete;
    result.detail = fmt::format("the abstraction has a {}, which may be spurious", answer.violation.kind);
    result.errors = 0;
    result.found.clear();
    result.notes.emplace_back("'waymark check' with the same --abstract looks for it in the program itself.");
  }
  tell_what_was_judged(options, program, cycles, result);
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

certify::Request request(const CertifyOptions& options, const Subject& cycles, const base::Stop& stop,
                         certify::Progress* progress) {
  certify::Request request;
  const search::Judged what = cycles ? check::judged_beside_cycles() : check::judged(options.properties);
  request.deadlock = what.deadlock;
  request.waived = what.waived;
  request.fair = cycles && cycles->fair;
  request.invariants = options.properties.invariants;
  for (const std::string& text : options.properties.step_invariants)
    request.step_invariants.push_back(step_invariant(text));
  request.count = options.count;
  request.memory = memory_limit(options.limits.memory);
  request.jobs = check::workers(options.jobs);
  request.stop = &stop;
  request.progress = progress;
  return request;
}

certify::Result follow(const CertifyOptions& options, const load::Program& program, const certify::Files& files,
                       const base::Stop& stop, certify::Progress& progress) {
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
  return certify::run_trustful(program.make, files, request(options, {}, stop, &progress));
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

// What a slice shows is what it was made by.
void refuse_cut_away(const CertifyOptions& options, const load::Criteria& criteria) {
  const auto refuse = [](const std::string& what) {
    throw base::InputError(
        fmt::format("waymark: error: the script is of a slice that was made without regard to {}; make one by 'waymark "
                    "check --slice --script' with that question, or without --slice",
                    what));
  };
  const check::Properties& asked = options.properties;
  if (asked.includes(check::Property::deadlock) && !criteria.deadlock) refuse("deadlock");
  if (asked.includes(check::Property::assertion) && !criteria.assertion) refuse("assertions");
  if (!asked.step_invariants.empty() && !criteria.steps) refuse("--step-invariant");
  for (const std::string& text : asked.invariants) {
    const bool known =
        std::find(criteria.invariants.begin(), criteria.invariants.end(), text) != criteria.invariants.end();
    if (!known) refuse(fmt::format("--invariant '{}'", text));
  }
}

// Makes of the program what the script is about. False: `why` says why it cannot be.
bool prepare(const CertifyOptions& options, const script::Header& header, load::Program& program, Subject& cycles,
             const base::Stop& stop, std::string& why) {
  std::optional<load::Criteria> criteria;
  if (load::names_slice(header.options_text)) {
    if (!options.slice) refuse_slice(options.scripts.front());
    criteria = slice_as(program, header, why);
    if (!criteria) return false;
  }
  const load::Program plain = program;
  std::optional<std::vector<std::string>> visible;
  if (header.form == script::Form::cycles) {
    cycles = watch_as(program, header, why, stop);
  } else {
    visible = reduce_as(program, header, why);
  }
  if (!why.empty()) return false;
  if (program.reduced && options.unreduced) refuse_reduced(options.scripts.front());
  if (visible) refuse_invisible(options, *visible);
  if (criteria && cycles && !criteria->include(*cycles)) {
    why = "it is of a slice that was made without regard to what it shows";
    return false;
  }
  if (criteria && !cycles) refuse_cut_away(options, *criteria);
  refuse_unproved(options.properties, plain, cycles);
  return true;
}

// How many states are to be walked through; 0 where nobody can say.
std::uint64_t expected_states(const CertifyOptions& options, const certify::Files& files) {
  std::uint64_t states = 0;
  if (!options.task.empty() || options.audit != 0) return states;
  for (const auto& file : files) states += file->header().states;
  return states;
}

certify::Result run(const CertifyOptions& options, load::Program& program, Subject& cycles, const base::Stop& stop,
                    cluster::Transport* transport, certify::Progress& progress) {
  certify::Result answer;
  answer.verdict = certify::Verdict::rejected;
  std::vector<std::shared_ptr<const script::File>> files;
  for (const std::string& path : options.scripts) {
    files.push_back(open_script(path, answer.why, stop));
    if (!files.back()) return answer;
    const script::Header& header = files.back()->header();
    const load::Source made = load::as_made(options.program, header.options_text);
    const bool otherwise = made.library != options.program.library || made.sliced != options.program.sliced;
    if (files.size() == 1 && otherwise) program = load::load(made, &stop);
    if (files.size() == 1 && !prepare(options, header, program, cycles, stop, answer.why)) return answer;
    answer.why = mismatch(header, program);
    if (!answer.why.empty()) return answer;
    if (options.count) refuse_count(path, header.form);
  }
  progress.expect(expected_states(options, files));
  if (options.trustful) {
    refuse_cycles(options.scripts.front(), files.front()->header().form,
                  "--trustful is for trustful ones; leave it out");
    return follow(options, program, files, stop, progress);
  }
  const certify::Request asked = request(options, cycles, stop, &progress);
  if (!options.task.empty()) return run_task(options, program, cycles, files, asked);
  if (!options.merge.empty()) return merge_tasks(options, program, cycles, files, asked);
  if (transport != nullptr) return certify_together(options, program, cycles, files, asked, *transport);
  // The scripts are read and hashed; only now is the secret drawn.
  const certify::Secret secret = certify::Secret::draw();
  if (files.size() == 1 && files.front()->header().form == script::Form::ids) {
    return certify::run_ids(program.make, files.front(), asked, options.cut, secret);
  }
  answer = certify::run_lean(program.make, files, asked, secret);
  if (answer.verdict != certify::Verdict::rejected || !options.explain) return answer;
  try {
    certify::Request again = asked;
    again.progress = nullptr;  // what was walked through stands
    return certify::explain_lean(program.make, files, again, secret);
  } catch (const base::Stopped&) {
    return answer;  // it is rejected all the same
  }
}

// Loads, certifies and tells.
int certify_and_tell(const CertifyOptions& given, base::Stop& stop, cluster::Transport* transport) {
  CertifyOptions options = given;
  options.output.aside = options.task_result == "-";
  options.program = load::with_table(options.program);
  options.program.sliced = options.slice && !options.program.abstract.empty();
  load::Program program;
  const auto load_program = [&] { program = load::load(options.program, &stop); };
  if (transport == nullptr) {
    load_program();
  } else {
    cluster::together(*transport, load_program);
    refuse_strangers(program, *transport);
    options.scripts = share_scripts(options.scripts, *transport);
  }
  const auto began = std::chrono::steady_clock::now();
  Subject cycles;
  certify::Progress progress;
  const bool tells = transport == nullptr || transport->rank() == 0;
  const certify::Result answer = [&] {
    const CertifyTeller teller(progress, tells ? options.progress : ProgressForm::none, options.limits);
    return run(options, program, cycles, stop, transport, progress);
  }();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  stop.conclude();
  if (!tells) return exit_holds;

  report::Story story;
  const bool led_there = answer.verdict == certify::Verdict::violation || answer.verdict == certify::Verdict::rejected;
  if (led_there && !answer.choices.empty()) story = tell_in_part(*program.make(), answer.choices, options.output);
  check::Result result = summarize(options, program, cycles, answer, took.count(), story.steps);
  result.reduced = program.reduced;
  if (answer.verdict == certify::Verdict::certified || answer.verdict == certify::Verdict::in_part) {
    for (const certify::Progress::Task& work : progress.works()) {
      result.tasks.push_back({work.states, work.transitions});
    }
  }
  if (!program.library.how.empty()) result.library = program.reduced ? program.library.how : "steps";
  note_assumptions(program, result);
  report::Report report{.result = std::move(result), .story = std::move(story)};
  report.source_folders = source_folders(options.program);
  return deliver(report, options.output);
}

}  // namespace

int certify(const CertifyOptions& options, base::Stop& stop) {
  refuse_impossible(options.properties, options.program);
  refuse_alone(options.cluster);
  refuse_page(options.output);
  if (options.scripts.empty() && (options.merge.empty() || options.audit != 0 || options.slice)) {
    throw base::InputError("waymark: error: --script is required\n'waymark certify --help' tells more.");
  }
  std::unique_ptr<cluster::Transport> transport;
  if (options.cluster) transport = cluster::join();
  try {
    return certify_and_tell(options, stop, transport.get());
  } catch (const base::InputError&) {  // the same at all ranks: they have the same program and scripts
    if (transport && transport->rank() != 0) return exit_bad_input;
    throw;
  } catch (const base::Stopped& early) {
    if (transport && transport->ranks() > 1) transport->abort(exit_incomplete, early.what());
    return deliver_early(options.program.program, early, options.limits, options.output);
  }
}

}  // namespace waymark::cli
