#include "cli/estimate.hpp"

#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "cli/assemble.hpp"
#include "report/format.hpp"

namespace waymark::cli {

namespace {

constexpr std::uint64_t most_bytes = 16 << 20;  // of a result; the longest have many statements that were never reached

}  // namespace

report::Coverage describe(const search::Estimate& estimate, const Options& options) {
  report::Coverage coverage;
  coverage.estimate = estimate.coverage;
  coverage.low = estimate.low;
  coverage.high = estimate.high;
  coverage.covered = estimate.covered;
  coverage.sampled = estimate.sampled;
  coverage.arrivals = estimate.arrivals;
  coverage.estimator = options.estimate ? options.estimator : "omissions";  // of an approximate store
  coverage.first = options.first;
  coverage.first_search = options.first_search;
  coverage.together = options.together;
  coverage.most_states = options.states;
  coverage.memory = memory_limit(options);
  coverage.seed = options.seed;
  return coverage;
}

report::Claim take_over(Options& options) {
  const auto refuse = [&](const std::string& why) {
    throw base::InputError(fmt::format("{}: error: {}", options.compare, why));
  };
  const std::optional<report::Claim> claim = report::read_claim(base::read_file(options.compare, most_bytes));
  if (!claim) refuse("this is no result of 'waymark coverage --json' with an estimate");
  const report::Coverage& made = claim->coverage;
  const bool known = (made.estimator == "sample" || made.estimator == "probes") &&
                     (made.first_search == "bfs" || made.first_search == "dfs");
  if (!known || made.first < 10 || made.first > 90 || made.together < 1 || made.together > 1000 ||
      made.most_states.value_or(10) < 10) {
    refuse("its search was made with options that do not exist");
  }
  // States are counted alike everywhere; bytes have to be as many as they were.
  if (!made.most_states && made.memory > memory_limit(options)) {
    refuse(fmt::format("its search was allowed {}; give as much by --memory", report::size(made.memory)));
  }
  options.estimator = made.estimator;
  options.first = static_cast<unsigned>(made.first);
  options.first_search = made.first_search;
  options.together = static_cast<unsigned>(made.together);
  options.states = made.most_states;
  options.seed = made.seed;
  if (!made.most_states) options.memory = made.memory;
  return *claim;
}

void compare(const report::Claim& claim, const Options& options, report::Result& result) {
  if (result.verdict == "violation" || result.verdict == "error") return;
  result.compared = options.compare;
  const auto differ = [&](const std::string& what, const std::string& there, const std::string& here) {
    if (!result.detail.empty() && result.verdict == "rejected") return;
    result.verdict = "rejected";
    result.detail = fmt::format("says {} {}, a second search says {}", what, there, here);
  };
  if (!result.coverage) {
    // Interrupted, or out of time: nothing was said against the first result.
    if (result.verdict == "incomplete" && result.reason != "memory") return;
    return differ("covered", fmt::format("{:.3g} of the states", claim.coverage.estimate), "all");
  }
  const report::Coverage& here = *result.coverage;
  const report::Coverage& there = claim.coverage;
  const auto share = [](double value) { return fmt::format("{}", value); };
  const auto count = [](std::uint64_t value) { return fmt::format("{}", value); };
  result.verdict = "certified";
  if (there.estimate != here.estimate) differ("estimate", share(there.estimate), share(here.estimate));
  if (there.low != here.low) differ("low", share(there.low), share(here.low));
  if (there.high != here.high) differ("high", share(there.high), share(here.high));
  if (there.covered != here.covered) differ("covered", count(there.covered), count(here.covered));
  if (claim.states != result.states) differ("states", count(claim.states), count(result.states));
  if (claim.transitions != result.transitions) {
    differ("transitions", count(claim.transitions), count(result.transitions));
  }
}

}  // namespace waymark::cli
