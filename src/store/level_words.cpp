#include "store/level_words.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace waymark::store {

namespace {

constexpr std::uint64_t words_in_a_block = 1 << 14;

}  // namespace

using containers::Word;

Place LevelWords::keep(std::span<const Word> words) {
  Kept& next = levels_.front();
  const std::uint64_t needed = 1 + words.size();
  if (next.used + needed > next.capacity) {
    const std::uint64_t capacity = std::max(words_in_a_block, needed);
    auto block = containers::Block::make(budget_, capacity * sizeof(Word));
    if (!block) return SharedStates::nowhere;
    bytes_ += block->bytes();
    next.blocks.push_back(std::move(*block));
    next.used = 0;
    next.capacity = capacity;
  }
  Word* const record = next.blocks.back().as<Word>() + next.used;
  record[0] = static_cast<Word>(words.size());
  if (!words.empty()) std::memcpy(record + 1, words.data(), words.size_bytes());
  next.used += needed;
  return std::bit_cast<std::uintptr_t>(record);  // the place is the address
}

std::span<const Word> LevelWords::words(Place place) {
  const Word* const record = std::bit_cast<const Word*>(static_cast<std::uintptr_t>(place));
  return {record + 1, record[0]};
}

void LevelWords::next_level() {
  for (const containers::Block& block : levels_.back().blocks) bytes_ -= block.bytes();
  levels_.back() = {};
  std::swap(levels_.front(), levels_.back());
}

}  // namespace waymark::store
