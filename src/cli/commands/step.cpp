// step: one state of a program, where a trail or a list of choices leads.
#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "base/quantities.hpp"
#include "check/plan/unproved.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/replay.hpp"
#include "cli/commands/rules.hpp"
#include "cli/terminal/terminal.hpp"
#include "debug/stepper.hpp"
#include "load/derive.hpp"
#include "load/load.hpp"
#include "report/json.hpp"

namespace waymark::cli {

namespace {

using debug::Stepper;

struct Way {
  load::Program program;
  std::vector<std::uint32_t> choices;
  std::vector<std::string> invariants;
};

Way way_of(const StepOptions& options, const base::Stop& stop) {
  Way way;
  if (options.trail.empty()) {
    way.program = load::load(in_steps(options.program, "step"), &stop);
    load::show(way.program, check::expressions_of(options.properties, way.program));
    way.invariants = options.properties.invariants;
    for (const std::uint64_t choice : options.choices) {
      constexpr std::uint64_t most = 1u << 31;
      if (choice == 0 || choice > most) throw base::InputError("waymark: error: --choices are counted from 1");
      way.choices.push_back(static_cast<std::uint32_t>(choice - 1));
    }
    return way;
  }
  const report::TrailFile trail = read_trail(options.trail, options.program, stop);
  way.program = program_of(trail, options.program, options.trail, stop);
  way.choices = trail.choices;
  way.invariants = trail.invariants;
  const std::vector<std::string>& more = options.properties.invariants;
  way.invariants.insert(way.invariants.end(), more.begin(), more.end());
  return way;
}

// To the step that is asked for, or as far as the choices lead.
void go(Stepper& walk, const StepOptions& options, const base::Stop& stop) {
  const std::optional<std::uint64_t> wanted = options.at;
  while (walk.leads_on() && (!wanted || walk.steps() < *wanted || !walk.at_state())) {
    stop.poll();
    walk.take(walk.next());
  }
  if (!wanted && walk.ahead() != 0) {
    throw base::InputError(fmt::format("waymark: error: choice {} is {}, and there {} to choose from",
                                       walk.choices() + 1, walk.next() + 1,
                                       walk.width() == 1 ? "is 1" : fmt::format("are {}", walk.width())));
  }
  if (wanted && walk.steps() < *wanted) {
    throw base::InputError(
        fmt::format("{}: error: the trail ends after {}", options.trail, base::counted(walk.steps(), "step")));
  }
}

}  // namespace

int show_step(const StepOptions& options, base::Stop& stop) {
  const Way way = way_of(options, stop);
  Stepper walk(way.program, way.invariants, way.choices);
  go(walk, options, stop);
  report::StateView state;
  state.program = way.program.path;
  if (!options.trail.empty()) state.digest = load::hexadecimal(way.program.text_digest());
  state.story = report::tell(*way.program.make(), walk.path(), {0, 1});
  for (const std::uint32_t choice : walk.path()) state.choices.push_back(choice + 1);
  state.inside = !walk.at_state() && walk.width() != 0;
  state.violation = walk.violation();
  for (std::uint32_t choice = 0; choice < walk.width(); ++choice) {
    stop.poll();
    Stepper::Told told = walk.preview(choice);
    const bool fails = told.became == model::Step::failed || told.became == model::Step::unsupported;
    state.enabled.push_back(
        {choice + 1, std::move(told.events), fails ? std::optional(std::move(told.violation)) : std::nullopt});
  }
  if (walk.leads_on()) state.ahead = walk.next() + 1;
  print(report::json(state));
  return exit_holds;
}

}  // namespace waymark::cli
