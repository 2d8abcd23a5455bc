#include "model/preemptions.hpp"

#include <algorithm>

namespace waymark::model {

void LastMover::enabled(std::vector<Transition>& out) {
  inner().enabled(out);
  const Word last = own();
  if (last == 0 || (last & (inside | completing)) != 0) return;
  for (Transition& one : out) {
    if (actor_of(one) != nobody && actor_of(one) + 1 != last) one.actor |= preempting;
  }
}

Step LastMover::step(const Transition& transition, Explanation* out) {
  Word word = own();
  const std::uint32_t mover = actor_of(transition);
  if ((word & (inside | completing)) == 0 && mover != nobody) word = mover + 1;
  own(word | inside);
  Transition plain = transition;
  plain.actor &= ~preempting;
  const Step result = fire_inside(plain, out);
  const Step became = outcome(result, inner());
  if (became == Step::intermediate) return result;
  word &= ~(inside | completing);
  own(became == Step::moved && word != 0 ? word_after(word) : word);
  return result;
}

Word LastMover::word_after(Word mover) {
  inner().enabled(enabled_);
  if (inner().completes_step()) return mover | completing;
  const auto is_its = [&](const Transition& one) { return actor_of(one) + 1 == mover; };
  return std::any_of(enabled_.begin(), enabled_.end(), is_its) ? mover : 0;
}

void FewPreemptions::enabled(std::vector<Transition>& out) {
  inner().enabled(out);
  if (own() == bound_) std::erase_if(out, preempts);
}

}  // namespace waymark::model
