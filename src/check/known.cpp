#include "check/known.hpp"

#include <fmt/format.h>

#include "base/processors.hpp"
#include "check/assemble.hpp"
#include "load/preemptions.hpp"

namespace waymark::check {

namespace {

bool keeps_all(StoreKind store) {
  return store == StoreKind::exact || store == StoreKind::collapse || store == StoreKind::tree;
}

// A breadth-first search has explored all states of the levels before the last two, of which it met the last.
std::optional<std::uint64_t> levels_explored(const Settings& settings, const Result& result) {
  if (result.search != Strategy::bfs || !result.store || !keeps_all(*result.store)) return std::nullopt;
  if (result.why == search::Why::depth) return settings.limits.depth;
  if (result.depth < 2) return std::nullopt;
  return result.depth - 1;
}

bool ran_short(const Result& result) { return result.why == search::Why::time || result.why == search::Why::memory; }

// The first are those that bring most.
std::vector<Advice> advice(const load::Program& program, const Settings& settings, const Context& context,
                           const Result& result) {
  std::vector<Advice> all;
  const auto say = [&all](bool fits, std::string option, std::string why) {
    if (fits) all.push_back({std::move(option), std::move(why)});
  };
  const bool explores = !settings.hunt && !settings.preemptions && context.transport == nullptr && !settings.swarm;
  load::Program marked = program;
  const bool preempts = load::mark_preemptions(marked).empty() && result.counts_statements;
  say(explores && settings.reduction == Reduction::off && !settings.shortest, "without --por off",
      "orders of steps that make no difference are left out");
  const bool memory = result.why == search::Why::memory && explores && !settings.limits.states;
  say(memory && settings.store == StoreKind::exact, "--store tree", "keeps all states in less memory");
  const bool states_only = program.formulas.empty() && settings.checkpoint.empty() && settings.resume.empty();
  say(memory && settings.store == StoreKind::tree && states_only, "--store disk",
      "keeps fingerprints of states in files");
  const bool alone = settings.jobs == 1 || (settings.jobs == 0 && workers_for_states(settings, program, context) == 1);
  say(result.why == search::Why::time && explores && alone && base::processors() > 1 &&
          why_one_worker(settings, program, context).empty(),
      fmt::format("--jobs {}", base::processors()), "uses all processors");
  say(explores && result.counts_statements && ran_short(result), "--hunt",
      "looks for an error in runs that it samples");
  say(explores && preempts && ran_short(result), "--preemptions 1",
      "explores every run with at most one preemption, and says so");
  say(explores && !settings.estimate.wanted && !result.coverage && ran_short(result), "waymark coverage",
      "estimates which share of the states was covered, with an interval");
  say(settings.hunt && result.why == search::Why::time, "--time", "more runs");
  return all;
}

}  // namespace

std::optional<Known> what_is_known(const load::Program& program, const Settings& settings, const Context& context,
                                   const Result& result) {
  if (result.verdict != Verdict::incomplete || !result.search) return std::nullopt;
  return Known{levels_explored(settings, result), advice(program, settings, context, result)};
}

}  // namespace waymark::check
