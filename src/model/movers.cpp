#include "model/movers.hpp"

#include <algorithm>

namespace waymark::model {

namespace {

constexpr std::uint32_t word_bits = 32;

}  // namespace

Step Movers::step(const Transition& transition, Explanation* out) {
  const std::uint32_t mover = actor_of(transition);
  // Inside an indivisible sequence the word is the kind, as soon as somebody has moved.
  if (own() == 0 && mover != nobody) own(kind_of(mover));
  const Word kind = own();
  const Step result = fire_inside(transition, out);
  if (outcome(result, inner()) == Step::intermediate) return result;
  last_ = kind;
  own(0);
  return result;
}

Word Movers::kind_of(std::uint32_t mover) {
  inner().enabled(enabled_);
  words_.assign(1, mover);
  for (const Transition& transition : enabled_) {
    const std::uint32_t actor = actor_of(transition);
    if (actor == nobody) continue;
    actors_ = std::max(actors_, actor + 1);
    const std::size_t at = 1 + actor / word_bits;
    if (at >= words_.size()) words_.resize(at + 1, 0);
    words_[at] |= Word{1} << actor % word_bits;
  }
  const std::uint64_t number = kinds_.insert(words_).number;
  full_ = full_ || number >= ~Word{0} - 1;
  return full_ ? 0 : static_cast<Word>(number + 1);
}

bool Movers::fair(std::uint32_t kind, std::uint32_t actor) {
  if (kind == 0) return true;
  const std::span<const Word> words = kinds_.at(kind - 1);
  if (words.front() == actor) return true;
  const std::size_t at = 1 + actor / word_bits;
  return at >= words.size() || (words[at] >> actor % word_bits & 1) == 0;
}

}  // namespace waymark::model
