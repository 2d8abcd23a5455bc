#include "store/rungs.hpp"

#include <utility>

namespace waymark::store {

bool Rungs::prepare(base::Budget& budget, std::uint32_t capacity) {
  auto block = containers::Block::make(budget, std::uint64_t{capacity} * sizeof(Item));
  if (!block) return false;
  items_ = std::move(*block);
  fewest_ = capacity / 16;
  return true;
}

void Rungs::append(Queue& queue, std::uint32_t slot) {
  item(slot).after = none;
  (queue.last == none ? queue.first : item(queue.last).after) = slot;
  queue.last = slot;
  ++queue.size;
}

std::uint32_t Rungs::pop(Queue& queue) {
  const std::uint32_t slot = queue.first;
  if (slot == none) return none;
  queue.first = item(slot).after;
  if (queue.first == none) queue.last = none;
  --queue.size;
  return slot;
}

void Rungs::offer(std::uint32_t slot, std::uint32_t depth) {
  item(slot).depth = depth;
  append(depth % distance_ == 0 ? rungs_ : others_, slot);
}

std::uint32_t Rungs::choose() {
  constexpr std::uint32_t widest = 1u << 30;
  while (others_.size < fewest_ && rungs_.size >= fewest_ && distance_ < widest) widen();
  const std::uint32_t slot = pop(others_);
  return slot != none ? slot : pop(rungs_);
}

// Those that are rungs no more have been there longer than most others, so they go before them.
void Rungs::widen() {
  distance_ *= 2;
  Queue rungs;
  Queue others;
  for (std::uint32_t slot = pop(rungs_); slot != none; slot = pop(rungs_)) {
    append(item(slot).depth % distance_ == 0 ? rungs : others, slot);
  }
  for (std::uint32_t slot = pop(others_); slot != none; slot = pop(others_)) append(others, slot);
  rungs_ = rungs;
  others_ = others;
}

}  // namespace waymark::store
