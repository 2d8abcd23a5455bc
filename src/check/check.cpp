#include "check/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/diagnostics.hpp"
#include "check/assemble.hpp"
#include "check/cycle_script.hpp"
#include "check/liveness.hpp"
#include "check/states.hpp"
#include "check/workers.hpp"
#include "cluster/transport/join.hpp"

namespace waymark::check {

namespace {

// Ranks refuse alike, and one of them tells.
[[noreturn]] void refuse_unfit(const std::string& why, const Context& context, const std::string& of = "waymark") {
  const std::string told = fmt::format("{}: error: {}", of, why);
  if (context.transport != nullptr) throw cluster::Agreed(told);
  throw base::InputError(told);
}

// What ranks cannot do that look for cycles.
void refuse_unfit_ranks(const Settings& settings, const Context& context) {
  if (settings.shortest) {
    refuse_unfit("--shortest compares all cycles, which --cluster does not; use one process, or leave it out", context);
  }
  const ClusterSettings& asked = settings.cluster;
  if (asked.partition != model::PartitionKey::whole || asked.mapping != Mapping::fixed || asked.unordered ||
      asked.ask_first || asked.by_parts) {
    refuse_unfit(
        "--partition, --mapping, --ask-first, --by-parts and --unordered are for searches of states, and here cycles "
        "are looked for; leave them out, or add --ltl none",
        context);
  }
}

// Whether there are cycles to be looked for is known only when the program is.
void refuse_unfit(const std::vector<CycleProperty>& cycles, const Settings& settings, const load::Program& program,
                  const Context& context) {
  if (cycles.empty() && settings.properties.fair) {
    refuse_unfit(
        "--fair is about cycles, and none are looked for; leave it out, or ask by --ltl or --property acceptance or "
        "progress",
        context);
  }
  if (cycles.empty()) return;
  if (context.transport != nullptr) refuse_unfit_ranks(settings, context);
  if (settings.store == StoreKind::automatic && settings.shortest) {
    refuse_unfit(
        "--shortest compares all cycles, and --store auto may not keep all states; use exact, collapse or tree",
        context);
  }
  if (settings.store == StoreKind::cache) {
    refuse_unfit(
        "--store cache forgets states, so cycles cannot be looked for; use exact, collapse or tree, or --ltl none",
        context);
  }
  const bool checkpoints = !settings.checkpoint.empty() || !settings.resume.empty();
  if (checkpoints && context.transport == nullptr) {
    refuse_unfit(
        "--checkpoint and --resume are for searches of states, and here one process looks for cycles; leave them out, "
        "add --ltl none, or use mpirun and --cluster",
        context);
  }
  if (checkpoints && (cycles.size() > 1 || settings.properties.ask_about_states())) {
    refuse_unfit(
        "--checkpoint and --resume are of one search, and here there is more than one; ask about one at a time: --ltl "
        "none, or --property none --ltl NAME",
        context);
  }
  if (settings.store == StoreKind::disk) {
    refuse_unfit(
        "--store disk is for searches of states, and here cycles are looked for; use exact, collapse or tree, or add "
        "--ltl none",
        context);
  }
  const auto by_formula = [](const CycleProperty& property) { return property.formula() != nullptr; };
  if (program.has_claim && std::any_of(cycles.begin(), cycles.end(), by_formula)) {
    refuse_unfit(
        "the program has a never claim, and a formula would be a second one; leave one of them out (--ltl none)",
        context, program.path);
  }
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
  } else if (jobs < settings.jobs) {
    result.notes.push_back(fmt::format("By {} workers: a parallel search for cycles has at most so many.", jobs));
  }
  if (why.empty() && !settings.script.empty()) {
    result.notes.emplace_back("By one worker: scripts of cycles, for which states are ranked.");
  }
}

Result check_here(const load::Program& program, const Settings& settings, const Context& context) {
  std::vector<CycleProperty> cycles;
  if (settings.order() != Order::random) cycles = cycle_properties(settings.properties, program);
  refuse_unfit(cycles, settings, program, context);
  Result result;
  result.program = program.path;
  result.view = program.view;
  result.inputs = program.inputs;
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
    if (result.verdict != Verdict::holds && result.why != search::Why::omissions) {
      result.notes.push_back(fmt::format("Not looked at: {}.", property.asked.text()));
      unseen.push_back(property.name.empty() ? property.asked.text() : "ltl " + property.name);
      continue;
    }
    check_cycles(property, program, settings, context, scripts[i], result);
  }
  const bool shares = settings.jobs > 1 && !settings.swarm && context.transport == nullptr;
  if (!cycles.empty() && shares) tell_workers(program, settings, context, result);
  result.not_judged = std::move(unseen);
  result.properties = asked(settings.properties, program);
  const auto temporal = [](const CycleProperty& property) { return property.kind() == Property::ltl; };
  if (std::any_of(cycles.begin(), cycles.end(), temporal)) result.properties.push_back(Property::ltl);
  if (!result.scripts.empty()) result.script_file = result.scripts.front();
  tell_library(program, result);
  return result;
}

}  // namespace

Result check(const load::Program& program, const Settings& settings, const Context& context) {
  if (context.transport == nullptr || settings.jobs <= 1) return check_here(program, settings, context);
  Result result;
  share_states(settings.jobs, context, [&](const Context& worker) {
    Result its = check_here(program, settings, worker);
    if (worker.transport->rank() == context.transport->rank() * settings.jobs) result = std::move(its);
  });
  if (const std::string told = tell_crowded(settings.jobs); !told.empty()) result.notes.push_back(told);
  return result;
}

}  // namespace waymark::check
