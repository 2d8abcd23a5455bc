// What breadth-first orders share: taking all transitions of one stored state.
#pragma once

#include "model/path.hpp"
#include "search/ancestry.hpp"
#include "search/explorer.hpp"

namespace waymark::search {

// Takes all transitions of the state in which the model stands; each, with its choices inside an indivisible sequence,
// as a small depth-first search. fresh() is called after each that led to a new state, explorer.number(). False if the
// state was cut off or the search is stopping.
template <typename Fresh>
bool expand_here(Explorer& explorer, model::Path& path, std::uint64_t number, std::uint64_t depth, const Fresh& fresh) {
  if (!path.push(number)) {
    explorer.stop(Why::memory);
    return false;
  }
  if (path.width() == 0) {
    explorer.dead_end(number, depth);
  } else if (depth >= explorer.limits().depth) {
    explorer.cut_off(number);
    path.pop();
    return false;
  }
  const model::Expansion expansion = path.each_step(explorer.limits().chain, [&](model::Step fired, model::Step) {
    if (explorer.stepped(fired, number, depth) == Arrival::fresh) fresh();
    return !explorer.stopping();
  });
  if (!explorer.completed(expansion)) return false;
  path.pop();
  explorer.leave(number, depth);
  return true;
}

// The same for a stored state.
template <typename Fresh>
bool expand_state(Explorer& explorer, model::Path& path, std::uint64_t number, std::uint64_t depth,
                  const Fresh& fresh) {
  explorer.model().unpack(explorer.store().words(number));
  return expand_here(explorer, path, number, depth, fresh);
}

// The same, and the ancestry notes the new states.
inline void expand_state(Explorer& explorer, model::Path& path, Ancestry& ancestry, std::uint64_t number,
                         std::uint64_t depth) {
  const auto fresh = [&] {
    if (!ancestry.child(path)) explorer.stop(Why::memory);
  };
  if (expand_state(explorer, path, number, depth, fresh) && !ancestry.close()) explorer.stop(Why::memory);
}

// Whether no violation has a shorter path than the one that ended a search of levels. A deadlock shows only when its
// state's turn comes, one level after other violations of the same length: so the states of this level whose turn had
// not come, from `first` on, are searched for one, which replaces the longer finding. words(number) gives their words,
// one after the other. False, too, if that was cut short. `exact`: the search takes no state for another.
template <typename Words>
bool found_shortest(Explorer& explorer, bool exact, std::uint64_t first, std::uint64_t last, std::uint64_t depth,
                    const Words& words) {
  const bool nearest = exact && explorer.limits().errors == 1 && explorer.tallies().errors == 1;
  if (!nearest || !explorer.judged().deadlock || explorer.findings().front().length <= depth) return nearest;
  std::vector<model::Transition> enabled;
  for (std::uint64_t number = first; number < last; ++number) {
    explorer.tick();
    if (explorer.late()) return false;
    explorer.model().unpack(words(number));
    explorer.model().enabled(enabled);
    if (!enabled.empty() || explorer.model().facts().proper_end) continue;
    explorer.findings().front() = {model::deadlock(), {}, depth, number};
    return true;
  }
  return true;
}

// Ends a search of levels: findings begin with the way to the states from which they were made.
inline Outcome finish(Explorer& explorer, const Ancestry& ancestry, bool shortest) {
  for (Finding& finding : explorer.findings()) finding.begin_with(ancestry.way(finding.from));
  Outcome outcome = explorer.finish();
  outcome.shortest = shortest;
  return outcome;
}

}  // namespace waymark::search
