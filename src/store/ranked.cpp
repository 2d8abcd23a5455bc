#include "store/ranked.hpp"

#include <bit>
#include <utility>

namespace waymark::store {

bool Ranked::prepare(base::Budget& budget, std::uint32_t capacity) {
  auto block = containers::Block::make(budget, std::uint64_t{capacity} * sizeof(Link));
  if (!block) return false;
  links_ = std::move(*block);
  return true;
}

std::uint32_t Ranked::lowest_filled(std::uint32_t lowest) const {
  const std::uint64_t here = filled_[lowest / 64] & ~std::uint64_t{0} << lowest % 64;
  if (here != 0) return lowest / 64 * 64 + static_cast<std::uint32_t>(std::countr_zero(here));
  const std::uint32_t later = words_filled_ & ~((2u << lowest / 64) - 1);
  if (later == 0) return none;
  const auto word = static_cast<std::uint32_t>(std::countr_zero(later));
  return word * 64 + static_cast<std::uint32_t>(std::countr_zero(filled_[word]));
}

std::uint32_t Ranked::choose_from(std::uint32_t lowest) {
  for (;;) {
    const std::uint32_t rank = lowest_filled(lowest);
    if (rank == none) return none;
    const std::uint32_t slot = lists_[rank].first;
    take_out(slot, rank);
    upcoming_ = lists_[rank].first;
    const std::uint32_t wanted = links_.as<Link>()[slot].rank;
    if (wanted == rank) return slot;
    append(slot, wanted);
  }
}

void Ranked::rank_again(std::uint32_t slot, const Merits& merits) {
  const std::uint32_t before = links_.as<Link>()[slot].rank;
  const std::uint32_t now = rank(merits);
  if (before == now) return;
  take_out(slot, before);
  append(slot, now);
}

void Ranked::append(std::uint32_t slot, std::uint32_t rank) {
  auto* const links = links_.as<Link>();
  List& list = lists_[rank];
  links[slot] = {list.last, none, rank};
  (list.last == none ? list.first : links[list.last].after) = slot;
  list.last = slot;
  filled_[rank / 64] |= std::uint64_t{1} << rank % 64;
  words_filled_ |= 1u << rank / 64;
}

void Ranked::take_out(std::uint32_t slot, std::uint32_t rank) {
  auto* const links = links_.as<Link>();
  const Link link = links[slot];
  List& list = lists_[rank];
  (link.before == none ? list.first : links[link.before].after) = link.after;
  (link.after == none ? list.last : links[link.after].before) = link.before;
  if (list.first != none) return;
  std::uint64_t& word = filled_[rank / 64];
  word &= ~(std::uint64_t{1} << rank % 64);
  if (word == 0) words_filled_ &= ~(1u << rank / 64);
}

// Sign 0, exponent from 127 on, then the first three bits behind the point: 128 times 8 values.
std::uint32_t Ranked::logarithmic(float value) {
  static_assert(sizeof(float) == sizeof(std::uint32_t));
  constexpr std::uint32_t one = 127 << 3;
  return (std::bit_cast<std::uint32_t>(value) >> 20) - one - (std::bit_cast<std::uint32_t>(value) >> 20 == 255 << 3);
}

}  // namespace waymark::store
