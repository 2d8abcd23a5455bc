#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <memory>
#include <optional>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "base/utf8.hpp"
#include "check/plan/team.hpp"
#include "check/run/task.hpp"
#include "cli/commands/advice.hpp"
#include "cli/commands/artifacts.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/deliver.hpp"
#include "cli/commands/graph.hpp"
#include "cli/commands/rules.hpp"
#include "cli/commands/timeline.hpp"
#include "cli/options/quote_command.hpp"
#include "cli/terminal/progress_line.hpp"
#include "cli/terminal/terminal.hpp"
#include "cluster/transport/join.hpp"
#include "load/java.hpp"
#include "observe/profile.hpp"
#include "observe/progress.hpp"

namespace waymark::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double quiet_seconds = 2;
constexpr double seconds_between_lines = 0.5;
// The first process writes.
void refuse_outputs_of(const CheckOptions& options, const check::Team& team) {
  team.together([&] {
    CheckOptions written = options;
    if (!team.is_first()) {
      written.trail.clear();
      written.settings.script.clear();
      written.settings.checkpoint.clear();
    }
    refuse_outputs(written);
  });
}

void note_refinement(const check::Abstracted& abstraction, std::vector<std::string>& notes) {
  if (abstraction.suggested.empty()) return;
  std::vector<std::string> words;
  for (const std::string& item : abstraction.suggested) words.push_back("--abstract " + shell_word(item));
  notes.push_back(fmt::format("What would rule it out, and --refine N adds: {}", fmt::join(words, " ")));
}

// Most bytes that this process may use: those of a team on one machine share what it has.
std::uint64_t budget_of(const check::Limits& limits, const check::Team& team) {
  const std::uint64_t most = memory_limit(limits.memory);
  return limits.memory ? most : most / team.processes_here();
}

// Loads, searches and tells.
int search_and_tell(const CheckOptions& given, base::Stop& stop, const check::Team& team, Clock::time_point began) {
  CheckOptions options = given;
  const check::Settings& settings = options.settings;
  refuse_outputs_of(options, team);
  check::TaskSettings asked = options;
  asked.program = source_of(options);
  check::Task task(std::move(asked), stop, team);
  const load::Program& program = task.checked();
  base::Budget budget(budget_of(settings.limits, team));
  LiveLine line;
  Eta outlook(budget.limit(), settings.limits.seconds);
  const bool to_program = options.progress == ProgressForm::json;
  observe::Progress progress(
      [&](const search::Tallies& tallies, double rate) {
        outlook.note(tallies, rate, budget.used());
        to_program ? print_error(outlook.json()) : line.show(outlook.line());
      },
      to_program ? seconds_between_lines : quiet_seconds, seconds_between_lines);
  check::Context context{budget, {}, &stop, team};
  if (team.is_first() && options.progress != ProgressForm::none) context.progress.push_back(&progress);
  observe::Profile profile;
  if (!settings.profile.empty()) context.listeners.push_back(&profile);
  std::optional<CourseListener> course;
  if (draws_course(options)) course.emplace(budget, context.listeners, context.progress);
  check::AfterLimit after = after_limit(options, program);
  after.began = began;
  if (options.progress != ProgressForm::none) after.progress.push_back(&progress);
  check::Result result = task.run(context, after);
  line.clear();
  if (!team.is_first()) return exit_code(result);
  // Where files name it, it was found before the search.
  if (!options.trail.empty() || !settings.script.empty() || !settings.checkpoint.empty()) {
    result.digest = load::hexadecimal(program.text_digest());
  }
  if (result.abstraction && result.found.empty()) note_refinement(*result.abstraction, result.notes);
  options.program.promela.abstract = task.source().promela.abstract;
  const load::Program& told = task.told();
  write_trails(options, told, program, result);
  try {
    if (!settings.profile.empty()) base::write_file(settings.profile, profile.csv());
  } catch (const base::InputError& fault) {
    result.faults.emplace_back(fault.what());
  }
  suggest(options, result);
  advise(options, program, context, result);
  report::Report report{std::move(result)};
  report.source_folders = source_folders(options.program, options.output);
  quote_shallow(report);
  if (course) report.course = course->course();
  if (course && report.result.coverage) report.course->levels.clear();  // a sample is met at no depth of its own
  if (!report.result.found.empty()) {
    const check::Found& first = report.result.found.front();
    report.story = tell_in_part(*told.make(), first.choices, options.output, first.cycle);
    if (report.result.found.size() > 1) {
      report.others = tell_others(*program.make(), report.result.found, options.output);
    }
    find_causes(report, told, program);
  }
  if (options.output.graph_states != 0) {
    const std::vector<check::Found>& found = report.result.found;
    try {
      report.graph = graph_of(told, found.empty() ? std::vector<std::uint32_t>{} : found.front().choices,
                              options.output.graph_states, stop);
    } catch (const base::Stopped&) {
      report.result.notes.emplace_back("The states are not drawn: a limit was reached first.");  // the verdict stands
    }
  }
  note_assumptions(program, report.result);
  return conclude(deliver(report, options.output), report.result.faults);
}

}  // namespace

int check(const CheckOptions& given, base::Stop& stop) {
  const Clock::time_point began = Clock::now();
  CheckOptions options = given;
  check::Settings& settings = options.settings;
  refuse_conflicts(options);
  refuse_alone(settings.cluster.wanted);
  refuse_page(options.output);
  settings.store = store_of(options);
  settings.tool = "waymark " WAYMARK_VERSION;
  settings.named = base::printable(spelled(options.program));
  options.output.aside = fill_standard_output(options);
  // One test is a program as any other.
  if (!options.program.test.empty()) {
    std::vector<load::Test> tests = load::tests(options.program, &stop);
    if (tests.size() > 1) return check_tests(options, std::move(tests), stop);
  }
  const std::unique_ptr<cluster::Transport> processes = settings.cluster.wanted ? cluster::join() : nullptr;
  const check::Team team(processes.get());
  try {
    if (!settings.resume.empty()) settings.resume = team.share_files({settings.resume}).front();
    if (!options.program.java.linearizable.empty()) {
      options.program.java.linearizable = least_scenario(options, stop);
      settings.named = base::printable(spelled(options.program));
    }
    return search_and_tell(options, stop, team, began);
  } catch (const cluster::Agreed&) {
    if (!team.is_first()) return exit_bad_input;
    throw;
  } catch (const base::Stopped& early) {
    team.end_others(exit_incomplete, early.what());
    const load::Source& program = options.program;
    return deliver_early(program.program.empty() ? program.java.linearizable : program.program, early, settings.limits,
                         options.output);
  }
}

}  // namespace waymark::cli
