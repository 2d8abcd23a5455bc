#include "store/folded.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace waymark::store {

namespace {

bool same_two(const containers::Word* a, const containers::Word* b) {
  std::uint64_t x = 0;
  std::uint64_t y = 0;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  return x == y;
}

}  // namespace

FoldShape::FoldShape(std::uint32_t length) : FoldShape(std::vector<float>(length, 1)) {}

FoldShape::FoldShape(std::span<const float> variation) {
  const auto length = static_cast<std::uint32_t>(variation.size());
  // A word that does not vary has a place all the same, and those beside each other get a tree that is balanced.
  constexpr double least = 0.01;
  up_to_.push_back(0);
  for (const float one : variation) up_to_.push_back(up_to_.back() + std::max<double>(one, least));
  slot_of_word_.resize(length);
  (void)hang_node(nothing);
  // Level by level, inner nodes first: what is a bottom waits until they are all there.
  std::vector<Range> inner;
  std::vector<Range> bottoms;
  const auto hang = [&](const Range& range) { (range.end - range.begin <= 2 ? bottoms : inner).push_back(range); };
  if (length == 1) hang_word(0, 1);
  if (length == 2) bottoms.push_back({0, 1, 0});
  if (length == 2) hang_word(1, 1);
  if (length > 2) {
    const std::uint32_t half = middle({0, length, 0});
    hang({0, half, 0});
    hang({half, length, 1});
  }
  for (std::size_t i = 0; i < inner.size(); ++i) {
    const Range range = inner[i];
    const std::uint32_t node = hang_node(range.slot);
    const std::uint32_t half = middle(range);
    hang({range.begin, half, 2 * node});
    hang({half, range.end, 2 * node + 1});
  }
  first_bottom_ = nodes();
  for (const Range& range : bottoms) {
    const std::uint32_t node = hang_node(range.slot);
    for (std::uint32_t word = range.begin; word < range.end; ++word) hang_word(word, 2 * node + word - range.begin);
  }
  up_to_ = {};
  slot_of_node_.shrink_to_fit();
  content_.shrink_to_fit();
}

// Where both sides vary as much as possible alike; each has a word at least.
std::uint32_t FoldShape::middle(const Range& range) const {
  const auto begin = up_to_.begin() + range.begin;
  const auto end = up_to_.begin() + range.end;
  const double half = (*begin + *end) / 2;
  const auto after = std::lower_bound(begin + 1, end - 1, half);
  const bool before_is_nearer = after - begin > 1 && half - *(after - 1) < *after - half;
  return static_cast<std::uint32_t>((before_is_nearer ? after - 1 : after) - up_to_.begin());
}

void FoldShape::hang_word(std::uint32_t word, std::uint32_t slot) {
  slot_of_word_[word] = slot;
  content_[slot] = word;
}

std::uint32_t FoldShape::hang_node(std::uint32_t slot) {
  const std::uint32_t node = nodes();
  slot_of_node_.push_back(slot);
  content_.insert(content_.end(), 2, nothing);
  if (slot != nothing) content_[slot] = node_bit | node;
  return node;
}

Folded::Folded(const FoldShape& shape)
    : shape_(&shape),
      words_(shape.length()),
      values_(2 * std::size_t{shape.nodes()}),
      dirty_(shape.nodes() / 64 + 1),
      changes_(shape.length() + std::size_t{shape.nodes()}) {
  forget_nodes();
}

void Folded::forget_nodes() {
  std::fill(dirty_.begin(), dirty_.end(), 0);
  for (std::uint32_t slot = 0; slot < values_.size(); ++slot) {
    if (shape_->node_in(slot) != FoldShape::nothing) values_[slot] = none;
  }
  for (std::size_t word = 0; word < words_.size(); ++word) {
    values_[shape_->slot_of_word(word)] = words_[word];
    mark(shape_->slot_of_word(word) / 2);
  }
  folded_ = false;
}

// Marks the nodes above words that differ.
bool Folded::take_over(std::span<const Word> state) {
  was_folded_ = folded_;
  Word* const mine = words_.data();
  const Word* const theirs = state.data();
  Change* next = changes_.data();
  const auto take = [&](std::size_t i) {
    const std::uint32_t slot = shape_->slot_of_word(i);
    *next++ = {slot, mine[i]};
    mine[i] = theirs[i];
    values_[slot] = theirs[i];
    mark(slot / 2);
  };
  // Most words are as they were: they are compared by eight, and a block that differs without a branch for each word.
  constexpr std::size_t block = 8;
  const std::size_t size = state.size();
  for (std::size_t i = 0; size >= block && i < size;) {
    const std::size_t begin = std::min(i, size - block);
    i = begin + block;
    if (same_two(mine + begin, theirs + begin) && same_two(mine + begin + 2, theirs + begin + 2) &&
        same_two(mine + begin + 4, theirs + begin + 4) && same_two(mine + begin + 6, theirs + begin + 6)) {
      continue;
    }
    unsigned differing = 0;
    for (unsigned j = 0; j < block; ++j) differing |= unsigned{mine[begin + j] != theirs[begin + j]} << j;
    for (; differing != 0; differing &= differing - 1) take(begin + static_cast<unsigned>(std::countr_zero(differing)));
  }
  for (std::size_t i = 0; size < block && i < size; ++i) {
    if (mine[i] != theirs[i]) take(i);
  }
  changed_ = static_cast<std::size_t>(next - changes_.data());
  return changed_ != 0;
}

void Folded::go_back() {
  std::fill(dirty_.begin(), dirty_.end(), 0);
  while (changed_ > 0) {
    const Change item = changes_[--changed_];
    values_[item.slot] = item.old;
    if (const std::uint32_t word = shape_->word_in(item.slot); word != FoldShape::nothing) words_[word] = item.old;
  }
  if (!was_folded_) forget_nodes();  // the state before was none whose nodes were known
  folded_ = was_folded_;
}

}  // namespace waymark::store
