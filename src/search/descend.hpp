// What depth-first orders share: the walk itself.
#pragma once

#include "model/path.hpp"
#include "search/explorer.hpp"

namespace waymark::search {

// Goes through all states, each as soon as it is met. enter(number) is called where a new state was met and is to put
// it on the path; meet(number) where a known one was; leave() when all transitions of the path's top node have been
// taken, and is to take it off. prefetched() is where the next transition leads, or nullptr.
template <typename Enter, typename Meet, typename Leave, typename Foresight>
void descend(Explorer& explorer, model::Path& path, const Enter& enter, const Meet& meet, const Leave& leave,
             const Foresight& prefetched) {
  explorer.start();
  if (!explorer.stopping()) enter(0);
  while (!path.empty() && !explorer.stopping()) {
    if (path.exhausted()) {
      leave();
      continue;
    }
    const Prefetched* const next = prefetched();
    const Arrival arrival =
        next != nullptr ? explorer.step_prefetched(path, path.depth(), *next) : explorer.step(path, path.depth());
    if (explorer.stopping()) return;
    if (arrival == Arrival::fresh) {
      enter(explorer.number());
    } else if (arrival == Arrival::known) {
      meet(explorer.number());
    }
  }
}

// The same where nothing is prefetched.
template <typename Enter, typename Meet, typename Leave>
void descend(Explorer& explorer, model::Path& path, const Enter& enter, const Meet& meet, const Leave& leave) {
  descend(explorer, path, enter, meet, leave, [] { return static_cast<const Prefetched*>(nullptr); });
}

}  // namespace waymark::search
