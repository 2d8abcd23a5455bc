// Folded: a state and the nodes of the tree into which its words are folded, pairwise; its user remembers
// one, and only what differs from it in the next is looked up. The nodes themselves, each kept once, are in tables of
// another owner.
//
// A FoldShape says which words are beside each other. Words that vary much should be spread over both halves of a tree,
// since its upper nodes are as many as what they stand for varies: so a shape can be made for how much each word
// varied.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "containers/pair_table.hpp"
#include "containers/words.hpp"

namespace waymark::store {

// Nodes are numbered from the root, which is 0, downwards: children have higher numbers than their parents. Node i has
// the slots 2i and 2i + 1 for the values of its children. The lowest nodes (bottoms) have words there, one or two, and
// the others have numbers of nodes; only the root may have a word, in its right slot.
class FoldShape {
 public:
  static constexpr std::uint32_t nothing = ~std::uint32_t{0};
  static constexpr std::uint32_t most_words = 1u << 30;

  // For so many words, all of which vary alike.
  explicit FoldShape(std::uint32_t length);
  // For words that vary so much.
  explicit FoldShape(std::span<const float> variation);

  [[nodiscard]] std::uint32_t length() const { return static_cast<std::uint32_t>(slot_of_word_.size()); }
  [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(slot_of_node_.size()); }
  [[nodiscard]] bool is_bottom(std::uint32_t node) const { return node >= first_bottom_; }
  [[nodiscard]] std::uint32_t slot_of_word(std::size_t word) const { return slot_of_word_[word]; }
  [[nodiscard]] std::uint32_t slot_of_node(std::uint32_t node) const { return slot_of_node_[node]; }
  // What is in a slot, or nothing.
  [[nodiscard]] std::uint32_t word_in(std::uint32_t slot) const {
    return content_[slot] < node_bit ? content_[slot] : nothing;
  }
  [[nodiscard]] std::uint32_t node_in(std::uint32_t slot) const {
    return content_[slot] < node_bit || content_[slot] == nothing ? nothing : content_[slot] - node_bit;
  }
  // About as much, for there are four nodes to three words, or a few more.
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t length) { return sizeof(FoldShape) + 28 * (length + 4); }

 private:
  static constexpr std::uint32_t node_bit = 1u << 31;

  struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t slot = 0;  // in which it is to hang
  };
  [[nodiscard]] std::uint32_t middle(const Range& range) const;
  void hang_word(std::uint32_t word, std::uint32_t slot);
  [[nodiscard]] std::uint32_t hang_node(std::uint32_t slot);

  std::vector<double> up_to_;  // how much the words before one vary; only while it is made
  std::vector<std::uint32_t> slot_of_word_;
  std::vector<std::uint32_t> slot_of_node_;
  std::vector<std::uint32_t> content_;  // of slots: a word, a node and node_bit, or nothing
  std::uint32_t first_bottom_ = 0;
};

class Folded {
 public:
  using Word = containers::Word;
  static constexpr Word none = containers::PairTable::none;

  // The shape outlives it.
  explicit Folded(const FoldShape& shape);
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t length) { return sizeof(Folded) + 36 * (length + 4); }

  [[nodiscard]] std::span<const Word> words() const { return words_; }
  [[nodiscard]] const FoldShape& shape() const { return *shape_; }
  // The values of the root's children, when all is folded.
  [[nodiscard]] containers::Pair root() const { return {values_[0], values_[1]}; }
  [[nodiscard]] bool is_folded() const { return folded_; }

  // Becomes this state. False if it is already. REQUIRES: as many words.
  bool take_over(std::span<const Word> state);
  // Looks up the nodes above words that have changed: insert(bottom, left, right) numbers a pair of values, or says
  // none. False if it did: then what comes is forget_nodes() or go_back().
  template <typename Insert>
  [[nodiscard]] bool fold(const Insert& insert);
  // Back to the state and the nodes before the last take_over().
  void go_back();
  // Becomes the state with that root: at(bottom, number) is the pair that was numbered so.
  template <typename At>
  void unfold(containers::Pair root, const At& at);
  // No node's value can be relied on; the words can.
  void forget_nodes();

 private:
  struct Change {
    std::uint32_t slot = 0;
    Word old = 0;
  };

  void mark(std::uint32_t node) { dirty_[node / 64] |= std::uint64_t{1} << node % 64; }
  template <typename At>
  void unfold_slot(std::uint32_t slot, Word value, const At& at);

  const FoldShape* shape_;
  std::vector<Word> words_;
  std::vector<Word> values_;          // of slots
  std::vector<std::uint64_t> dirty_;  // a bit for each node whose children have changed
  std::vector<Change> changes_;       // since the last take_over(), as many as `changed_` says
  std::size_t changed_ = 0;
  bool folded_ = false;  // all nodes are known
  bool was_folded_ = false;
};

// From the bottom up.
template <typename Insert>
bool Folded::fold(const Insert& insert) {
  Word* const values = values_.data();
  std::uint64_t* const dirty = dirty_.data();
  Change* next = changes_.data() + changed_;
  for (std::size_t block = dirty_.size(); block-- > 0;) {
    for (std::uint64_t bits = dirty[block]; bits != 0; bits = dirty[block]) {
      const auto bit = static_cast<unsigned>(63 - __builtin_clzll(bits));
      dirty[block] = bits ^ std::uint64_t{1} << bit;
      const auto node = static_cast<std::uint32_t>(block * 64 + bit);
      if (node == 0) continue;
      const Word number = insert(shape_->is_bottom(node), values[2 * node], values[2 * node + 1]);
      if (number == none) {
        changed_ = static_cast<std::size_t>(next - changes_.data());
        return false;
      }
      const std::uint32_t slot = shape_->slot_of_node(node);
      if (number == values[slot]) continue;
      *next++ = {slot, values[slot]};
      values[slot] = number;
      dirty[slot / 128] |= std::uint64_t{1} << slot / 2 % 64;
    }
  }
  changed_ = static_cast<std::size_t>(next - changes_.data());
  folded_ = true;
  return true;
}

template <typename At>
void Folded::unfold(containers::Pair root, const At& at) {
  std::fill(dirty_.begin(), dirty_.end(), 0);
  unfold_slot(0, root.left, at);
  unfold_slot(1, root.right, at);
  folded_ = true;
}

template <typename At>
void Folded::unfold_slot(std::uint32_t slot, Word value, const At& at) {
  const std::uint32_t node = shape_->node_in(slot);
  if (node == FoldShape::nothing) {
    values_[slot] = value;
    if (const std::uint32_t word = shape_->word_in(slot); word != FoldShape::nothing) words_[word] = value;
    return;
  }
  if (values_[slot] == value) return;
  values_[slot] = value;
  const containers::Pair children = at(shape_->is_bottom(node), value);
  unfold_slot(2 * node, children.left, at);
  unfold_slot(2 * node + 1, children.right, at);
}

}  // namespace waymark::store
