// Tree: the words of a state folded pairwise into a balanced binary tree whose nodes are kept once (recursive indexing:
// Holzmann; tree compression: Laarman, van de Pol, Weber). A state is the pair at its root, about 13 bytes; states of a
// step's distance share all nodes but the few above the words that changed. Exact: the root determines the words.
//
// The shape depends on the length alone. So that roots of different lengths stay apart without costing every state, the
// left child of the root is paired with the length first; left halves are far fewer than states.
// Of each length one state is remembered with its nodes, and only what differs from it is looked up: the state inserted
// last, or, while the caller takes states out by words() and inserts their successors, the one taken out.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "containers/pair_table.hpp"
#include "store/store.hpp"

namespace waymark::store {

class Tree final : public Store {
 public:
  explicit Tree(base::Budget& budget)
      : budget_(&budget),
        nodes_(budget, containers::PairTable::Recent::kept),
        tops_(budget, containers::PairTable::Recent::kept),
        roots_(budget) {}
  ~Tree() override;

  [[nodiscard]] Found insert(const containers::Packed& state) override;
  [[nodiscard]] std::span<const containers::Word> words(std::uint64_t number) override;
  [[nodiscard]] std::uint64_t size() const override { return roots_.size(); }
  [[nodiscard]] std::uint64_t bytes() const override {
    return nodes_.bytes() + tops_.bytes() + roots_.bytes() + folded_bytes_;
  }
  [[nodiscard]] Promise promise() const override { return Promise::exact; }

  // Frees what only insert() needs; from then on there is none.
  void close() {
    nodes_.close();
    tops_.close();
    roots_.close();
  }

  [[nodiscard]] std::uint64_t nodes() const { return std::uint64_t{nodes_.size()} + tops_.size(); }

 private:
  using Word = containers::Word;

  // A state with its nodes. Node 1 is the root, node i has the children 2i and 2i + 1.
  struct Folded {
    static constexpr std::uint32_t inner = ~std::uint32_t{0};

    std::vector<Word> words;
    std::vector<std::uint32_t> node_of;  // of a word
    std::vector<std::uint32_t> word_of;  // of a node; inner if it is none
    std::vector<Word> value;             // of a node: the word, or the number of the pair of its children's values
    std::vector<std::uint64_t> dirty;    // a bit for each node whose children have changed
    std::uint32_t top = containers::PairTable::none;
    std::uint32_t number = containers::PairTable::none;

    explicit Folded(std::uint32_t length);
    static std::uint64_t bytes(std::uint64_t length);
    void shape(std::uint32_t node, std::uint32_t begin, std::uint32_t end);
    // No node's value can be relied on; the words can.
    void forget_nodes();
    bool take_over(std::span<const Word> state);
    void mark(std::uint32_t node) { dirty[node / 64] |= std::uint64_t{1} << node % 64; }
    // Back to the state and the nodes before the last take_over().
    void go_back();

    struct Change {
      std::uint32_t node = 0;
      Word old = 0;
    };
    std::vector<Change> changes;  // since then, as many as `changed` says
    std::size_t changed = 0;
    std::uint32_t old_top = containers::PairTable::none;
    std::uint32_t old_number = containers::PairTable::none;
  };

  [[nodiscard]] Folded* folded(std::uint32_t length);
  [[nodiscard]] bool fold(Folded& state);
  void unfold(Folded& state, std::uint32_t node, Word value);
  [[nodiscard]] Found number(Folded& state);

  base::Budget* budget_;
  containers::PairTable nodes_;
  containers::PairTable tops_;   // (value of the root's left child, length)
  containers::PairTable roots_;  // (top, value of the root's right child): the states
  std::unordered_map<std::uint32_t, std::unique_ptr<Folded>> by_length_;
  Folded* last_ = nullptr;
  unsigned successors_ = 0;  // inserts since words() that are taken to be of successors
  std::uint64_t folded_bytes_ = 0;
};

}  // namespace waymark::store
