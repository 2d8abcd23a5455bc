#include "containers/sequences.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/check.hpp"
#include "containers/mix.hpp"

namespace waymark::containers {

namespace {

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

std::uint64_t Sequences::find(std::span<const Word> words, std::uint64_t hash, BucketTable::Gap& gap) const {
  std::uint64_t number = none;
  const auto matches = [&](std::uint64_t location) {
    number = number_at(location, words);
    return number != none;
  };
  (void)table_.find(hash, matches, gap);
  return number;
}

Sequences::Answer Sequences::insert(std::span<const Word> words, std::uint64_t hash) {
  prepare_table();
  BucketTable::Gap gap;
  if (const std::uint64_t number = find(words, hash, gap); number != none) return {number, false};
  if (!can_append(words)) return {};
  table_.place(gap, hash, append(chunks_.size() - 1, words));
  return {size_++, true};
}

std::uint64_t Sequences::add(std::span<const Word> words, std::uint64_t hash) {
  prepare_table();
  if (!can_append(words)) return none;
  table_.place(hash, append(chunks_.size() - 1, words));
  return size_++;
}

bool Sequences::can_append(std::span<const Word> words) {
  return table_.size() < table_.full_at() && room_for(words.size());
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

void Sequences::grow() {
  const auto hash_of = [this](std::uint64_t location) { return mix_words(record(location).words); };
  const auto each = [this](const auto& place) {
    for (std::size_t c = 0; c < chunks_.size(); ++c) {
      std::uint64_t location = std::uint64_t{c} << offset_bits;
      for (std::uint32_t r = 0; r < chunks_[c].records; ++r) {
        const auto words = record(location).words;
        place(mix_words(words), location);
        location = std::uint64_t{c} << offset_bits |
                   static_cast<std::uint64_t>(words.data() + words.size() - chunks_[c].words);
      }
    }
  };
  (void)table_.grow(*budget_, hash_of, each);
}

}  // namespace waymark::containers
