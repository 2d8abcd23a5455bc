#include <fmt/format.h>

#include <optional>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "check/check.hpp"
#include "check/repeat.hpp"
#include "cli/commands.hpp"
#include "cli/deliver.hpp"
#include "cli/settings.hpp"
#include "cli/terminal.hpp"
#include "load/load.hpp"
#include "observe/profile.hpp"
#include "observe/progress.hpp"
#include "report/json.hpp"
#include "report/trail_file.hpp"

namespace waymark::cli {

namespace {

constexpr double quiet_seconds = 2;
constexpr double seconds_between_lines = 0.5;
constexpr std::uint64_t most_bytes = 16 << 20;  // of a result; the longest have many statements that were never reached

check::EarlierEstimate read_earlier(const std::string& path) {
  const std::optional<check::EarlierEstimate> earlier = report::read_estimate(base::read_file(path, most_bytes));
  if (!earlier) {
    throw base::InputError(
        fmt::format("{}: error: this is no result of 'waymark coverage --json' with an estimate", path));
  }
  return *earlier;
}

void write_trail(const Options& options, const load::Program& program, check::Result& result) {
  if (options.trail.empty() || result.found.empty()) return;
  const check::Found& first = result.found.front();
  report::TrailFile trail{options.program, program.fit(), options.invariants, first.violation, first.choices};
  trail.cycle = first.cycle;
  trail.fair = options.fair && first.cycle;
  const auto kind = base::named<check::Property>(first.violation.kind);
  const bool by_formula = kind == check::Property::ltl || kind == check::Property::progress;
  if (by_formula) trail.formula = result.liveness.back().formula;
  base::write_file(options.trail, report::write_trail(trail));
  result.trail_file = options.trail;
}

}  // namespace

int check(const Options& given) {
  Options options = given;
  const load::Source source = source_of(options);
  // A state of a Java program is a row of numbers, most of them as in the state before.
  if (load::is_java(source) && !options.store_given) options.store = "tree";
  if (options.swarm != 0 && !options.store_given) options.store = "bitstate";
  check::Settings settings = settings_of(options);
  std::optional<check::EarlierEstimate> earlier;
  if (!options.compare.empty()) {
    earlier = read_earlier(options.compare);
    const std::string why = check::take_over(*earlier, memory_limit(options), settings);
    if (!why.empty()) throw base::InputError(fmt::format("{}: error: {}", options.compare, why));
    options.estimator = base::name(settings.estimate.estimator);
    options.first_search = base::name(settings.estimate.first_search);
    options.together = settings.estimate.together;
    options.states = settings.limits.states;
  }
  refuse_impossible(options);
  for (const std::string& output : {options.trail, options.script, options.profile}) {
    if (!output.empty()) base::refuse_unwritable(output);
  }
  const load::Program program = load::load(source);

  base::Budget budget(settings.limits.memory.value_or(memory_limit(options)));
  LiveLine line;
  observe::Progress progress(
      [&](const search::Tallies& tallies, double rate) { line.show(tallies, rate, budget.used()); }, quiet_seconds,
      seconds_between_lines);
  check::Context context{budget, {&progress}, &interrupted()};
  observe::Profile profile;
  if (!options.profile.empty()) context.observers.push_back(&profile);
  check::Result result = check::check(program, settings, context);
  line.clear();
  write_trail(options, program, result);
  if (!options.profile.empty()) base::write_file(options.profile, profile.csv());
  if (earlier) check::compare(*earlier, options.compare, result);
  report::Story story;
  if (!result.found.empty()) {
    story = tell_in_part(*program.make(), result.found.front().choices, options, result.found.front().cycle);
  }
  return deliver(result, story, options);
}

int coverage(Options options) {
  options.estimate = true;
  return check(options);
}

}  // namespace waymark::cli
