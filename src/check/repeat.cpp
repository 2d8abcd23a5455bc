#include "check/repeat.hpp"

#include <fmt/format.h>

#include "base/quantities.hpp"

namespace waymark::check {

std::string take_over(const EarlierEstimate& earlier, std::uint64_t memory, Settings& settings) {
  const Coverage& made = earlier.coverage;
  if (made.estimator == Estimator::digest) return "its script shows the sample; certify that";
  const bool known = made.estimator != Estimator::omissions;
  if (!known || made.first < 10 || made.first > 90 || made.together < 1 || made.together > 1000 ||
      made.most_states.value_or(10) < 10) {
    return "its search was made with options that do not exist";
  }
  // States are counted alike everywhere; bytes have to be as many as they were.
  if (!made.most_states && made.memory > memory) {
    return fmt::format("its search was allowed {}; give as much by --memory", base::size(made.memory));
  }
  settings.estimate.estimator = made.estimator;
  settings.estimate.first = static_cast<unsigned>(made.first);
  settings.estimate.first_search = made.first_search;
  settings.estimate.together = static_cast<unsigned>(made.together);
  settings.limits.states = made.most_states;
  settings.seed = made.seed;
  if (!made.most_states) settings.limits.memory = made.memory;
  return "";
}

void compare(const EarlierEstimate& earlier, const std::string& file, Result& result) {
  if (result.verdict == Verdict::violation || result.verdict == Verdict::error) return;
  result.compared = file;
  // The first difference is reported.
  const auto differ = [&](const std::string& what, const std::string& there, const std::string& here) {
    if (result.verdict == Verdict::rejected) return;
    result.verdict = Verdict::rejected;
    result.detail = fmt::format("says {} {}, a second search says {}", what, there, here);
  };
  if (!result.coverage) {
    // Interrupted, or out of time: nothing was said against the first result.
    if (result.verdict == Verdict::incomplete && result.why != search::Why::memory) return;
    return differ("covered", fmt::format("{:.3g} of the states", earlier.coverage.estimate), "all");
  }
  const Coverage& here = *result.coverage;
  const Coverage& there = earlier.coverage;
  const auto agree = [&](const std::string& what, auto said, auto found) {
    if (said != found) differ(what, fmt::format("{}", said), fmt::format("{}", found));
  };
  result.verdict = Verdict::certified;
  agree("estimate", there.estimate, here.estimate);
  agree("low", there.low, here.low);
  agree("high", there.high, here.high);
  agree("covered", there.covered, here.covered);
  agree("states", earlier.states, result.states);
  agree("transitions", earlier.transitions, result.transitions);
}

}  // namespace waymark::check
