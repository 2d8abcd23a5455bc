#include "store/policies.hpp"

#include <utility>

namespace waymark::store {

bool Random::prepare(base::Budget& budget, std::uint32_t capacity) {
  auto block = containers::Block::make(budget, std::uint64_t{capacity} * sizeof(std::uint32_t));
  if (!block) return false;
  offered_ = std::move(*block);
  return true;
}

std::uint32_t Random::choose() {
  if (drawn_ == none) draw();
  if (drawn_ == none) return none;
  auto* const slots = offered_.as<std::uint32_t>();
  std::swap(slots[drawn_], slots[--count_]);
  const std::uint32_t slot = slots[count_];
  draw();
  return slot;
}

void Random::draw() {
  // Unlike std::uniform_int_distribution, the same everywhere; that some are likelier by 2^-32 is no matter here.
  drawn_ = count_ == 0 ? none : static_cast<std::uint32_t>((coin_() >> 32) * count_ >> 32);
  if (drawn_ != none) __builtin_prefetch(offered_.as<std::uint32_t>() + drawn_);
}

bool Queued::prepare(base::Budget& budget, std::uint32_t capacity) {
  auto block = containers::Block::make(budget, std::uint64_t{capacity} * sizeof(Item));
  if (!block) return false;
  items_ = std::move(*block);
  return true;
}

void Queued::append(Queue& queue, std::uint32_t slot) {
  auto* const items = items_.as<Item>();
  items[slot].after = none;
  (queue.last == none ? queue.first : items[queue.last].after) = slot;
  queue.last = slot;
  ++queue.size;
}

std::uint32_t Queued::pop(Queue& queue) {
  const std::uint32_t slot = queue.first;
  if (slot == none) return none;
  queue.first = items_.as<Item>()[slot].after;
  if (queue.first == none) queue.last = none;
  --queue.size;
  return slot;
}

void Queued::join(Queue& queue, Queue& more) {
  if (more.first == none) return;
  (queue.last == none ? queue.first : items_.as<Item>()[queue.last].after) = more.first;
  queue.last = more.last;
  queue.size += more.size;
  more = {};
}

void Age::entered(std::uint32_t slot) {
  note(slot) = queued;
  append(by_age_, slot);
}

void Age::offered(std::uint32_t slot, const Merits& merits) {
  if (note(slot) == aside) append(overdue_, slot);
  note(slot) = to_be_had;
}

std::uint32_t Age::choose() {
  if (const std::uint32_t slot = pop(overdue_); slot != none) return slot;
  for (;;) {
    const std::uint32_t slot = pop(by_age_);
    if (slot == none || note(slot) == to_be_had) return slot;
    note(slot) = aside;
  }
}

bool Rungs::prepare(base::Budget& budget, std::uint32_t capacity) {
  fewest_ = capacity / 16;
  return Queued::prepare(budget, capacity);
}

void Rungs::offered(std::uint32_t slot, const Merits& merits) {
  note(slot) = merits.depth;
  append(merits.depth % distance_ == 0 ? rungs_ : others_, slot);
}

std::uint32_t Rungs::choose() {
  constexpr std::uint32_t widest = 1u << 30;
  while (others_.size < fewest_ && rungs_.size >= fewest_ && distance_ < widest) widen();
  const std::uint32_t slot = pop(others_);
  return slot != none ? slot : pop(rungs_);
}

// Those that are rungs no more have been there longer than most others.
void Rungs::widen() {
  distance_ *= 2;
  Queue still;
  Queue others;
  for (std::uint32_t slot = pop(rungs_); slot != none; slot = pop(rungs_)) {
    append(note(slot) % distance_ == 0 ? still : others, slot);
  }
  join(others, others_);
  rungs_ = still;
  others_ = others;
}

std::uint32_t Stratified::choose() {
  std::uint32_t slot = choose_from(stratum_);
  if (slot == none) slot = choose_from(0);
  if (slot != none) stratum_ = last_rank(slot);
  return slot;
}

}  // namespace waymark::store
