#include "store/level_compact.hpp"

#include <algorithm>
#include <utility>

namespace waymark::store {

// Who is refused room has met a state that cannot be expanded: the search is over.
Found LevelCompact::insert(const containers::Packed& state) {
  const Found found = states_.insert(state);
  if (found.seen != Seen::fresh) return found;
  const Place kept = level_words_.keep(state.words);
  next_places_.push_back(kept);
  const std::uint64_t bytes = (places_.capacity() + next_places_.capacity()) * sizeof(Place);
  if (kept == SharedStates::nowhere || (bytes > held_ && !budget_.take(bytes - held_))) return {Seen::no_room, 0};
  held_ = std::max(held_, bytes);
  return found;
}

bool LevelCompact::prefer(std::uint64_t number, std::span<const containers::Word> words) {
  Place& kept = place(number);
  if (std::ranges::equal(LevelWords::words(kept), words)) return true;  // the same state
  const Place preferred = level_words_.keep(words);
  if (preferred == SharedStates::nowhere) return false;
  kept = preferred;
  return true;
}

void LevelCompact::next_level() {
  level_words_.next_level();
  first_ = std::exchange(next_first_, states_.size());
  std::swap(places_, next_places_);
  next_places_.clear();
}

}  // namespace waymark::store
