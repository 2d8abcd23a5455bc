#include "search/cycles/nested.hpp"

#include <utility>

#include "base/check.hpp"
#include "search/descend.hpp"

namespace waymark::search {

Nested::Nested(const Parts& parts) : Nested(parts, std::make_unique<ByNumber>(parts.budget, true)) {}

Nested::Nested(Parts parts, std::unique_ptr<ColourMap> colour_map)
    : path_(parts.model, parts.budget),
      second_(parts.model, parts.budget),
      notes_(parts.budget),
      colour_map_(std::move(colour_map)),
      explorer_(std::move(parts), *this) {}

Outcome Nested::run() {
  explorer_.guard([this] {
    descend(
        explorer_, path_, [this](std::uint64_t number) { enter(number); },
        [this](std::uint64_t number) { meet(number); }, [this] { leave(); });
  });
  return explorer_.finish();
}

void Nested::enter(std::uint64_t number) {
  const model::Facts facts = explorer_.model().facts();
  const Note note{facts.accepting, facts.weak, true, facts.component};
  if (!colour_map_->enter(explorer_.model(), number) || !path_.push(number) || !notes_.push(note)) {
    return explorer_.stop(Why::memory);
  }
  if (path_.width() == 0) return explorer_.dead_end(number, path_.depth());
  if (path_.depth() < explorer_.limits().depth) return;
  explorer_.cut_off(number);
  close(number, false);
}

// A known state is the next one: one on the path closes a cycle.
void Nested::meet(std::uint64_t number) {
  Note& note = notes_.top();
  if (note.weak && !note.accepting) return;  // no cycle through here is accepting
  if (const auto at = colour_map_->cyan(explorer_.model(), number)) {
    note.all_red = false;
    if (note.accepting || explorer_.model().facts().accepting) found_cycle(*at);
    return;
  }
  if (note.weak || !note.all_red || explorer_.model().facts().component != note.component) return;
  note.all_red = colour_map_->red(explorer_.model(), number);
}

void Nested::leave() {
  if (path_.intermediate()) return path_.pop();
  const std::uint64_t number = path_.number();
  const Note note = notes_.top();
  bool red = note.all_red && !note.weak;
  if (!red && note.accepting && !note.weak) {
    path_.restore();
    look_for_cycle(number);
    if (explorer_.stopping()) return;
    red = true;
  }
  explorer_.leave(number, path_.depth());
  close(number, red);
}

void Nested::close(std::uint64_t number, bool red) {
  const std::uint32_t component = notes_.top().component;
  colour_map_->leave(number, red);
  path_.pop();
  notes_.pop();
  if (!red && !notes_.empty() && notes_.top().component == component) notes_.top().all_red = false;
}

void Nested::look_for_cycle(std::uint64_t seed) {
  if (!second_.push(seed)) return explorer_.stop(Why::memory);
  while (!second_.empty() && !explorer_.stopping()) {
    if (second_.exhausted()) {
      second_.pop();
      continue;
    }
    explorer_.tick();
    const model::Step step = second_.step();
    const bool room =
        step == model::Step::intermediate ? second_.push_intermediate() : step != model::Step::moved || arrive_again();
    if (!room) return explorer_.stop(Why::memory);
  }
}

bool Nested::arrive_again() {
  // The path's top is where the second search started.
  if (explorer_.model().facts().component != notes_.top().component) return true;
  const ColourMap::Again again = colour_map_->come_again(explorer_.model(), explorer_.store());
  switch (again.what) {
    case ColourMap::Again::What::cyan:
      found_cycle(again.number);
      return true;
    case ColourMap::Again::What::blue:
      return second_.push(again.number);
    case ColourMap::Again::What::neither:
      return true;
    case ColourMap::Again::What::no_room:
      return false;
  }
  CHECK(false);
}

void Nested::found_cycle(std::uint64_t number) {
  const std::uint64_t further = second_.empty() ? 1 : second_.states();
  explorer_.found_cycle(path_.choices_before(number), path_.depth() + further);
}

void Nested::choices(std::vector<std::uint32_t>& out) {
  path_.choices(out);
  if (second_.empty()) return;
  out.pop_back();  // the second search starts at the top of the path, all of whose choices have been taken
  second_.choices(out);
}

}  // namespace waymark::search
