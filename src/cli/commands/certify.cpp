// certify: search scripts from strangers.
#include <memory>

#include "base/diagnostics.hpp"
#include "certify/progress.hpp"
#include "check/certify/certification.hpp"
#include "cli/commands/certify_progress.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/deliver.hpp"
#include "cli/commands/rules.hpp"
#include "cli/terminal/terminal.hpp"
#include "cluster/transport/join.hpp"

namespace waymark::cli {

namespace {

// Loads, certifies and reports.
int certify_and_report(const CertifyOptions& options, base::Stop& stop, const check::Team& team) {
  check::Certification certification(options, memory_limit(options.limits.memory), stop, team);
  certify::Progress progress;
  report::Report report{.result = [&] {
    const CertifyTeller teller(progress, team.is_first() ? options.progress : ProgressForm::none, options.limits);
    return certification.run(progress);
  }()};
  stop.conclude();
  if (!team.is_first()) return exit_holds;

  Output output = options.output;
  output.aside = options.task_result == "-";
  const load::Program& program = certification.program();
  if (report.result.verdict != check::Verdict::rejected) {
    report.result.digest = load::hexadecimal(program.text_digest());
  }
  if (!certification.way().empty())
    report.story = tell_in_part(*certification.make_told(), certification.way(), output);
  for (check::Found& found : report.result.found) found.steps = report.story.steps;
  note_assumptions(program, report.result);
  report.source_folders = source_folders(options.program, options.output);
  return deliver(report, output);
}

}  // namespace

int certify(const CertifyOptions& options, base::Stop& stop) {
  refuse_alone(options.cluster);
  refuse_page(options.output);
  if (options.scripts.empty() && (options.merge.empty() || options.audit != 0 || options.slice)) {
    throw base::InputError("waymark: error: --script is required\n'waymark certify --help' tells more.");
  }
  const std::unique_ptr<cluster::Transport> processes = options.cluster ? cluster::join() : nullptr;
  const check::Team team(processes.get());
  try {
    return certify_and_report(options, stop, team);
  } catch (const base::InputError&) {  // the same at all members: they have the same program and scripts
    if (!team.is_first()) return exit_bad_input;
    throw;
  } catch (const base::Stopped& early) {
    team.end_others(exit_incomplete, early.what());
    return deliver_early(options.program.program, early, options.limits, options.output);
  }
}

}  // namespace waymark::cli
