#include <fmt/format.h>

#include "base/files.hpp"
#include "cli/assemble.hpp"
#include "cli/commands.hpp"
#include "cli/program.hpp"
#include "cli/recording.hpp"
#include "cli/terminal.hpp"
#include "observe/progress.hpp"
#include "report/json.hpp"
#include "report/text.hpp"
#include "report/trail_file.hpp"

namespace waymark::cli {

namespace {

constexpr double quiet_seconds = 2;
constexpr double seconds_between_lines = 0.5;
constexpr std::uint64_t steps_at_each_end = 30;

std::string explain(const search::Outcome& outcome, const Options& options) {
  switch (outcome.why) {
    case search::Why::finished:
    case search::Why::errors:
      return "";
    case search::Why::time:
      return fmt::format("the time of {} is over", report::duration(options.seconds.value_or(0)));
    case search::Why::memory:
      return fmt::format("the memory of {} is used up", report::size(memory_limit(options)));
    case search::Why::depth:
      return fmt::format("nothing was explored beyond --depth {}", options.depth.value_or(0));
    case search::Why::interrupted:
      return "interrupted";
    case search::Why::endless:
      return "an indivisible sequence does not end";
    case search::Why::sampled:
      return "random walks see only some of the states";
    case search::Why::omissions:
      return "the store may have missed states";
    case search::Why::unsupported:
      return fmt::format("{}: not supported: {}", outcome.unsupported.location, outcome.unsupported.detail);
  }
  return "";
}

std::vector<std::string> properties(const Options& options) {
  std::vector<std::string> kinds;
  for (const std::string& kind : options.properties) {
    if (kind != "none") kinds.push_back(kind);
  }
  if (!options.invariants.empty()) kinds.emplace_back("invariant");
  return kinds;
}

report::Result summarize(const Options& options, const search::Outcome& outcome, const Assembled& assembled,
                         const model::Model& model) {
  report::Result result;
  result.program = options.program;
  result.verdict = search::name(outcome.verdict);
  if (outcome.why != search::Why::finished) result.reason = search::name(outcome.why);
  result.detail = explain(outcome, options);
  result.properties = properties(options);
  for (const search::Finding& finding : outcome.findings) {
    result.found.push_back({finding.violation, finding.choices, finding.length});
  }
  result.shortest = outcome.shortest;
  result.search = options.search;
  if (assembled.store) {
    result.store = options.store;
    result.store_bytes = assembled.store->bytes();
  }
  result.states = outcome.tallies.states;
  result.explored = outcome.tallies.explored;
  result.transitions = outcome.tallies.transitions;
  result.depth = outcome.tallies.depth;
  result.errors = outcome.tallies.errors;
  result.seconds = outcome.tallies.seconds;
  result.memory_bytes = assembled.budget->used();
  result.complete = outcome.why == search::Why::finished;
  result.unreached = report::unreached(model);
  return result;
}

int exit_code(const report::Result& result) {
  if (result.verdict == "holds") return exit_holds;
  if (result.verdict == "violation") return exit_violation;
  return result.verdict == "incomplete" ? exit_incomplete : exit_bad_input;
}

report::Story first_story(const report::Result& result, const Options& options, model::Model& model) {
  if (result.found.empty()) return {};
  report::Excerpt excerpt;
  const auto& choices = result.found.front().choices;
  if (!options.full_trail && choices.size() > 2 * steps_at_each_end) excerpt = {steps_at_each_end, steps_at_each_end};
  return report::tell(model, choices, excerpt);
}

}  // namespace

int check(const Options& options) {
  refuse_impossible(options);
  const Program program = load(options);
  const std::unique_ptr<model::Model> model = program.make();

  auto budget = std::make_unique<base::Budget>(memory_limit(options));
  LiveLine line;
  observe::Progress progress([&line, budget = budget.get()](const search::Tallies& tallies,
                                                            double rate) { line.show(tallies, rate, budget->used()); },
                             quiet_seconds, seconds_between_lines);
  Recording recording(options, *budget);
  std::vector<search::Observer*> observers{&progress};
  if (recording.observer() != nullptr) observers.push_back(recording.observer());
  Assembled assembled = assemble(options, *model, observers, std::move(budget));
  const search::Outcome outcome = assembled.search->run();
  line.clear();

  report::Result result = summarize(options, outcome, assembled, *model);
  if (!options.trail.empty() && !result.found.empty()) {
    const report::Found& first = result.found.front();
    base::write_file(options.trail, report::write_trail({options.program, program.fit(), options.invariants,
                                                         first.violation, first.choices}));
    result.trail_file = options.trail;
  }
  if (recording.write(program, outcome)) result.script_file = options.script;
  const report::Format format = standard_output_format();
  if (result.verdict == "error") print_error(report::verdict_line(result, {}));
  if (options.json) {
    print(report::json(result));
  } else if (result.verdict == "error") {
    return exit_bad_input;
  } else if (options.quiet) {
    print(report::verdict_line(result, format));
  } else {
    print(report::text(result, first_story(result, options, *model), format));
  }
  return exit_code(result);
}

}  // namespace waymark::cli
