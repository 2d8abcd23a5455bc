#include "search/breadth_first.hpp"

#include <utility>

#include "search/expand.hpp"

namespace waymark::search {

BreadthFirst::BreadthFirst(Parts parts)
    : path_(parts.model, parts.budget), ancestry_(parts.budget), explorer_(std::move(parts), *this) {}

Outcome BreadthFirst::run() {
  bool shortest = false;
  explorer_.guard([&] { shortest = explore(); });
  explorer_.conclude();
  for (Finding& finding : explorer_.findings()) finding.begin_with(ancestry_.way(finding.from));
  Outcome outcome = explorer_.finish();
  outcome.shortest = shortest;
  return outcome;
}

bool BreadthFirst::explore() {
  explorer_.start();
  std::uint64_t number = 0;
  std::uint64_t depth = 0;
  std::uint64_t level_end = explorer_.tallies().states;
  for (; number < explorer_.tallies().states && !explorer_.stopping(); ++number) {
    if (number == level_end) {
      ++depth;
      level_end = explorer_.tallies().states;
    }
    expand(number, depth);
  }
  const bool nearest = explorer_.limits().errors == 1 && explorer_.tallies().errors == 1 &&
                       explorer_.store().promise() == store::Promise::exact;
  if (!nearest || explorer_.findings().front().length <= depth) return nearest;
  return prefer_deadlock(number, level_end, depth);
}

void BreadthFirst::expand(std::uint64_t number, std::uint64_t depth) {
  const auto fresh = [this] {
    if (!ancestry_.child(path_)) explorer_.stop(Why::memory);
  };
  if (expand_state(explorer_, path_, number, depth, fresh) && !ancestry_.close()) explorer_.stop(Why::memory);
}

bool BreadthFirst::prefer_deadlock(std::uint64_t first, std::uint64_t last, std::uint64_t depth) {
  if (!explorer_.judged().deadlock) return true;
  std::vector<model::Transition> enabled;
  for (std::uint64_t number = first; number < last; ++number) {
    explorer_.tick();
    if (explorer_.late()) return false;
    explorer_.model().unpack(explorer_.store().words(number));
    explorer_.model().enabled(enabled);
    if (!enabled.empty() || explorer_.model().facts().proper_end) continue;
    explorer_.findings().front() = {Explorer::deadlock(), {}, depth, number};
    return true;
  }
  return true;
}

}  // namespace waymark::search
