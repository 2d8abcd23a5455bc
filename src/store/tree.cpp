#include "store/tree.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/check.hpp"

namespace waymark::store {

namespace {

constexpr std::uint32_t none = containers::PairTable::none;
constexpr std::uint64_t longest = std::uint64_t{1} << 30;
constexpr unsigned most_successors = 64;  // of a state, before a caller is taken to have gone another way

std::uint64_t node_count(std::uint64_t length) { return std::max<std::uint64_t>(4, 2 * std::bit_ceil(length)); }

bool same_two(const containers::Word* a, const containers::Word* b) {
  std::uint64_t x = 0;
  std::uint64_t y = 0;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  return x == y;
}

}  // namespace

Tree::Folded::Folded(std::uint32_t length)
    : words(length),
      node_of(length),
      word_of(node_count(length), inner),
      value(node_count(length)),
      dirty(node_count(length) / 64 + 1),
      changes(length + node_count(length)) {
  if (length >= 2) shape(1, 0, length);
  forget_nodes();
}

std::uint64_t Tree::Folded::bytes(std::uint64_t length) {
  return sizeof(Folded) + 16 * length + 16 * node_count(length) + node_count(length) / 8 + 8;
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
  old_top = top;
  old_number = number;
  Word* const mine = words.data();
  const Word* const theirs = state.data();
  Change* next = changes.data();
  const auto take = [&](std::size_t i) {
    const std::uint32_t node = node_of[i];
    *next++ = {node, mine[i]};
    mine[i] = theirs[i];
    value[node] = theirs[i];
    mark(node / 2);
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
  changed = static_cast<std::size_t>(next - changes.data());
  return changed != 0;
}

void Tree::Folded::go_back() {
  for (std::size_t i = 0; i < changed; ++i) {
    const Change item = changes[i];
    value[item.node] = item.old;
    if (word_of[item.node] != inner) words[word_of[item.node]] = item.old;
  }
  top = old_top;
  number = old_number;
  if (number == none) forget_nodes();  // the state before was none whose nodes were known
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
  Word* const value = state.value.data();
  std::uint64_t* const dirty = state.dirty.data();
  Folded::Change* next = state.changes.data() + state.changed;
  for (std::size_t block = state.dirty.size(); block-- > 0;) {
    for (std::uint64_t bits = dirty[block]; bits != 0; bits = dirty[block]) {
      const auto bit = static_cast<unsigned>(63 - std::countl_zero(bits));
      dirty[block] = bits ^ std::uint64_t{1} << bit;
      const std::size_t node = block * 64 + bit;
      if (node <= 1) continue;
      const std::uint32_t number = nodes_.insert(value[2 * node], value[2 * node + 1]).number;
      if (number == none) return false;
      if (number == value[node]) continue;
      *next++ = {static_cast<std::uint32_t>(node), value[node]};
      value[node] = number;
      if (node == 2) state.top = none;
      dirty[node / 128] |= std::uint64_t{1} << node / 2 % 64;
    }
  }
  state.changed = static_cast<std::size_t>(next - state.changes.data());
  return true;
}

Found Tree::number(Folded& state) {
  const auto length = static_cast<std::uint32_t>(state.words.size());
  if (length <= 1) {
    // A single word is folded too, or every one would need a top.
    const Word word = length == 0 ? 0 : state.words[0];
    state.value[2] = word >> 16;
    state.value[3] = word & 0xFFFF;
  }
  if (state.top == none) state.top = tops_.insert(state.value[2], length).number;
  if (state.top == none) return {Seen::no_room, 0};
  const auto answer = roots_.insert(state.top, state.value[3]);
  state.number = answer.number;
  if (answer.number == none) return {Seen::no_room, 0};
  return {answer.fresh ? Seen::fresh : Seen::known, answer.number};
}

Found Tree::insert(const containers::Packed& state) {
  if (state.words.size() > longest) return {Seen::no_room, 0};
  Folded* const here = folded(static_cast<std::uint32_t>(state.words.size()));
  if (here == nullptr) return {Seen::no_room, 0};
  if (!here->take_over(state.words) && here->number != none) return {Seen::known, here->number};
  if (here->words.size() <= 2) here->top = none;  // the left child is no node that fold() watches
  if (!fold(*here)) {
    here->forget_nodes();
    return {Seen::no_room, 0};
  }
  const Found found = number(*here);
  // Its siblings are to come, and they differ less from the state that they all come from.
  if (successors_ > 0 && here->words.size() > 2) {
    --successors_;
    here->go_back();
  }
  return found;
}

void Tree::unfold(Folded& state, std::uint32_t node, Word value) {
  if (state.word_of[node] != Folded::inner) {
    state.words[state.word_of[node]] = value;
    state.value[node] = value;
    return;
  }
  if (state.value[node] == value) return;
  state.value[node] = value;
  const containers::Pair children = nodes_.at(value);
  unfold(state, 2 * node, children.left);
  unfold(state, 2 * node + 1, children.right);
}

std::span<const containers::Word> Tree::words(std::uint64_t number) {
  CHECK(number < roots_.size());
  successors_ = most_successors;
  const containers::Pair root = roots_.at(static_cast<std::uint32_t>(number));
  const containers::Pair top = tops_.at(root.left);
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
