#include "search/depth_first.hpp"

#include <utility>

#include "search/descend.hpp"

namespace waymark::search {

DepthFirst::DepthFirst(Parts parts, StateListener* states)
    : path_(parts.model, parts.budget), explorer_(std::move(parts), *this, states) {
  if (explorer_.may_look_ahead()) lookahead_.emplace(explorer_.model(), explorer_.store());
}

Outcome DepthFirst::run() {
  explorer_.guard([&] {
    descend(
        explorer_, path_, [this](std::uint64_t number) { enter(number); }, [](std::uint64_t) {}, [this] { leave(); },
        [this] { return looks_ahead() ? lookahead_->next(path_, explorer_.tallies().transitions) : nullptr; });
  });
  return explorer_.finish();
}

void DepthFirst::leave() {
  if (!path_.intermediate()) explorer_.leave(path_.number(), path_.depth());
  path_.pop();
}

void DepthFirst::enter(std::uint64_t number) {
  if (!path_.push(number)) return explorer_.stop(Why::memory);
  if (path_.width() == 0) return explorer_.dead_end(number, path_.depth());
  if (path_.depth() < explorer_.limits().depth) return;
  explorer_.cut_off(number);
  path_.pop();
}

}  // namespace waymark::search
