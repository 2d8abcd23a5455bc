#include "containers/sequences.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "base/check.hpp"
#include "containers/mix.hpp"

namespace waymark::containers {

namespace {

constexpr std::uint64_t smallest_table = 64;
constexpr std::uint64_t least_arena_chunk = 256;
constexpr std::uint64_t longest = std::uint64_t{1} << 31;

}  // namespace

Sequences::Record Sequences::record(std::uint64_t location) const {
  const Chunk& chunk = chunks_[location >> offset_bits];
  const Word* at = chunk.words + (location & ((1u << offset_bits) - 1));
  const Word header = *at++;
  std::uint32_t length = header & long_length;
  if (length == long_length) length = *at++;
  return {chunk.first + (header >> length_bits), {at, length}};
}

std::uint64_t Sequences::find(std::span<const Word> words, std::uint64_t hash) const {
  if (capacity_ == 0) return none;
  const auto* slots = table_.as<std::uint64_t>();
  const std::uint64_t tag = hash << location_bits;
  std::uint64_t i = spread(hash, capacity_);
  // Entries are never deleted, so a probe may stop at the first empty slot; full_at_ keeps one.
  for (std::uint64_t slot = slots[i]; slot != 0; slot = slots[i]) {
    if ((slot ^ tag) >> location_bits == 0) {
      const Record found = record((slot & ((std::uint64_t{1} << location_bits) - 1)) - 1);
      if (std::equal(found.words.begin(), found.words.end(), words.begin(), words.end())) return found.number;
    }
    if (++i == capacity_) i = 0;
  }
  return none;
}

Sequences::Answer Sequences::insert(std::span<const Word> words, std::uint64_t hash) {
  if (size_ >= grow_at_ && !grow() && capacity_ == 0) return {};
  if (const std::uint64_t number = find(words, hash); number != none) return {number, false};
  const std::uint64_t number = append_new(words, hash);
  return {number, number != none};
}

std::uint64_t Sequences::add(std::span<const Word> words, std::uint64_t hash) {
  if (size_ >= grow_at_ && !grow() && capacity_ == 0) return none;
  return append_new(words, hash);
}

std::uint64_t Sequences::append_new(std::span<const Word> words, std::uint64_t hash) {
  if (size_ >= full_at_ || !room_for(words.size())) return none;
  place(hash, append(chunks_.size() - 1, words));
  return size_++;
}

bool Sequences::room_for(std::uint64_t words) {
  if (words > longest) return false;
  const std::uint64_t needed = needed_for(words);
  return (!chunks_.empty() && fits(chunks_.back(), needed)) || new_chunk(needed + 1);
}

bool Sequences::fits(const Chunk& chunk, std::uint64_t needed) {
  const std::uint64_t indexed = chunk.records / stride + 1;
  // A huge chunk takes one record, since offsets past 2^20 cannot be named.
  if (chunk.capacity > 1u << offset_bits && chunk.records != 0) return false;
  return chunk.used + needed + indexed <= chunk.capacity;
}

void Sequences::drop_chunks(std::size_t from) {
  chunks_.resize(from);
  for (; blocks_.size() > from; blocks_.pop_back()) {
    arena_bytes_ -= blocks_.back().bytes();
    spare_.push_back(std::move(blocks_.back()));
  }
}

bool Sequences::new_chunk(std::uint64_t needed) {
  if (chunks_.size() + 1 >= std::uint64_t{1} << (location_bits - offset_bits)) return false;
  // A quarter of what there is already: small sets stay small, large ones are not made of crumbs. Near the limit of
  // the budget smaller chunks may still fit.
  std::uint64_t capacity =
      std::bit_floor(std::clamp<std::uint64_t>(arena_bytes_ / 16, least_arena_chunk, 1u << offset_bits));
  const auto use = [this](Block block) {
    chunks_.push_back({.words = block.as<Word>(), .first = size_, .capacity = block.bytes() / sizeof(Word)});
    arena_bytes_ += block.bytes();
    blocks_.push_back(std::move(block));
    return true;
  };
  while (!spare_.empty()) {
    Block block = std::move(spare_.back());
    spare_.pop_back();
    if (block.bytes() >= needed * sizeof(Word)) return use(std::move(block));
  }
  for (;; capacity /= 2) {
    capacity = std::max(capacity, needed);
    if (auto block = Block::make(*budget_, capacity * sizeof(Word))) return use(std::move(*block));
    if (capacity <= std::max(needed, least_arena_chunk)) return false;
  }
}

std::uint64_t Sequences::append(std::size_t into, std::span<const Word> words) {
  Chunk& chunk = chunks_[into];
  const std::uint64_t location = std::uint64_t{into} << offset_bits | chunk.used;
  if (chunk.records % stride == 0) chunk.words[chunk.capacity - 1 - chunk.records / stride] = chunk.used;
  Word* at = chunk.words + chunk.used;
  const auto length = static_cast<std::uint32_t>(words.size());
  *at++ = chunk.records++ << length_bits | std::min(length, long_length);
  if (length >= long_length) *at++ = length;
  if (length > 0) std::memmove(at, words.data(), words.size_bytes());
  chunk.used = static_cast<std::uint32_t>(at + length - chunk.words);
  return location;
}

std::span<const Word> Sequences::at(std::uint64_t number) {
  CHECK(number < size_);
  std::uint64_t location = 0;
  std::uint64_t at = 0;  // the number of the record there
  std::uint64_t chunk = cursor_.location >> offset_bits;
  const auto holds = [&](std::uint64_t index) {
    return number >= chunks_[index].first && number - chunks_[index].first < chunks_[index].records;
  };
  if (!holds(chunk)) {
    const auto after = std::upper_bound(chunks_.begin(), chunks_.end(), number,
                                        [](std::uint64_t value, const Chunk& item) { return value < item.first; });
    chunk = static_cast<std::uint64_t>(after - chunks_.begin()) - 1;
  }
  const Chunk& home = chunks_[chunk];
  const bool near = cursor_.number <= number && number - cursor_.number < stride && cursor_.number >= home.first;
  if (near) {
    at = cursor_.number;
    location = cursor_.location;
  } else {
    const std::uint64_t group = (number - home.first) / stride;
    at = home.first + group * stride;
    location = chunk << offset_bits | home.words[home.capacity - 1 - group];
  }
  for (; at < number; ++at) {
    const auto words = record(location).words;
    location = chunk << offset_bits | static_cast<std::uint64_t>(words.data() + words.size() - home.words);
  }
  cursor_ = {number, location};
  return record(location).words;
}

bool Sequences::grow() {
  // Refused, the set goes on in a denser table: slower, but room for every state that the budget has room for.
  for (const std::uint64_t eighths : {16, 12, 10}) {
    const std::uint64_t capacity = std::max(smallest_table, capacity_ / 8 * eighths);
    if (!table_.replace(*budget_, capacity * sizeof(std::uint64_t))) continue;
    capacity_ = capacity;
    grow_at_ = capacity / 4 * 3;
    full_at_ = capacity - capacity / 16;
    rebuild();
    return true;
  }
  grow_at_ = full_at_;
  return false;
}

// Each entry moved on stays between its home and the first empty slot, where a probe finds it.
void Sequences::place(std::uint64_t hash, std::uint64_t location) {
  auto* const slots = table_.as<std::uint64_t>();
  std::uint64_t moving = hash << location_bits | (location + 1);
  for (std::uint64_t i = spread(hash, capacity_); moving != 0;) {
    std::swap(slots[i], moving);
    if (++i == capacity_) i = 0;
  }
}

void Sequences::rebuild() {
  // The slots of a few records are on their way while the next ones are being hashed.
  constexpr std::size_t ahead = 64;
  std::array<std::pair<std::uint64_t, std::uint64_t>, ahead> waiting;
  std::size_t count = 0;
  for (std::size_t c = 0; c < chunks_.size(); ++c) {
    const Chunk& chunk = chunks_[c];
    std::uint64_t location = std::uint64_t{c} << offset_bits;
    for (std::uint32_t r = 0; r < chunk.records; ++r) {
      const auto words = record(location).words;
      const std::uint64_t hash = mix_words(words);
      auto& turn = waiting[count % ahead];
      if (count >= ahead) place(turn.first, turn.second);
      turn = {hash, location};
      ++count;
      __builtin_prefetch(table_.as<std::uint64_t>() + spread(hash, capacity_), 1);
      location =
          std::uint64_t{c} << offset_bits | static_cast<std::uint64_t>(words.data() + words.size() - chunk.words);
    }
  }
  for (std::size_t i = count - std::min(count, ahead); i < count; ++i) {
    place(waiting[i % ahead].first, waiting[i % ahead].second);
  }
}

}  // namespace waymark::containers
