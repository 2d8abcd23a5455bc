#include "search/cycles/nested.hpp"

#include <utility>

#include "base/check.hpp"
#include "search/descend.hpp"

namespace waymark::search {

Nested::Nested(const Parts& parts) : Nested(parts, std::make_unique<ByNumber>(parts.budget, true)) {}

Nested::Nested(Parts parts, std::unique_ptr<ColourMap> colour_map)
    : paths_(parts.model, parts.budget), colour_map_(std::move(colour_map)), explorer_(std::move(parts), *this) {}

Outcome Nested::run() {
  explorer_.guard([this] {
    descend(
        explorer_, paths_.first(), [this](std::uint64_t number) { enter(number); },
        [this](std::uint64_t number) { meet(number); }, [this] { leave(); });
  });
  return explorer_.finish();
}

void Nested::enter(std::uint64_t number) {
  if (!colour_map_->enter(explorer_.model(), number) || !paths_.enter(explorer_.model(), number)) {
    return explorer_.stop(Why::memory);
  }
  const std::uint64_t depth = paths_.first().depth();
  if (paths_.first().width() == 0) return explorer_.dead_end(number, depth);
  if (depth < explorer_.limits().depth) return;
  explorer_.cut_off(number);
  close(number, false);
}

void Nested::meet(std::uint64_t number) {
  paths_.meet(
      explorer_, [&] { return colour_map_->cyan(explorer_.model(), number); },
      [&] { return colour_map_->red(explorer_.model(), number); });
}

void Nested::leave() {
  model::Path& path = paths_.first();
  if (path.intermediate()) return path.pop();
  const std::uint64_t number = path.number();
  const NestedPaths::Note note = paths_.note();
  bool red = note.all_red && !note.weak;
  if (!red && note.accepting && !note.weak) {
    path.restore();
    if (!paths_.push(number)) return explorer_.stop(Why::memory);
    paths_.search_again(
        explorer_, [this] { return !explorer_.stopping(); }, [this](const model::Facts&) { return arrive_again(); });
    if (explorer_.stopping()) return;
    red = true;
  }
  explorer_.leave(number, path.depth());
  close(number, red);
}

void Nested::close(std::uint64_t number, bool red) {
  colour_map_->leave(number, red);
  paths_.leave(red);
}

bool Nested::arrive_again() {
  const ColourMap::Again again = colour_map_->come_again(explorer_.model(), explorer_.store());
  switch (again.what) {
    case ColourMap::Again::What::cyan:
      paths_.found_cycle(explorer_, again.number);
      return true;
    case ColourMap::Again::What::blue:
      return paths_.push(again.number);
    case ColourMap::Again::What::neither:
      return true;
    case ColourMap::Again::What::no_room:
      return false;
  }
  CHECK(false);
}

}  // namespace waymark::search
