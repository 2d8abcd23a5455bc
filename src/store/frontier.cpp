#include "store/frontier.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/check.hpp"

namespace waymark::store {

namespace {

using containers::Word;

constexpr std::uint64_t frontier_chunk = 1u << 14;  // words

}  // namespace

bool Frontier::room_for(std::uint64_t words) {
  const std::uint64_t needed = words + 1;
  if (!chunks_.empty() && chunks_.back().used + needed <= chunks_.back().block.bytes() / sizeof(Word)) return true;
  auto block = containers::Block::make(*budget_, std::max(needed, frontier_chunk) * sizeof(Word));
  if (!block) return false;
  bytes_ += block->bytes();
  chunks_.push_back({std::move(*block), end_, 0});
  return true;
}

void Frontier::push(std::span<const Word> words) {
  Chunk& chunk = chunks_.back();
  Word* const at = chunk.block.as<Word>() + chunk.used;
  *at = static_cast<Word>(words.size());
  if (!words.empty()) std::memcpy(at + 1, words.data(), words.size_bytes());
  chunk.used += words.size() + 1;
  ++end_;
}

std::span<const Word> Frontier::words(std::uint64_t number) {
  CHECK(!chunks_.empty() && number >= chunks_.front().first && number < end_);
  const auto after = std::upper_bound(chunks_.begin(), chunks_.end(), number,
                                      [](std::uint64_t value, const Chunk& chunk) { return value < chunk.first; });
  const Chunk& chunk = *std::prev(after);
  if (cursor_.number < chunk.first || cursor_.number > number) cursor_ = {chunk.first, 0};
  const Word* const words = chunk.block.as<Word>();
  for (; cursor_.number < number; ++cursor_.number) cursor_.at += words[cursor_.at] + 1;
  return {words + cursor_.at + 1, words[cursor_.at]};
}

void Frontier::drop(std::uint64_t number) {
  // A chunk goes when the next one has begun: the last one is still being filled.
  while (chunks_.size() > 1 && chunks_[1].first <= number + 1) {
    bytes_ -= chunks_.front().block.bytes();
    chunks_.pop_front();
  }
}

}  // namespace waymark::store
