// Tree: the tree of discoveries, over all ranks, as one process would have it. A search by one process numbers states
// in the order of their discovery; many ranks meet them in any order, but a level at a time, and a state of the next
// level is discovered by the first of all transitions that lead to it. So when a level is over, the rows of its states
// (as scripts have them: one symbol a transition, true for a tree edge) and with them the numbers of the next level
// follow from what the ranks know together.
//
// The rows lie in blocks of successive numbers, of each level the k-th block with rank k, about a byte a state. Nothing
// else is kept of the way to a state. All functions but expanded() are for all ranks at once.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/budget.hpp"
#include "base/bytes.hpp"
#include "cluster/exchange/edge.hpp"
#include "cluster/transport/transport.hpp"

namespace waymark::cluster {

class Tree {
 public:
  // One level with the initial state on it.
  Tree(Transport& transport, base::Budget& budget);
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;
  ~Tree() { budget_.give_back(held_); }

  // Of the level that is being expanded, counted from 0.
  [[nodiscard]] std::uint64_t depth() const { return levels_.size() - 1; }
  [[nodiscard]] std::uint64_t size() const { return levels_.back().size; }
  // The number, over all levels, of its first state.
  [[nodiscard]] std::uint64_t first() const { return levels_.back().first; }
  // The same of an earlier level.
  [[nodiscard]] std::uint64_t first_of(std::uint64_t depth) const { return levels_[depth].first; }

  // This rank has expanded a state of the level, and so many of its transitions arrived. Those of which nothing is said
  // have none.
  void expanded(std::uint64_t source, std::uint64_t transitions);
  // The level is over, and by these edges the states of the next one that this rank keeps were met first. Answers their
  // numbers on it, in the same order; nothing if some rank has no room.
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> settle(std::span<const Edge> edges);

  struct Taken {
    std::uint64_t transitions = 0;
    std::uint64_t discoveries = 0;  // of these, tree edges of that level
  };
  // What one process had taken, in all, before it came to this edge of the level settled last.
  [[nodiscard]] Taken before(Edge edge);
  // The indices of the edges that lead from the initial state to this one.
  [[nodiscard]] std::vector<std::uint64_t> way(std::uint64_t depth, std::uint64_t number);
  // Calls `row` at rank 0, and there only, for every state of the levels that were settled, in the order of numbers.
  void collect(const std::function<void(std::span<const std::uint8_t>)>& row);

  // Instead of expanded() and settle(), of a level that another search has settled: its rows, one after the other.
  // False if there is no room.
  [[nodiscard]] bool restore(std::span<const std::uint8_t> row);
  // After the last row of a level: goes on to the next one.
  void settle_restored();
  // States of the next level, as far as rows were restored.
  [[nodiscard]] std::uint64_t restored() const { return restored_.size; }
  // Transitions of all levels that were settled.
  [[nodiscard]] std::uint64_t transitions() const { return levels_.back().transitions; }

 private:
  struct Level {
    std::uint64_t first = 0;
    std::uint64_t size = 0;
    std::uint64_t transitions = 0;     // of all levels before it
    std::uint64_t rows = 0;            // where the rows of this rank's block begin
    std::vector<std::uint64_t> trees;  // tree edges in the blocks before each rank's; none before it is settled
  };
  // What this rank contributes about the sources of another rank's block: for each of them one number with its place in
  // the block and, in the low bits, its transitions.
  using Contribution = std::vector<std::uint64_t>;
  // This rank's block of the level that is being settled.
  struct Row {
    std::uint32_t begin = 0;  // of the bytes of the block
    std::uint32_t child = 0;  // tree edges of the block before it
  };
  struct Block {
    std::vector<std::uint32_t> widths;  // by source
    std::vector<Row> rows;
    std::uint64_t trees = 0;
    std::uint64_t transitions = 0;
  };

  void go_on_to(Level next);
  [[nodiscard]] std::uint64_t block_size(const Level& level) const;
  [[nodiscard]] std::uint64_t block_begin(const Level& level, unsigned rank) const;
  [[nodiscard]] bool hold(std::uint64_t bytes);
  [[nodiscard]] std::vector<Bytes> take_contributions(std::span<const Edge> edges);
  // What all ranks contribute about the sources and edges of this rank's block, as its rows. False if there is no room.
  [[nodiscard]] bool lay_block(const std::vector<Bytes>& contributions, Block& block);
  // Rows without tree edges.
  [[nodiscard]] bool lay_rows(Block& block);
  void mark_trees(const std::vector<Bytes>& contributions, Block& block);
  // Of the edges that each rank has contributed, the numbers: how many tree edges of the block come before.
  [[nodiscard]] std::vector<Bytes> answer(const std::vector<Bytes>& contributions, const Block& block) const;
  // Goes on to the next level, unless some rank has no room.
  [[nodiscard]] bool gather_totals(bool room, const Block& block);

  Transport& transport_;
  base::Budget& budget_;
  std::uint64_t held_ = 0;
  std::vector<Level> levels_;
  // Of the level that is being expanded, which is gone through in the order of numbers: the size of its blocks, and
  // the block to which this rank contributed last.
  std::uint64_t block_ = 1;
  std::uint64_t keeper_ = 0;
  std::uint64_t keeper_begins_ = 0;
  std::vector<Contribution> contributions_;  // by rank
  std::vector<std::uint8_t> rows_;
  Level restored_;                   // the next one, as far as rows were restored
  std::uint64_t restored_rows_ = 0;  // of the level
};

}  // namespace waymark::cluster
