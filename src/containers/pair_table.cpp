#include "containers/pair_table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace waymark::containers {

namespace {

constexpr std::uint64_t smallest_index = 16;
constexpr std::uint32_t smallest_chunk = 16;

}  // namespace

PairTable::Answer PairTable::add(Pair pair, std::uint64_t hash) {
  if (size_ >= grow_at_) (void)grow();
  if (size_ >= full_at_ || (size_ == room_ && !grow_pairs())) return {};
  chunks_[size_ >> chunk_bits][size_ & (per_chunk - 1)] = pair;
  place(hash, size_);
  return {size_++, true};
}

// Each entry moved on stays between its home and the first empty slot, where a probe finds it.
void PairTable::place(std::uint64_t hash, std::uint32_t number) {
  auto* const slots = index_.as<std::uint32_t>();
  auto moving = static_cast<std::uint32_t>((hash << bits_) | (std::uint64_t{number} + 1));
  for (std::uint64_t i = spread(hash, capacity_); moving != 0;) {
    std::swap(slots[i], moving);
    if (++i == capacity_) i = 0;
  }
}

PairTable::Answer PairTable::look_up_and_keep(Word left, Word right, std::uint64_t premixed) {
  const Answer answer = look_up(left, right, mix(premixed));
  if (answer.number != none) recent_.as<Entry>()[premixed >> recent_shift] = {left, right, answer.number + 1};
  return answer;
}

bool PairTable::grow() {
  // Refused, the set goes on in a denser index: slower, but room for every pair that the budget has room for.
  for (const std::uint64_t percent : {140, 120, 110}) {
    const std::uint64_t capacity = std::max(smallest_index, capacity_ * percent / 100);
    if (!index_.replace(*budget_, capacity * sizeof(std::uint32_t))) continue;
    capacity_ = capacity;
    grow_at_ = capacity * 85 / 100;
    // Below the largest word, so that `none` is nobody's number and number + 1 fits.
    full_at_ = std::min<std::uint64_t>(capacity * 95 / 100, none - 1);
    bits_ = static_cast<unsigned>(std::bit_width(full_at_));
    mask_ = (std::uint64_t{1} << bits_) - 1;
    rebuild();
    // Not when memory is short: the table can do without.
    constexpr std::uint64_t recent = sizeof(Entry) << recent_bits;
    if (keeps_recent_ && !has_recent_ && budget_->limit() / 16 > budget_->used() + recent) {
      has_recent_ = recent_.replace(*budget_, recent);
    }
    return true;
  }
  grow_at_ = full_at_;
  return false;
}

void PairTable::rebuild() {
  // The slots of a few pairs are on their way while the next ones are being hashed.
  constexpr std::uint32_t ahead = 64;
  std::array<std::uint64_t, ahead> hashes{};
  for (std::uint32_t number = 0; number < size_; ++number) {
    const Pair pair = at(number);
    const std::uint64_t hash = mix_pair(pair.left, pair.right);
    __builtin_prefetch(index_.as<std::uint32_t>() + spread(hash, capacity_), 1);
    if (number >= ahead) place(hashes[number % ahead], number - ahead);
    hashes[number % ahead] = hash;
  }
  for (std::uint32_t number = size_ - std::min(size_, ahead); number < size_; ++number) {
    place(hashes[number % ahead], number);
  }
}

bool PairTable::grow_pairs() {
  if (room_ >= per_chunk) {
    auto block = Block::make(*budget_, sizeof(Pair) * per_chunk);
    if (!block) return false;
    chunks_.push_back(block->as<Pair>());
    pair_bytes_ += block->bytes();
    blocks_.push_back(std::move(*block));
    room_ += static_cast<std::uint32_t>(std::min<std::uint64_t>(per_chunk, none - std::uint64_t{room_}));
    return true;
  }
  // Small tables stay small: the first chunk alone grows by copying.
  for (const std::uint32_t eighths : {16, 10}) {
    const std::uint32_t room = std::min(per_chunk, std::max(smallest_chunk, room_ / 8 * eighths));
    auto block = Block::make(*budget_, sizeof(Pair) * room);
    if (!block) continue;
    if (chunks_.empty()) {
      chunks_.push_back(nullptr);
      blocks_.emplace_back();
    }
    std::copy_n(chunks_[0], size_, block->as<Pair>());
    chunks_[0] = block->as<Pair>();
    pair_bytes_ = block->bytes();
    blocks_[0] = std::move(*block);
    room_ = room;
    return true;
  }
  return false;
}

}  // namespace waymark::containers
