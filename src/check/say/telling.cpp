#include "check/say/telling.hpp"

#include <fmt/format.h>

#include "base/check.hpp"
#include "base/quantities.hpp"
#include "load/derive.hpp"

namespace waymark::check {

namespace {

std::string explain_cache(const SearchSettings& settings, const base::Budget& budget) {
  const bool stack = settings.order() == Order::dfs;
  const std::string which = stack ? "the states on the stack" : "the open states and their ancestors";
  if (!settings.cache_states) return fmt::format("{} do not fit into {}", which, base::size(budget.limit()));
  return fmt::format("{} do not fit into a cache of {}", which, base::counted(*settings.cache_states, "state"));
}

}  // namespace

void enter(const search::Outcome& outcome, const Settings& settings, const base::Budget& budget, Result& result) {
  result.verdict = verdict_of(outcome);
  result.why = outcome.why;
  result.complete = outcome.why == search::Why::finished;
  result.detail = explain(outcome, settings, budget);
  result.states = outcome.tallies.states;
  result.explored = outcome.tallies.explored;
  result.transitions = outcome.tallies.transitions;
  result.depth = outcome.tallies.depth;
  result.errors = outcome.tallies.errors;
  result.seconds = outcome.tallies.seconds;
}

void enter_ranks(const std::vector<cluster::RankStatistics>& shares, const Team& team, Result& result) {
  if (shares.empty()) return;
  result.store_bytes = 0;
  for (const cluster::RankStatistics& share : shares) result.store_bytes += share.store_bytes;
  if (!team.of_cluster()) return;
  result.ranks = cluster::by_process(shares, team.in_a_process());
  result.memory_bytes = 0;
  for (const cluster::RankStatistics& process : result.ranks) result.memory_bytes += process.bytes;
}

Coverage describe(const search::Estimate& estimate, const Settings& settings, const base::Budget& budget) {
  const Estimator estimator = settings.estimate.wanted ? Estimator::sample : Estimator::omissions;
  return {estimate, estimator, settings.estimate.first, settings.limits.states, budget.limit(), settings.seed};
}

std::string explain(const search::Outcome& outcome, const Settings& settings, const base::Budget& budget) {
  switch (outcome.why) {
    case search::Why::finished:
    case search::Why::errors:
      return "";
    case search::Why::time:
      return fmt::format("the time of {} is over", base::duration(settings.limits.seconds.value_or(0)));
    case search::Why::memory:
      if (settings.store == StoreKind::cache) return explain_cache(settings, budget);
      if (settings.limits.states) {
        return fmt::format("there are more than {}", base::counted(*settings.limits.states, "state"));
      }
      return fmt::format("the memory of {} is used up", base::size(budget.limit()));
    case search::Why::depth:
      return fmt::format("nothing was explored beyond --depth {}", settings.limits.depth.value_or(0));
    case search::Why::preemptions:
      return fmt::format("every behaviour {} was explored, and no other",
                         load::with_at_most(settings.preemptions.value_or(0)));
    case search::Why::interrupted:
      return "interrupted";
    case search::Why::endless:
      return "an indivisible sequence does not end";
    case search::Why::sampled:
      return "a hunt sees only some of the runs";
    case search::Why::revisits:
      return "--store cache is too small, and explores states again and again; --store tree forgets none";
    case search::Why::omissions:
      return fmt::format("--store {} may have missed states", base::name(settings.store.value));
    case search::Why::unsupported:
      return fmt::format("{}: not supported: {}", outcome.unsupported.location, outcome.unsupported.detail);
  }
  CHECK(false);
}

std::string tell_runs(const search::SwarmRuns& runs, unsigned asked, const search::Outcome& outcome) {
  return fmt::format("{} of {}, which met {} to {} states; all together they met {}{}.", runs.begun,
                     base::counted(asked, "run"), base::grouped(runs.fewest), base::grouped(runs.most),
                     outcome.estimate && outcome.estimate->sampled < 1 ? "some " : "",
                     base::counted(outcome.tallies.states, "state"));
}

}  // namespace waymark::check
