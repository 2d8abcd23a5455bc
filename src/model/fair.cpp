#include "model/fair.hpp"

namespace waymark::model {

Facts Fair::facts() {
  Facts facts = inner().facts();
  facts.weak = facts.weak && !facts.accepting;  // a cycle meets a few of the copies alone
  facts.accepting = facts.accepting && own() == 0;
  return facts;
}

// Goes on to the next actor as long as the one waited for moves in this step or cannot.
Word Fair::after(Word waiting, std::uint32_t mover) {
  if (waiting == 0) return 0;
  inner().enabled(enabled_);
  able_.clear();
  for (const Transition& transition : enabled_) {
    const std::uint32_t actor = actor_of(transition);
    if (actor == nobody) continue;
    if (actor >= able_.size()) able_.resize(actor + 1, false);
    able_[actor] = true;
  }
  while (waiting <= able_.size() && (waiting - 1 == mover || !able_[waiting - 1])) ++waiting;
  return waiting <= able_.size() ? waiting : 0;
}

Step Fair::step(const Transition& transition, Explanation* out) {
  Word word = own();
  if ((word & begun) == 0) {
    if (word == 0 && inner().facts().accepting) word = 1;
    word |= begun;
  }
  const std::uint32_t mover = actor_of(transition);
  if (mover != nobody && (word & decided) == 0) word = after(word & ~begun, mover) | begun | decided;
  const bool nobody_moved = (word & decided) == 0;
  own(word);
  const Step result = fire_inside(transition, out);
  // A run that has come to its end stutters: nobody can move, so nobody is treated unfairly.
  if (outcome(result, inner()) != Step::intermediate) own(nobody_moved ? 0 : word & ~(begun | decided));
  return result;
}

}  // namespace waymark::model
