#include "search/cycles/actor_set.hpp"

#include <algorithm>

namespace waymark::search {

namespace {

constexpr std::uint32_t word_bits = 64;

void add(ActorSet& set, std::uint32_t actor) {
  const std::size_t at = actor / word_bits;
  if (at >= set.size()) set.resize(at + 1, 0);
  set[at] |= std::uint64_t{1} << actor % word_bits;
}

}  // namespace

bool empty(const ActorSet& set) {
  return std::all_of(set.begin(), set.end(), [](std::uint64_t word) { return word == 0; });
}

void intersect(ActorSet& set, const ActorSet& other) {
  for (std::size_t i = 0; i < set.size(); ++i) set[i] &= i < other.size() ? other[i] : 0;
}

void wronged(const model::Path& path, ActorSet& out) {
  out.clear();
  std::uint64_t node = path.size() - 1 - path.chain();
  while (node < path.size() && model::actor_of(path.transition_at(node)) == model::nobody) ++node;
  if (node == path.size()) return;
  path.each_transition(node, [&](const model::Transition& transition) {
    const std::uint32_t actor = model::actor_of(transition);
    if (actor != model::nobody) add(out, actor);
  });
  const std::uint32_t mover = model::actor_of(path.transition_at(node));
  out[mover / word_bits] &= ~(std::uint64_t{1} << mover % word_bits);
}

bool ActorSets::push(const ActorSet& set) {
  if (set.size() > width_ && !widen(set.size())) return false;
  for (std::size_t i = 0; i < width_; ++i) {
    if (!words_.push(i < set.size() ? set[i] : 0)) return false;
  }
  return true;
}

bool ActorSets::top_is_empty() const {
  for (std::uint64_t i = words_.size() - width_; i < words_.size(); ++i) {
    if (words_[i] != 0) return false;
  }
  return true;
}

void ActorSets::intersect_with_top(ActorSet& set) const {
  const std::uint64_t first = words_.size() - width_;
  for (std::size_t i = 0; i < set.size(); ++i) set[i] &= i < width_ ? words_[first + i] : 0;
}

// Seldom, if ever: as the first actor appears whose number is beyond the sets so far.
bool ActorSets::widen(std::uint64_t width) {
  std::vector<std::uint64_t> old;
  for (std::uint64_t i = 0; i < words_.size(); ++i) old.push_back(words_[i]);
  words_.shrink(0);
  for (std::uint64_t i = 0; i < old.size(); ++i) {
    if (!words_.push(old[i])) return false;
    for (std::uint64_t more = width_; (i + 1) % width_ == 0 && more < width; ++more) {
      if (!words_.push(0)) return false;
    }
  }
  width_ = width;
  return true;
}

}  // namespace waymark::search
