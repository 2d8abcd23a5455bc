#include "check/run/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "check/plan/compatibility.hpp"
#include "check/run/assemble.hpp"
#include "check/run/cycle_script.hpp"
#include "check/run/liveness.hpp"
#include "check/run/states.hpp"
#include "check/run/workers.hpp"
#include "check/say/known.hpp"
#include "check/say/shallow.hpp"
#include "cluster/transport/join.hpp"
#include "search/parallel/parallel_nested.hpp"

namespace waymark::check {

namespace {

// Whether there are cycles to be searched for is known only when the program is. All members refuse, and one reports.
void refuse_conflicts(const std::vector<CycleProperty>& cycles, const Settings& settings, const load::Program& program,
                      const Team& team) {
  Settings asked = settings;
  asked.cluster.wanted = !team.alone();
  const std::string why = options::conflict(parts_of(asked, cycles, program));
  if (!why.empty()) throw cluster::Agreed("waymark: error: " + why);
}

// What the verdict takes for granted of calls into a library.
void tell_library(const load::Program& program, Result& result) {
  const load::LibraryCalls& library = program.library;
  if (library.how.empty() || result.verdict == Verdict::error) return;
  result.library = result.reduced ? library.how : "steps";
  if (!result.reduced) {
    result.notes.emplace_back("Calls of the library were taken in steps, as the program's own code.");
  } else if (program.front_end->library_matters()) {
    result.notes.emplace_back(
        "Calls into classes that are documented to be safe for threads were taken as one step; --library steps looks "
        "inside.");
  }
}

// What of a search for cycles is not done by as many workers as were asked for.
void tell_workers(const load::Program& program, const Settings& settings, const Context& context, Result& result) {
  const std::string why = why_one_worker_for_cycles(settings, program, context);
  const unsigned jobs = workers_for_cycles(settings, program, context);
  if (!why.empty()) {
    result.notes.push_back(fmt::format("By one worker: for cycles, {}.", why));
  } else if (jobs == search::ParallelNested::most_workers && jobs < settings.jobs) {
    result.notes.push_back(fmt::format("By {} workers: a parallel search for cycles has at most so many.", jobs));
  }
  if (why.empty() && !settings.script.empty()) {
    result.notes.emplace_back("By one worker: scripts of cycles, for which states are ranked.");
  }
}

Result check_here(const load::Program& program, const Settings& settings, const Context& context) {
  std::vector<CycleProperty> cycles;
  if (!settings.hunt) cycles = cycle_properties(settings.properties, program);
  refuse_conflicts(cycles, settings, program, context.team);
  Result result;
  result.program = program.path;
  result.actors = program.actors;
  result.view = program.view;
  // Cycles alone are wanted where nothing else is.
  const bool states = cycles.empty() || settings.properties.ask_about_states();
  if (states) {
    result = check_states(program, settings, context);
    if (!result.script_file.empty()) result.scripts.push_back(result.script_file);
  }
  std::vector<std::string> scripts(cycles.size());
  if (!settings.script.empty()) scripts = script_names(cycles, settings.script);
  if (!settings.script.empty() && !states && cycles.size() == 1) scripts.front() = settings.script;
  std::vector<std::string> unseen = left_out(cycles, program);
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    const CycleProperty& property = cycles[i];
    // That states may have been missed is no reason to stop.
    const bool found = result.verdict == Verdict::violation;
    const bool goes_on = found && settings.limits.errors == 0;
    if (result.verdict != Verdict::holds && result.why != search::Why::omissions && !goes_on) {
      const bool alone = property.kind() == Property::ltl;
      const std::string_view how =
          alone ? "; --errors 0 judges it, and --property none does so alone" : "; --errors 0 judges it";
      result.notes.push_back(fmt::format("Not judged: {}{}.", property.asked.text(), found ? how : ""));
      unseen.push_back(property.name.empty() ? property.asked.text() : "ltl " + property.name);
      continue;
    }
    check_cycles(property, program, settings, context, scripts[i], result);
  }
  result.workers = std::max(states ? workers_for_states(settings, program, context) : 1,
                            cycles.empty() ? 1 : workers_for_cycles(settings, program, context));
  const bool shares = settings.jobs > 1 && !settings.swarm;
  if (!cycles.empty() && shares) tell_workers(program, settings, context, result);
  const std::string unstarted = settings.jobs > 1 ? tell_unstarted(settings.jobs) : "";
  if (!unstarted.empty()) result.notes.push_back(unstarted);
  result.not_judged = std::move(unseen);
  result.properties = asked(settings.properties, program);
  const auto temporal = [](const CycleProperty& property) { return property.kind() == Property::ltl; };
  if (std::any_of(cycles.begin(), cycles.end(), temporal)) result.properties.push_back(Property::ltl);
  if (result.verdict == Verdict::holds && result.properties.empty()) result.verdict = Verdict::explored;
  if (!result.scripts.empty()) result.script_file = result.scripts.front();
  tell_library(program, result);
  result.shallow = how_shallow(result);
  result.known = what_is_known(program, settings, context.team, result);
  return result;
}

}  // namespace

Result check(const load::Program& program, const Settings& settings, const Context& context) {
  if (context.team.alone()) return check_here(program, settings, context);
  Settings own = settings;
  own.jobs = 1;
  if (settings.jobs <= 1) return check_here(program, own, context);
  Result result = share_states(settings.jobs, context, [&](const Context& worker) {
    return [its = check_here(program, own, worker)] { return its; };
  });
  if (const std::string told = tell_crowded(settings.jobs); !told.empty()) result.notes.push_back(told);
  return result;
}

}  // namespace waymark::check
