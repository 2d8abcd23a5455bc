// Tree: the words of a state folded pairwise into a binary tree whose nodes are kept once (recursive indexing:
// Holzmann; tree compression: Laarman, van de Pol, Weber). A state is the pair at its root, nine or ten bytes; states
// of a step's distance share all nodes but the few above the words that changed. Exact: the root determines the words.
//
// The shape depends on the length alone. It begins as a balanced one; when there are some thousand states, they are
// folded once more in shapes for how much each of their words has varied, with the same numbers, which leaves far fewer
// nodes (FoldShape). So that roots of different lengths stay apart without costing every state, the left child of the
// root is paired with the length first, but for the length that was the most frequent one then.
// Of each length one state is remembered with its nodes, and only what differs from it is looked up: the state inserted
// last, or, while the caller takes states out by words() and inserts their successors, the one taken out.
// There may be any number of states, but 2^32 nodes of a kind, and 2^31 on the left of the root.
// One thread inserts; as long as none does, many may find states and take them out (TreeReader).
#pragma once

#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "containers/pair_table.hpp"
#include "containers/pair_tables.hpp"
#include "store/folded.hpp"
#include "store/store.hpp"

namespace waymark::store {

class Tree final : public Store {
 public:
  // Roots are kept in tables of at most so many.
  explicit Tree(base::Budget& budget, std::uint32_t most_roots = containers::PairTable::numbers)
      : budget_(&budget), most_roots_(most_roots), tables_(std::make_unique<Tables>(budget, most_roots)) {}
  ~Tree() override;

  [[nodiscard]] Found insert(const containers::Packed& state) override;
  // The same for some states, one after the other, whose memory is fetched ahead. Answers for how many there was room.
  // REQUIRES: all are new.
  [[nodiscard]] std::size_t insert_new(std::span<const std::span<const containers::Word>> states);
  [[nodiscard]] std::span<const containers::Word> words(std::uint64_t number) override;
  [[nodiscard]] std::uint64_t size() const override { return tables_->roots.size(); }
  [[nodiscard]] std::uint64_t bytes() const override { return tables_->bytes() + folded_bytes_; }
  [[nodiscard]] Promise promise() const override { return Promise::exact; }

  // Frees what only insert() needs; from then on there is none.
  void close();

  [[nodiscard]] std::uint64_t nodes() const {
    return std::uint64_t{tables_->bottoms.size()} + tables_->nodes.size() + tables_->tops.size();
  }

 private:
  friend class TreeReader;
  using Word = containers::Word;
  static constexpr std::uint64_t reshaped_at = 1 << 13;  // states
  static constexpr std::size_t ahead = 16;               // roots that are fetched before they are inserted

  struct Tables {
    Tables(base::Budget& budget, std::uint32_t most_roots)
        : bottoms(budget, containers::PairTable::Recent::kept),
          nodes(budget, containers::PairTable::Recent::kept),
          tops(budget, containers::PairTable::Recent::kept),
          roots(budget, most_roots) {}
    [[nodiscard]] std::uint64_t bytes() const {
      return bottoms.bytes() + nodes.bytes() + tops.bytes() + roots.bytes() + sizeof(Tables);
    }

    containers::PairTable bottoms;  // pairs of words
    containers::PairTable nodes;    // pairs of numbers of these two
    containers::PairTable tops;     // (value of the root's left child, length)
    // The states. The left one is twice the value of the root's left child, for states of the usual length; else twice
    // the number of their top, and one more.
    containers::PairTables roots;
  };
  struct OfLength {
    explicit OfLength(FoldShape made) : shape(std::move(made)) {}
    FoldShape shape;
    Folded folded{shape};
  };

  // The values of a root's children, without the mark of an unusual length; and the length.
  struct Unmarked {
    containers::Pair values;
    std::uint32_t length = 0;
  };
  [[nodiscard]] Unmarked root_of(std::uint64_t number) const;
  void unfold(const Unmarked& root, Folded& into) const;

  [[nodiscard]] Folded* folded(std::uint32_t length);
  // The pair that this state is among the roots; false if there is no room.
  [[nodiscard]] bool find_root(std::span<const Word> state, containers::Pair& root);
  // The same from its nodes; top(left, length) numbers what is paired with an unusual length.
  template <typename Top>
  [[nodiscard]] bool make_root(const Folded& state, containers::Pair& root, const Top& top) const;
  // All states so far in better shapes, if there is memory for that.
  void reshape();
  // Makes the shapes for states such as those of the other one. False if there is no memory.
  [[nodiscard]] bool learn_from(Tree& other);
  [[nodiscard]] bool add_shape(FoldShape shape);
  void swap(Tree& other);

  base::Budget* budget_;
  std::uint32_t most_roots_;
  std::unique_ptr<Tables> tables_;
  std::unordered_map<std::uint32_t, std::unique_ptr<OfLength>> by_length_;
  Folded* last_ = nullptr;
  std::uint32_t usual_length_ = FoldShape::nothing;
  bool reshaped_ = false;
  unsigned shapes_made_ = 0;  // it grows when all shapes are replaced
  unsigned successors_ = 0;   // inserts since words() that are taken to be of successors
  std::uint64_t folded_bytes_ = 0;
};

// What one of several threads sees of a tree, as long as nobody inserts. It remembers the state that it took out last:
// the states that it finds are taken to be successors of that one.
class TreeReader {
 public:
  static constexpr std::uint64_t nothing = ~std::uint64_t{0};

  // REQUIRES: the tree outlives it.
  explicit TreeReader(const Tree& tree) : tree_(tree) {}
  TreeReader(const TreeReader&) = delete;
  TreeReader& operator=(const TreeReader&) = delete;
  ~TreeReader();

  // Begins to find a state: false if it is not there. Else its root, if it is there, is this one, which is fetched
  // from memory meanwhile.
  [[nodiscard]] bool approach(std::span<const containers::Word> state, containers::Pair& root);
  // Of the state with this root; nothing if there is none.
  [[nodiscard]] std::uint64_t number(const containers::Pair& root) const;
  // A view until the next call.
  [[nodiscard]] std::span<const containers::Word> words(std::uint64_t number);
  [[nodiscard]] std::uint64_t size() const { return tree_.size(); }

 private:
  [[nodiscard]] Folded* folded(std::uint32_t length);

  const Tree& tree_;
  std::unordered_map<std::uint32_t, std::unique_ptr<Folded>> by_length_;
  Folded* last_ = nullptr;
  unsigned shapes_made_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace waymark::store
