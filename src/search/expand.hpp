// What breadth-first orders share: taking all transitions of one stored state.
#pragma once

#include "model/path.hpp"
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
  while (!path.exhausted() || path.intermediate()) {
    if (path.exhausted()) {
      path.pop();
      continue;
    }
    if (explorer.step(path, depth) == Arrival::fresh) fresh();
    if (explorer.stopping()) return false;
  }
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

}  // namespace waymark::search
