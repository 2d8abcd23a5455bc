#include "search/depth_first.hpp"

#include <utility>

#include "search/descend.hpp"

namespace waymark::search {

DepthFirst::DepthFirst(Parts parts) : path_(parts.model, parts.budget), explorer_(std::move(parts), *this) {}

Outcome DepthFirst::run() {
  const auto leave = [this] {
    if (!path_.intermediate()) explorer_.leave(path_.number(), path_.depth());
    path_.pop();
  };
  explorer_.guard([&] {
    descend(
        explorer_, path_, [this](std::uint64_t number) { enter(number); }, [](std::uint64_t) {}, leave);
  });
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
