#include "store/hash_compact.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/check.hpp"
#include "containers/mix.hpp"

namespace waymark::store {

namespace {

constexpr std::uint64_t least_slots = 64;
constexpr std::uint64_t most_compact_states = 0xFFFF'FFFE;
constexpr unsigned tag_shift = 32;
constexpr std::uint64_t number_mask = 0xFFFF'FFFF;

// The place comes from the high bits, the tag from the low ones; of narrow hashes there are none but high ones.
std::uint64_t tag_of(std::uint64_t hash) { return containers::mix(hash) & 0xFF; }

}  // namespace

HashCompact::HashCompact(base::Budget& budget, const Settings& settings) : budget_(&budget), settings_(settings) {
  if (settings_.words == Words::to_expand) frontier_ = std::make_unique<Frontier>(budget, settings_.first_to_expand);
}

std::uint64_t HashCompact::slot(std::uint64_t index) const {
  std::uint64_t value = 0;
  std::memcpy(&value, table_.as<std::uint8_t>() + index * slot_bytes, slot_bytes);
  return value;
}

void HashCompact::put(std::uint64_t index, std::uint64_t slot) {
  std::memcpy(table_.as<std::uint8_t>() + index * slot_bytes, &slot, slot_bytes);
}

Found HashCompact::insert(const containers::Packed& state) {
  const std::uint64_t hash = hash_of(state.words);
  if (settings_.of_words != nullptr && !charge()) return {Seen::no_room, 0};
  if (size_ >= grow_at_ && !grow(size_ + 1) && capacity_ == 0) return {Seen::no_room, 0};
  const std::uint64_t tag = tag_of(hash) << tag_shift;
  std::uint64_t i = containers::spread(hash, capacity_);
  // Entries are never deleted, so a probe may stop at the first empty slot; full_at_ keeps one.
  for (std::uint64_t met = slot(i); met != 0; met = slot(i)) {
    const std::uint64_t number = (met & number_mask) - 1;
    if ((met ^ tag) <= number_mask && this->hash(number) == hash) return {Seen::known, number};
    if (++i == capacity_) i = 0;
  }
  if (size_ >= full_at_ || !keep(hash, state.words)) return {Seen::no_room, 0};
  place(hash, size_ - 1);
  return {Seen::fresh, size_ - 1};
}

bool HashCompact::charge() {
  const std::uint64_t bytes = settings_.of_words->held_bytes();
  if (bytes <= held_) return true;
  if (!budget_->take(bytes - held_)) return false;
  held_ = bytes;
  return true;
}

bool HashCompact::keep(std::uint64_t hash, std::span<const containers::Word> words) {
  if (size_ == most_compact_states) return false;
  const bool to_expand = frontier_ && size_ >= settings_.first_to_expand;
  if (to_expand && !frontier_->room_for(words.size())) return false;
  if (size_ == chunks_.size() * per_chunk) {
    auto chunk = containers::Block::make(*budget_, per_chunk * sizeof(std::uint64_t));
    if (!chunk) return false;
    chunks_.push_back(std::move(*chunk));
  }
  if (to_expand) frontier_->push(words);
  chunks_.back().as<std::uint64_t>()[size_++ % per_chunk] = hash;
  return true;
}

bool HashCompact::append(std::span<const containers::Word> words) { return keep(hash_of(words), words); }

// Last come, first served: searches come back to recent states most of all.
void HashCompact::place(std::uint64_t hash, std::uint64_t number) {
  std::uint64_t moving = tag_of(hash) << tag_shift | (number + 1);
  for (std::uint64_t i = containers::spread(hash, capacity_); moving != 0;) {
    const std::uint64_t met = slot(i);
    put(i, moving);
    moving = met;
    if (++i == capacity_) i = 0;
  }
}

bool HashCompact::grow(std::uint64_t states) {
  // The table leaves room for the hashes that are to fill it. Refused, the set goes on in a denser one: slower, but
  // with room for every state that the budget has room for.
  for (const std::uint64_t eighths : {12, 10, 9}) {
    const std::uint64_t capacity = std::max({least_slots, capacity_ / 8 * eighths, states + states / 8});
    const std::uint64_t hashes = (capacity - capacity / 16 - size_) * sizeof(std::uint64_t);
    if (capacity > least_slots && hashes + (capacity - capacity_) * slot_bytes > budget_->free()) continue;
    if (!table_.replace(*budget_, capacity * slot_bytes)) continue;
    capacity_ = capacity;
    grow_at_ = capacity / 4 * 3;
    full_at_ = capacity - capacity / 16;
    for (std::uint64_t number = 0; number < size_; ++number) place(hash(number), number);
    return true;
  }
  grow_at_ = full_at_;
  return false;
}

void HashCompact::drop_table() {
  table_ = {};
  capacity_ = grow_at_ = full_at_ = 0;
}

std::span<const containers::Word> HashCompact::words(std::uint64_t number) {
  CHECK(frontier_ && "words that are kept");
  return frontier_->words(number);
}

std::uint64_t HashCompact::bytes() const {
  return chunks_.size() * per_chunk * sizeof(std::uint64_t) + table_.bytes() + (frontier_ ? frontier_->bytes() : 0) +
         held_;
}

}  // namespace waymark::store
