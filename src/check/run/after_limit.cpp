#include "check/run/after_limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <set>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/quantities.hpp"
#include "base/watch.hpp"
#include "check/run/check.hpp"
#include "check/say/known.hpp"
#include "model/preemptions.hpp"

namespace waymark::check {

namespace {

using GoingClock = std::chrono::steady_clock;

double since(GoingClock::time_point began) { return std::chrono::duration<double>(GoingClock::now() - began).count(); }

bool limited(const Result& result) {
  const bool full = result.why == search::Why::time || result.why == search::Why::memory;
  return result.verdict == Verdict::incomplete && full && result.errors == 0;
}

// The searches after the first, and what is known by them.
class Further {
 public:
  Further(const load::Program& program, const Settings& settings, const Context& context, const AfterLimit& after)
      : program_(program), settings_(settings), context_(context), after_(after) {}

  // Within so many seconds.
  void search(Result& first, double seconds) {
    began_ = GoingClock::now();
    seconds_ = seconds;
    if (after_.preemptions) by_preemptions(first, after_.coverage ? seconds / 2 : seconds);
    if (after_.coverage && !decided_) by_sample(first);
    if (decided_) return take_over(first);
    first.known = what_is_known(program_, settings_, context_.team, first);
    if (!first.known) return;
    first.known->preemptions = preemptions_;
    first.known->share = share_;
    if (presumed_less_) first.known->levels.reset();
  }

 private:
  [[nodiscard]] double left() const { return seconds_ - since(began_); }

  // One search; nothing if it could not be made.
  [[nodiscard]] std::optional<Result> run(Settings settings, double seconds) {
    if (seconds <= 0 || context_.stop->reached()) return std::nullopt;
    settings.search.reset();
    settings.shortest = false;
    settings.script.clear();
    settings.jobs.choose(1);
    base::Stop stop = base::Stop::part_of(context_.stop);
    try {
      const base::Watch watch(stop, {seconds, std::nullopt, nullptr});
      return check(program_, settings, {.budget = context_.budget, .stop = &stop, .progress = after_.progress});
    } catch (const base::Stopped&) {
    } catch (const base::InputError&) {  // too little memory for a store
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
    return std::nullopt;
  }

  void by_preemptions(Result& first, double seconds) {
    Settings settings = settings_;
    settings.preemptions = model::FewPreemptions::most;
    settings.reduction = Reduction::off;
    std::optional<Result> made = run(std::move(settings), seconds);
    if (!made) return;
    if (decides(*made)) return decide(std::move(*made), "in the order of preemptions");
    note_seen(*made, first);
    if (!made->preemptions) return;
    const std::uint64_t most = made->preemptions->most;
    if (made->why == search::Why::preemptions) {
      preemptions_ = most;
    } else if (most > 0) {
      preemptions_ = most - 1;  // the last wave did not end
    }
  }

  // With growing samples while there is time. The time alone says which is the last, and that one counts, however it
  // came out.
  void by_sample(Result& first) {
    constexpr double safety = 1.5;
    constexpr double most_growth = 64;  // a short search says little of how long a large one takes
    constexpr double least_growth = 2;
    constexpr double shortest = 1e-4;
    const std::string presumed = program_.front_end->invalidated();
    const std::uint64_t largest = first.states * 4;  // what the memory has room for may be less
    std::uint64_t states = std::min<std::uint64_t>(1000, largest);
    while (states >= 10) {
      const double before = left();
      std::optional<Result> made = with_room_for(states, first.reduced);
      if (!made) break;
      if (decides(*made)) return decide(std::move(*made), "in a sample of the states");
      note_seen(*made, first);
      if (!made->coverage || made->reduced != first.reduced) break;
      share_ = share_of(first.states, *made->coverage);
      const double took = std::max(before - left(), shortest);
      const double growth = std::min(left() / (safety * took), most_growth);
      if (states == largest || growth < least_growth) break;
      states = std::min(static_cast<std::uint64_t>(static_cast<double>(states) * growth), largest);
    }
    // What counts is the graph of the first search.
    presumed_less_ = program_.front_end->invalidated() != presumed;
    if (presumed_less_) share_.reset();
  }

  [[nodiscard]] std::optional<Result> with_room_for(std::uint64_t states, bool reduced) {
    Settings settings = settings_;
    if (!reduced) settings.reduction = Reduction::off;
    settings.estimate.wanted = true;
    settings.limits.states = states;
    return run(std::move(settings), left());
  }

  [[nodiscard]] static bool decides(const Result& result) {
    return result.verdict == Verdict::violation || result.verdict == Verdict::holds;
  }
  void decide(Result result, std::string_view how) {
    decided_ = std::move(result);
    how_ = how;
  }

  // The first result becomes that of the search which decides.
  void take_over(Result& first) {
    Result result = std::move(*decided_);
    result.notes.insert(result.notes.begin(),
                        fmt::format("Found by a further search, {}. The first one ended with {}: {}.", how_,
                                    base::counted(first.states, "state"), first.detail));
    result.seconds = first.seconds + since(began_);
    result.script_file = std::move(first.script_file);
    result.scripts = std::move(first.scripts);
    result.script_in_part = first.script_in_part;
    result.faults.insert(result.faults.begin(), first.faults.begin(), first.faults.end());
    first = std::move(result);
  }

  // What a further search has executed or met was executed.
  static void note_seen(const Result& further, Result& first) {
    const auto key = [](const model::Action& action) { return std::tie(action.actor, action.text, action.location); };
    std::set<std::tuple<std::string, std::string, std::string>> unreached;
    for (const model::Action& action : further.unreached) unreached.insert(key(action));
    if (further.search) {
      std::erase_if(first.unreached, [&](const model::Action& action) { return !unreached.contains(key(action)); });
    }
    if (first.observed && further.observed) first.observed->add(*further.observed);
  }

  const load::Program& program_;
  const Settings& settings_;
  const Context& context_;
  const AfterLimit& after_;
  GoingClock::time_point began_;
  double seconds_ = 0;
  std::optional<std::uint64_t> preemptions_;
  std::optional<Share> share_;
  bool presumed_less_ = false;  // the reduction has learnt that it left out too much
  std::optional<Result> decided_;
  std::string how_;
};

}  // namespace

double seconds_of_first(double limit, double passed) {
  constexpr double share = 0.8;
  const double rest = std::max(limit - passed, 0.0);
  return std::max(share * limit - passed, rest / 2);
}

double seconds_after_memory(double first, std::optional<double> left) {
  constexpr double least = 4;  // small searches end by memory, however busy the machine is
  const double most = std::max(first / 4, least);
  return left ? std::min(most, std::max(*left, 0.0)) : most;
}

std::optional<Share> share_of(std::uint64_t states, const Coverage& estimate) {
  if (estimate.covered == 0 || estimate.high <= 0) return std::nullopt;
  const double times = static_cast<double>(states) / static_cast<double>(estimate.covered);
  Share share{estimate.coverage * times, estimate.low * times, estimate.high * times};
  if (share.low >= 1 || (share.low < Share::least_shown && share.high >= 1)) return std::nullopt;
  share.high = std::min(share.high, 1.0);
  share.estimate = std::clamp(share.estimate, share.low, share.high);
  return share;
}

Result search_and_go_on(const std::function<Result(const Context&)>& first, const load::Program& program,
                        const Settings& settings, const Context& context, const AfterLimit& after) {
  const std::optional<double> limit = settings.limits.seconds;
  const auto begins = GoingClock::now();
  base::Stop stop = base::Stop::part_of(context.stop);
  Result result;
  {
    std::optional<base::Watch> watch;
    try {
      if (limit) watch.emplace(stop, base::Watch::Limits{seconds_of_first(*limit, since(after.began)), {}, nullptr});
    } catch (const std::system_error&) {  // no thread may be started: the first search has all the time
    }
    Context own = context;
    own.stop = &stop;
    result = first(own);
  }
  if (!limited(result) || context.stop->reached()) return result;
  std::optional<double> left;
  if (limit) left = *limit - since(after.began);
  const bool full = result.why == search::Why::memory;
  Further(program, settings, context, after)
      .search(result, full ? seconds_after_memory(since(begins), left) : left.value_or(0));
  return result;
}

}  // namespace waymark::check
