#include "search/depth_first.hpp"

#include <utility>

namespace waymark::search {

DepthFirst::DepthFirst(Parts parts) : path_(parts.model, parts.budget), explorer_(std::move(parts), *this) {}

Outcome DepthFirst::run() {
  explorer_.start();
  if (!explorer_.stopping()) enter(0);
  while (!path_.empty() && !explorer_.stopping()) {
    if (path_.exhausted()) {
      if (!path_.intermediate()) explorer_.leave(path_.number(), path_.depth());
      path_.pop();
      continue;
    }
    const model::Transition transition = path_.take_next();
    const Arrival arrival = explorer_.take(transition, path_.number(), path_.depth());
    if (explorer_.stopping()) break;
    if (arrival == Arrival::fresh) {
      enter(explorer_.number());
    } else if (arrival == Arrival::intermediate) {
      explorer_.pass(path_);
    }
  }
  return explorer_.finish();
}

void DepthFirst::enter(std::uint64_t number) {
  if (!path_.push(number)) return explorer_.stop(Why::memory);
  if (path_.width() == 0) return explorer_.dead_end(number, path_.depth());
  if (path_.depth() < explorer_.limits().depth) return;
  explorer_.cut_off(number);
  path_.pop();
}

}  // namespace waymark::search
