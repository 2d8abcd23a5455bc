// simulate and replay: a run of the program, shown step by step.
#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "base/quantities.hpp"
#include "check/lift/lasso.hpp"
#include "check/plan/compatibility.hpp"
#include "check/plan/unproved.hpp"
#include "check/say/result.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/deliver.hpp"
#include "cli/commands/graph.hpp"
#include "cli/commands/interactive.hpp"
#include "cli/commands/replay.hpp"
#include "cli/commands/rules.hpp"
#include "cli/terminal/terminal.hpp"
#include "load/derive.hpp"
#include "load/load.hpp"
#include "report/text.hpp"
#include "report/trail.hpp"
#include "report/trail_file.hpp"
#include "search/hunt/random_walk.hpp"

namespace waymark::cli {

namespace {

constexpr std::uint64_t most_trail_bytes = 1u << 28;

// The slice that a trail is of.
void slice_as(const std::string& text, load::Program& program, const std::string& path) {
  std::string why;
  const std::optional<load::Derivation> read = load::Derivation::parse(text, why);
  try {
    if (read && read->slice) return (void)load::slice(program, *read->slice);
  } catch (const base::InputError& error) {
    why = load::fault_of_options(error);
  }
  if (why.empty()) why = "it names none";
  throw base::InputError(fmt::format("{}: error: a trail of a slice that this program has not: {}", path, why));
}

}  // namespace

// The trail does not say how calls of the library were run, so both ways are tried.
load::Program program_of(const report::TrailFile& trail, const load::Source& asked, const std::string& path,
                         const base::Stop& stop) {
  load::Source source = asked;
  source.judged = trail.judged;
  load::Program program = load::load(source, &stop);
  load::show(program, trail.shown);
  if (!trail.slice.empty()) slice_as(trail.slice, program, path);
  if (trail.digest == program.fit()) return program;
  if (!program.library.how.empty() && !source.java.library.by_user && source.java.library_packages.empty()) {
    source.java.library.choose(java::LibraryCalls::steps);
    program = load::load(source, &stop);
    if (trail.digest == program.fit()) return program;
  }
  throw base::InputError(fmt::format(
      "{}: error: this trail belongs to another program or to other options: {} has changed since, or --define "
      "differs{}",
      path, program.path,
      program.path.ends_with(".c") ? "; or it is of a model that was extracted: 'waymark extract' writes that" : ""));
}

report::TrailFile read_trail(const std::string& path, const load::Source& asked, const base::Stop& stop) {
  report::TrailFile trail = report::read_trail(base::read_json(path, most_trail_bytes, stop), path);
  trail.judged.overflow |= asked.judged.overflow;  // of older trails only the option says so
  return trail;
}

namespace {

// That a run shows this violation.
check::Result shown(const model::Violation& violation, std::uint64_t steps, const load::Program& program) {
  check::Result result;
  result.program = program.path;
  result.actors = program.actors;
  result.view = program.view;
  result.verdict = check::Verdict::violation;
  result.found.push_back({violation, {}, steps});
  result.errors = 1;
  return result;
}

std::string headline(const check::Result& result, const report::Format& format) {
  return report::verdict_line(result, format) + report::what_and_where(result.found.front().violation, format);
}

// A trail that is what it says, and its story.
report::Report report_of(const report::TrailFile& trail, report::Story story, const load::Program& program,
                         const ReplayOptions& options, const base::Stop& stop) {
  report::Report report{shown(trail.violation, story.steps, program), std::move(story)};
  check::Result& result = report.result;
  if (const auto kind = base::named<check::Property>(trail.violation.kind)) result.properties = {*kind};
  result.trail_file = options.trail;
  result.digest = load::hexadecimal(program.text_digest());
  result.found.front().cycle = trail.cycle;
  report.source_folders = source_folders(options.program, options.output);
  result.found.front().choices = trail.choices;
  result.found.front().formula = trail.formula;
  find_causes(report, program, program);
  const std::uint64_t drawn = options.output.graph_states;
  if (drawn != 0) report.graph = graph_of(program, trail.choices, drawn, stop);
  return report;
}

std::string how_it_ended(const search::Outcome& outcome, const report::Story& story, std::uint64_t most) {
  if (outcome.why == search::Why::interrupted) return "Interrupted";
  if (outcome.why == search::Why::time) return "Out of time";
  if (outcome.why == search::Why::memory) return "Out of memory";
  if (outcome.why == search::Why::endless) return "An indivisible sequence does not end; stopped";
  return story.steps >= most ? "Stopped by --steps" : "Ended";
}

report::Report replay_lasso(const report::TrailFile& trail, const load::Program& program, const ReplayOptions& options,
                            const base::Stop& stop) {
  const ltl::FormulaPtr formula = trail.formula.empty() ? nullptr : ltl::parse(trail.formula, options.trail);
  if (!check::violates({trail.choices, trail.cycle, false, 0}, *program.make(), formula.get(), trail.fair, &stop)) {
    throw base::InputError(
        fmt::format("{}: error: the trail is no run that shows the violation it announces", options.trail));
  }
  return report_of(trail, report::tell(*program.make(), trail.choices, {}, trail.cycle), program, options, stop);
}

// Whether the trail shows what it announces; then it is told.
report::Report told_trail(const report::TrailFile& trail, const load::Program& program, const ReplayOptions& options,
                          const base::Stop& stop) {
  if (!trail.formula.empty()) {
    check::Properties asked;
    asked.fair = trail.fair;
    const load::Cycles question{load::CycleKind::ltl, ltl::parse(trail.formula, options.trail), trail.fair};
    options::refuse_conflict(check::parts_of(asked, {{"", question}}, program));
  }
  const std::unique_ptr<model::Model> model = program.make();
  std::vector<model::Watch> invariants;
  for (const std::string& text : trail.invariants) invariants.push_back(model->watch_invariant(text));
  if (trail.cycle || check::is_of_formula(trail.violation, !trail.formula.empty()))
    return replay_lasso(trail, program, options, stop);
  report::Story story = report::tell(*model, trail.choices);
  if (!check::shows(trail.violation, *model, story.last, invariants)) {
    throw base::InputError(fmt::format("{}: error: the trail does not end in the {} that it announces", options.trail,
                                       report::printable(trail.violation.kind)));
  }
  return report_of(trail, std::move(story), program, options, stop);
}

// Along a trail, which need not show anything.
debug::Start start_along(const report::TrailFile& trail, const load::Source& source) {
  debug::Start start;
  start.folders = source_folders(source, {});
  start.invariants = trail.invariants;
  start.ahead = trail.choices;
  start.cycle = trail.cycle;
  start.slice = trail.slice;
  start.judged = trail.judged;
  return start;
}

// Its steps end where an expression of the question may change.
load::Program program_to_run(const SimulateOptions& options, std::string_view command, const base::Stop& stop) {
  load::Program program = load::load(in_steps(options.program, command), &stop);
  load::show(program, check::expressions_of(options.properties, program));
  const auto cycles = check::asked_cycles(options.properties, program);
  options::refuse_conflict(check::parts_of(options.properties, cycles, program));
  return program;
}

}  // namespace

debug::dap::Session session_of(const SimulateOptions& options, std::string_view command, const base::Stop& stop) {
  debug::dap::Session session;
  if (options.trail.empty()) {
    session.program = program_to_run(options, command, stop);
    session.start.judged = options.program.judged;
    session.start.folders = source_folders(options.program, {});
  } else {
    const report::TrailFile trail = read_trail(options.trail, options.program, stop);
    session.program = program_of(trail, options.program, options.trail, stop);
    session.start = start_along(trail, options.program);
  }
  const std::vector<std::string>& more = options.properties.invariants;
  session.start.invariants.insert(session.start.invariants.end(), more.begin(), more.end());
  session.start.seed = options.seed;
  session.start.most_steps = options.steps;
  return session;
}

namespace {

int simulate_by_hand(const SimulateOptions& options, const base::Stop& stop) {
  debug::dap::Session session = session_of(options, "simulate", stop);
  session.start.at = options.at.value_or(session.start.ahead.size());
  return debug_by_hand(session.program, session.start, stop);
}

}  // namespace

int simulate(const SimulateOptions& options, base::Stop& stop) {
  if (options.interactive) return simulate_by_hand(options, stop);
  const load::Program program = program_to_run(options, "simulate", stop);
  const std::unique_ptr<model::Model> model = program.make();
  base::Budget budget(memory_limit(options.limits.memory));
  search::Limits limits;
  limits.stop = &stop;
  search::AnyStep guide(options.seed);
  search::RandomWalk walk({*model, nullptr, budget, limits, check::judged(options.properties, *model), {}},
                          {.length = options.steps}, guide);
  const search::Outcome outcome = walk.run();
  std::vector<std::uint32_t> choices;
  walk.choices(choices);

  const report::Format format = standard_output_format();
  if (outcome.why == search::Why::unsupported) {
    throw base::InputError(
        fmt::format("{}: error: not supported: {}", outcome.unsupported.location, outcome.unsupported.detail));
  }
  // Of a run that a limit ended, all of it would take too long to tell.
  const bool early =
      outcome.why == search::Why::interrupted || outcome.why == search::Why::time || outcome.why == search::Why::memory;
  const report::Story story = report::tell(*model, choices, early ? for_reading : report::Excerpt{});
  const bool steps = options.style != report::TrailStyle::output;
  print(report::trail(story, options.style, format) + (steps ? "\n" : ""));
  if (outcome.verdict == search::Verdict::violation) {
    const std::string found = headline(shown(outcome.findings.front().violation, story.steps, program), format);
    steps ? print(found) : print_error(found);
    return exit_violation;
  }
  const int code = early ? exit_incomplete : exit_holds;
  if (!steps) return code;
  print(fmt::format("{} after {} with --seed {}.\n", how_it_ended(outcome, story, options.steps),
                    base::counted(story.steps, "step"), options.seed));
  return code;
}

report::Report replayed(const ReplayOptions& options, base::Stop& stop) {
  const report::TrailFile trail = read_trail(options.trail, options.program, stop);
  if (trail.violation.kind == report::no_violation) {
    throw base::InputError(fmt::format(
        "{}: error: a trail kept by hand shows no violation; 'waymark replay' prints its steps", options.trail));
  }
  return told_trail(trail, program_of(trail, options.program, options.trail, stop), options, stop);
}

int replay(const ReplayOptions& options, base::Stop& stop) {
  const bool for_programs = options.output.format != OutputFormat::text;
  if (for_programs && (options.style != report::TrailStyle::steps || options.interactive)) {
    throw base::InputError(
        "waymark: error: --columns, --msc, --output and --interactive are for people; leave out --format");
  }
  refuse_page(options.output);
  const report::Format format = standard_output_format();
  const report::TrailFile trail = read_trail(options.trail, options.program, stop);
  const load::Program program = program_of(trail, options.program, options.trail, stop);
  if (options.interactive) {
    debug::Start start = start_along(trail, options.program);
    start.at = options.at;
    return debug_by_hand(program, start, stop);
  }
  if (trail.violation.kind == report::no_violation) {
    if (for_programs || !options.output.html.empty()) {
      throw base::InputError(
          fmt::format("{}: error: a trail kept by hand shows no violation to report; leave out --format and --html",
                      options.trail));
    }
    print(report::trail(report::tell(*program.make(), trail.choices), options.style, format));
    return exit_holds;
  }
  const report::Report report = told_trail(trail, program, options, stop);
  if (for_programs) return deliver(report, options.output);
  const std::string text = headline(report.result, format) +
                           report::cause_line(report.cause_of(0), report.result.found.front().violation) + "\n" +
                           report::trail(report.story, options.style, format);
  options.output.html == "-" ? print_error(text) : print(text);
  return options.output.html.empty() ? exit_violation : deliver_page(report, options.output);
}

}  // namespace waymark::cli
