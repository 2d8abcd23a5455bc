#include "store/tree.hpp"

#include <algorithm>
#include <bit>

#include "base/check.hpp"

namespace waymark::store {

namespace {

constexpr std::uint32_t none = model::PairTable::none;
constexpr std::uint64_t longest = std::uint64_t{1} << 30;

std::uint64_t node_count(std::uint64_t length) { return std::max<std::uint64_t>(4, 2 * std::bit_ceil(length)); }

}  // namespace

Tree::Folded::Folded(std::uint32_t length)
    : words(length),
      node_of(length),
      word_of(node_count(length), inner),
      value(node_count(length)),
      dirty(node_count(length) / 64 + 1) {
  if (length >= 2) shape(1, 0, length);
  forget_nodes();
}

std::uint64_t Tree::Folded::bytes(std::uint64_t length) {
  return sizeof(Folded) + 8 * length + 8 * node_count(length) + node_count(length) / 8 + 8;
}

void Tree::Folded::shape(std::uint32_t node, std::uint32_t begin, std::uint32_t end) {
  if (end - begin == 1) {
    node_of[begin] = node;
    word_of[node] = begin;
    return;
  }
  const std::uint32_t middle = begin + (end - begin + 1) / 2;
  shape(2 * node, begin, middle);
  shape(2 * node + 1, middle, end);
}

void Tree::Folded::forget_nodes() {
  std::fill(dirty.begin(), dirty.end(), 0);
  for (std::size_t node = 0; node < value.size(); ++node)
    value[node] = word_of[node] == inner ? none : words[word_of[node]];
  for (const std::uint32_t node : node_of) mark(node / 2);
  top = none;
  number = none;
}

// Marks the nodes above words that differ. False if none does.
bool Tree::Folded::take_over(std::span<const Word> state) {
  bool differs = false;
  const auto take = [&](std::size_t i) {
    if (words[i] == state[i]) return;
    words[i] = state[i];
    value[node_of[i]] = state[i];
    mark(node_of[i] / 2);
    differs = true;
  };
  constexpr std::size_t block = 8;
  std::size_t i = 0;
  for (; i + block <= state.size(); i += block) {
    Word difference = 0;
    for (std::size_t j = i; j < i + block; ++j) difference |= words[j] ^ state[j];
    if (difference == 0) continue;
    for (std::size_t j = i; j < i + block; ++j) take(j);
  }
  for (; i < state.size(); ++i) take(i);
  return differs;
}

Tree::~Tree() { budget_->give_back(folded_bytes_); }

Tree::Folded* Tree::folded(std::uint32_t length) {
  if (last_ != nullptr && last_->words.size() == length) return last_;
  auto& entry = by_length_[length];
  if (entry == nullptr) {
    const std::uint64_t bytes = Folded::bytes(length);
    if (!budget_->take(bytes)) {
      by_length_.erase(length);
      return nullptr;
    }
    folded_bytes_ += bytes;
    entry = std::make_unique<Folded>(length);
  }
  last_ = entry.get();
  return last_;
}

// From the bottom up: a node's children have higher numbers than itself. False: no room.
bool Tree::fold(Folded& state) {
  for (std::size_t block = state.dirty.size(); block-- > 0;) {
    while (state.dirty[block] != 0) {
      const auto bit = static_cast<unsigned>(63 - std::countl_zero(state.dirty[block]));
      state.dirty[block] ^= std::uint64_t{1} << bit;
      const auto node = static_cast<std::uint32_t>(block * 64 + bit);
      if (node <= 1) continue;
      const std::uint32_t number = nodes_.insert({state.value[2 * node], state.value[2 * node + 1]}).number;
      if (number == none) return false;
      if (number == state.value[node]) continue;
      state.value[node] = number;
      if (node == 2) state.top = none;
      state.mark(node / 2);
    }
  }
  return true;
}

Found Tree::number(Folded& state) {
  const auto length = static_cast<std::uint32_t>(state.words.size());
  if (length <= 1) {
    // A single word is folded too, or every one would need a top.
    const Word word = length == 0 ? 0 : state.words[0];
    state.value[2] = word >> 16;
    state.value[3] = word & 0xFFFF;
    state.top = none;
  }
  if (state.top == none) state.top = tops_.insert({state.value[2], length}).number;
  if (state.top == none) return {Seen::no_room, 0};
  const auto answer = roots_.insert({state.top, state.value[3]});
  state.number = answer.number;
  if (answer.number == none) return {Seen::no_room, 0};
  return {answer.fresh ? Seen::fresh : Seen::known, answer.number};
}

Found Tree::insert(const model::Packed& state) {
  if (state.words.size() > longest) return {Seen::no_room, 0};
  Folded* const here = folded(static_cast<std::uint32_t>(state.words.size()));
  if (here == nullptr) return {Seen::no_room, 0};
  if (!here->take_over(state.words) && here->number != none) return {Seen::known, here->number};
  if (here->words.size() == 2) here->top = none;  // its left child is a word, not a node that fold() watches
  if (!fold(*here)) {
    here->forget_nodes();
    return {Seen::no_room, 0};
  }
  return number(*here);
}

void Tree::unfold(Folded& state, std::uint32_t node, Word value) {
  if (state.word_of[node] != Folded::inner) {
    state.words[state.word_of[node]] = value;
    state.value[node] = value;
    return;
  }
  if (state.value[node] == value) return;
  state.value[node] = value;
  const model::Pair children = nodes_.at(value);
  unfold(state, 2 * node, children.left);
  unfold(state, 2 * node + 1, children.right);
}

std::span<const model::Word> Tree::words(std::uint64_t number) {
  CHECK(number < roots_.size());
  const model::Pair root = roots_.at(static_cast<std::uint32_t>(number));
  const model::Pair top = tops_.at(root.left);
  Folded* const here = folded(top.right);
  CHECK(here != nullptr);  // made when a state of this length was inserted, and never given up
  if (here->number == number) return here->words;
  if (top.right >= 2) {
    unfold(*here, 2, top.left);
    unfold(*here, 3, root.right);
    std::fill(here->dirty.begin(), here->dirty.end(), 0);
  } else if (top.right == 1) {
    here->words[0] = top.left << 16 | root.right;
  }
  here->top = root.left;
  here->number = static_cast<std::uint32_t>(number);
  return here->words;
}

}  // namespace waymark::store
