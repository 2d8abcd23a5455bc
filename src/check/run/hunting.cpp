#include "check/run/hunting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/quantities.hpp"
#include "check/run/states.hpp"
#include "search/hunt/minimise.hpp"

namespace waymark::check {

namespace {

constexpr std::uint64_t most_steps_to_minimise = 1'000'000;

// Of n actors and k points at which several could move, a run by priorities with d - 1 change points meets a fault of
// depth d with a probability of 1 / (n k^(d-1)) at least.
std::vector<double> bounds(const search::HuntRuns& runs) {
  std::vector<double> found;
  for (std::size_t points = 0; points < runs.by_points.size(); ++points) {
    // A run of one actor, or without a choice, is one of one way.
    const double actors = static_cast<double>(std::max<std::uint64_t>(runs.actors, 1));
    const double each = 1 / (actors * std::pow(std::max<std::uint64_t>(runs.decisions, 1), points));
    const double all = static_cast<double>(runs.by_points[points]);
    found.push_back(all == 0 ? 0 : -std::expm1(all * std::log1p(-each)));
  }
  return found;
}

void tell_runs(const Hunted& hunted, Result& result) {
  const search::HuntRuns& runs = hunted.runs;
  result.notes.push_back(fmt::format("{} met about {}; a run has up to {} where one of up to {} is chosen to move.",
                                     base::counted(runs.runs, "run"), base::counted(result.states, "different state"),
                                     base::counted(runs.decisions, "point"), base::counted(runs.actors, "actor")));
  if (result.verdict == Verdict::violation) return;
  std::vector<std::string> shares;
  for (std::size_t points = 0; points < 3; ++points) {
    shares.push_back(fmt::format("{:.3g} %", 100 * hunted.found_at_least[points]));
  }
  result.notes.push_back(fmt::format(
      "By the bound of PCT, a fault of depth 1, 2, 3 would have been found with a probability of at least {}.",
      fmt::join(shares, ", ")));
}

// The first violation, with as few preemptions and as few steps as can be found.
void shorten(const load::Program& program, const Properties& properties, const base::Stop* stop, Result& result) {
  const std::unique_ptr<model::Model> model = program.make();
  model->set_stop(stop);
  const search::Judged judging = judged(properties, *model);
  Found& found = result.found.front();
  std::optional<search::Minimised> made;
  try {
    made = search::minimise(*model, judging, found.choices, most_steps_to_minimise);
  } catch (const base::Stopped&) {
    result.notes.emplace_back("Interrupted before the violation was made short.");
  }
  if (!made) return;
  found = {made->best.violation, made->best.choices, made->best.steps};
  Hunted& hunted = *result.hunted;
  hunted.preemptions = made->best.preemptions;
  hunted.preemptions_at_first = made->first.preemptions;
  hunted.steps_at_first = made->first.steps;
  result.notes.push_back(fmt::format(
      "It takes {} here; as it was found, {} with {}.", base::counted(*hunted.preemptions, "preemption"),
      base::counted(hunted.steps_at_first, "step"), base::counted(*hunted.preemptions_at_first, "preemption")));
}

}  // namespace

Result check_by_hunting(const load::Program& program, const Settings& settings, const Context& context) {
  Result result = search_states(program, settings, context);
  if (!result.hunted) return result;  // nothing was run
  result.hunted->found_at_least = bounds(result.hunted->runs);
  tell_runs(*result.hunted, result);
  if (!result.found.empty()) shorten(program, settings.properties, context.stop, result);
  return result;
}

}  // namespace waymark::check
