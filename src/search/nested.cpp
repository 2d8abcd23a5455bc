#include "search/nested.hpp"

#include <utility>

namespace waymark::search {

Nested::Nested(Parts parts)
    : path_(parts.model, parts.budget),
      second_(parts.model, parts.budget),
      notes_(parts.budget),
      colours_(parts.budget),
      explorer_(std::move(parts), *this) {}

Outcome Nested::run() {
  explorer_.start();
  if (!explorer_.stopping()) enter(0);
  while (!path_.empty() && !explorer_.stopping()) {
    if (path_.exhausted()) {
      leave();
      continue;
    }
    const model::Transition transition = path_.take_next();
    const Arrival arrival = explorer_.take(transition, path_.number(), path_.depth());
    if (explorer_.stopping()) break;
    if (arrival == Arrival::fresh) {
      enter(explorer_.number());
    } else if (arrival == Arrival::known) {
      meet(explorer_.number());
    } else if (arrival == Arrival::passing) {
      explorer_.pass(path_);
    }
  }
  return explorer_.finish();
}

void Nested::enter(std::uint64_t number) {
  if (!path_.push(number) || !notes_.push({explorer_.model().facts().accepting, true})) {
    return explorer_.stop(Why::memory);
  }
  paint(number, Colour::cyan);
  if (path_.width() == 0) return explorer_.dead_end(number, path_.depth());
  if (path_.depth() < explorer_.limits().depth) return;
  explorer_.cut_off(number);
  paint(number, Colour::white);
  path_.pop();
  notes_.pop();
  if (!notes_.empty()) notes_.top().all_red = false;
}

// A known state is the next one: one on the path closes a cycle.
void Nested::meet(std::uint64_t number) {
  const Colour colour = colours_.of(number);
  if (colour != Colour::red) notes_.top().all_red = false;
  if (colour != Colour::cyan) return;
  if (notes_.top().accepting || explorer_.model().facts().accepting) found_cycle(number);
}

void Nested::leave() {
  if (path_.passing()) return path_.pop();
  const std::uint64_t number = path_.number();
  const Note note = notes_.top();
  Colour colour = note.all_red ? Colour::red : Colour::blue;
  if (!note.all_red && note.accepting) {
    path_.restore();
    look_for_cycle(number);
    if (explorer_.stopping()) return;
    colour = Colour::red;
  }
  paint(number, colour);
  explorer_.leave(number, path_.depth());
  path_.pop();
  notes_.pop();
  if (!notes_.empty() && colour != Colour::red) notes_.top().all_red = false;
}

void Nested::look_for_cycle(std::uint64_t seed) {
  if (!second_.push(seed)) return explorer_.stop(Why::memory);
  while (!second_.empty() && !explorer_.stopping()) {
    if (second_.exhausted()) {
      second_.pop();
      continue;
    }
    explorer_.tick();
    model::Step step = explorer_.model().fire(second_.take_next());
    if (step == model::Step::failed) step = explorer_.model().violation().after;
    const bool room =
        step == model::Step::passing ? second_.push_passing() : step != model::Step::moved || arrive_again();
    if (!room) return explorer_.stop(Why::memory);
  }
}

// Where the second search comes to, the first has been, unless a limit kept it out.
bool Nested::arrive_again() {
  const store::Found found = explorer_.store().insert(explorer_.model().pack());
  if (found.seen == store::Seen::no_room) return false;
  const Colour colour = colours_.of(found.number);
  if (colour == Colour::cyan) found_cycle(found.number);
  if (colour != Colour::blue) return true;
  paint(found.number, Colour::red);
  return second_.push(found.number);
}

void Nested::found_cycle(std::uint64_t number) {
  const std::uint64_t further = second_.empty() ? 1 : second_.states();
  explorer_.found_cycle(path_.choices_before(number), path_.depth() + further);
}

void Nested::choices(std::vector<std::uint32_t>& out) const {
  path_.choices(out);
  if (second_.empty()) return;
  out.pop_back();  // the second search starts at the top of the path, all of whose choices have been taken
  second_.choices(out);
}

void Nested::paint(std::uint64_t number, Colour colour) {
  if (!colours_.paint(number, colour)) explorer_.stop(Why::memory);
}

}  // namespace waymark::search
