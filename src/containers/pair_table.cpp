#include "containers/pair_table.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace waymark::containers {

namespace {

constexpr std::uint32_t smallest_chunk = 16;

Word most_in(unsigned bits) { return static_cast<Word>((std::uint64_t{1} << bits) - 1); }

}  // namespace

PairTable::Answer PairTable::add(Pair pair, std::uint64_t hash) {
  if (is_full()) return {};
  if (size_ >= grow_at_) (void)grow();
  const bool fits = size_ < room_ && pair.left <= most_left_ && pair.right <= most_right_;
  if (size_ >= full_at_ || (!fits && !make_room(pair))) return {};
  chunks_.back().put(size_ & (per_chunk - 1), pair);
  place(hash, size_);
  return {size_++, true};
}

void PairTable::place(std::uint64_t hash, std::uint32_t number) {
  auto* const lines = index_.as<Line>();
  for (std::uint64_t line = spread(hash, lines_);; line = line + 1 == lines_ ? 0 : line + 1) {
    if (lines[line].full()) continue;
    auto& slot = lines[line].slot;
    std::size_t free = 0;
    for (std::size_t half = slots / 2; half > 0; half /= 2) free += slot[free + half - 1] != 0 ? half : 0;
    slot[free] = static_cast<std::uint32_t>((hash << bits_) | (std::uint64_t{number} + 1));
    return;
  }
}

PairTable::Answer PairTable::look_up_and_keep(Word left, Word right, std::uint64_t premixed) {
  const Answer answer = look_up(left, right, mix(premixed));
  if (answer.number != none) recent_.as<Entry>()[premixed >> recent_shift] = {left, right, answer.number + 1};
  return answer;
}

bool PairTable::grow() {
  // Refused, the set goes on in a denser index: slower, but room for every pair that the budget has room for.
  for (const std::uint64_t percent : {125, 110}) {
    const std::uint64_t lines = std::max<std::uint64_t>(lines_ + 1, lines_ * percent / 100);
    if (!index_.replace(*budget_, lines * sizeof(Line))) continue;
    lines_ = lines;
    const std::uint64_t capacity = lines * slots;
    grow_at_ = capacity * 9 / 10;
    full_at_ = std::min<std::uint64_t>(capacity - capacity / 32 - 1, most_);
    bits_ = static_cast<unsigned>(std::bit_width(full_at_));
    mask_ = static_cast<std::uint32_t>((std::uint64_t{1} << bits_) - 1);
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
  // The lines of a few pairs are on their way while the next ones are being hashed.
  constexpr std::uint32_t ahead = 64;
  std::array<std::uint64_t, ahead> hashes{};
  for (std::uint32_t number = 0; number < size_; ++number) {
    const Pair pair = at(number);
    const std::uint64_t hash = mix_pair(pair.left, pair.right);
    __builtin_prefetch(index_.as<Line>() + spread(hash, lines_), 1);
    if (number >= ahead) place(hashes[number % ahead], number - ahead);
    hashes[number % ahead] = hash;
  }
  for (std::uint32_t number = size_ - std::min(size_, ahead); number < size_; ++number) {
    place(hashes[number % ahead], number);
  }
}

// Both words of this pair and of all before it fit.
PairTable::Shape PairTable::shape_for(Pair pair) const {
  Shape shape;
  if (!chunks_.empty()) shape = chunks_.back().shape;
  shape.left = std::max(shape.left, static_cast<unsigned>(std::bit_width(pair.left)));
  shape.right = std::max(shape.right, static_cast<unsigned>(std::bit_width(pair.right)));
  return shape;
}

bool PairTable::make_room(Pair pair) {
  const Shape shape = shape_for(pair);
  if (size_ == room_ && size_ % per_chunk == 0) {
    std::uint32_t room = std::clamp(size_ / 8, smallest_chunk, per_chunk);
    auto block = Block::make(*budget_, shape.bytes(room));
    if (!block) block = Block::make(*budget_, shape.bytes(room = smallest_chunk));
    if (!block) return false;
    chunks_.push_back({block->as<std::uint8_t>(), shape, shape.bits()});
    pair_bytes_ += block->bytes();
    blocks_.push_back(std::move(*block));
    room_ = size_ + room;
    most_left_ = most_in(shape.left);
    most_right_ = most_in(shape.right);
    return true;
  }
  const std::uint32_t first = (size_ - 1) / per_chunk * per_chunk;
  const std::uint32_t room = room_ - first;
  if (size_ < room_) return remake_last(shape, room);
  // A quarter more at a time: what is reserved and not used counts for every pair.
  const std::uint32_t more = std::max(smallest_chunk, room / 4 / smallest_chunk * smallest_chunk);
  return remake_last(shape, std::min(per_chunk, room + more)) ||
         (more > smallest_chunk && remake_last(shape, std::min(per_chunk, room + smallest_chunk)));
}

// The last chunk alone is copied, so that a table of any size is as large as its pairs.
bool PairTable::remake_last(Shape shape, std::uint32_t room) {
  auto block = Block::make(*budget_, shape.bytes(room));
  if (!block) return false;
  Chunk& last = chunks_.back();
  Chunk wider{block->as<std::uint8_t>(), shape, shape.bits()};
  const std::uint32_t first = (size_ - 1) / per_chunk * per_chunk;
  if (shape == last.shape) {
    std::memcpy(wider.bytes, last.bytes, static_cast<std::size_t>(blocks_.back().bytes()));
  } else {
    for (std::uint32_t i = 0; i < size_ - first; ++i) wider.put(i, last.at(i));
  }
  last = wider;
  pair_bytes_ = pair_bytes_ - blocks_.back().bytes() + block->bytes();
  blocks_.back() = std::move(*block);
  room_ = first + room;
  most_left_ = most_in(shape.left);
  most_right_ = most_in(shape.right);
  return true;
}

}  // namespace waymark::containers
