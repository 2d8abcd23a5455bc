#include "store/policies.hpp"

#include <utility>

namespace waymark::store {

bool Random::prepare(base::Budget& budget, std::uint32_t capacity) {
  auto block = model::Block::make(budget, std::uint64_t{capacity} * sizeof(std::uint32_t));
  if (!block) return false;
  offered_ = std::move(*block);
  return true;
}

std::uint32_t Random::choose() {
  if (count_ == 0) return none;
  auto* const slots = offered_.as<std::uint32_t>();
  // Unlike std::uniform_int_distribution, the same everywhere; that some are likelier by 2^-32 is no matter here.
  const auto pick = static_cast<std::uint32_t>((coin_() >> 32) * count_ >> 32);
  std::swap(slots[pick], slots[count_ - 1]);
  return slots[--count_];
}

bool Age::prepare(base::Budget& budget, std::uint32_t capacity) {
  auto block = model::Block::make(budget, std::uint64_t{capacity} * sizeof(Item));
  if (!block) return false;
  items_ = std::move(*block);
  return true;
}

void Age::append(Queue& queue, std::uint32_t slot) {
  auto* const items = items_.as<Item>();
  items[slot].after = none;
  (queue.last == none ? queue.first : items[queue.last].after) = slot;
  queue.last = slot;
}

std::uint32_t Age::pop(Queue& queue) {
  const std::uint32_t slot = queue.first;
  if (slot == none) return none;
  queue.first = items_.as<Item>()[slot].after;
  if (queue.first == none) queue.last = none;
  return slot;
}

void Age::entered(std::uint32_t slot) {
  items_.as<Item>()[slot].standing = Standing::queued;
  append(by_age_, slot);
}

void Age::offered(std::uint32_t slot, const Merits& merits) {
  Item& item = items_.as<Item>()[slot];
  if (item.standing == Standing::aside) append(overdue_, slot);
  item.standing = Standing::offered;
}

std::uint32_t Age::choose() {
  if (const std::uint32_t slot = pop(overdue_); slot != none) return slot;
  for (;;) {
    const std::uint32_t slot = pop(by_age_);
    if (slot == none) return none;
    Item& item = items_.as<Item>()[slot];
    if (item.standing == Standing::offered) return slot;
    item.standing = Standing::aside;
  }
}

std::uint32_t Stratified::choose() {
  std::uint32_t slot = choose_from(stratum_);
  if (slot == none) slot = choose_from(0);
  if (slot != none) stratum_ = last_rank(slot);
  return slot;
}

}  // namespace waymark::store
