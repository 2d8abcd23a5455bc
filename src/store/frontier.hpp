// Frontier: the words of states that are still to be expanded, for stores that keep less than that of every state.
// Breadth-first searches expand states in the order of their numbers, so it is a queue.
#pragma once

#include <cstdint>
#include <deque>
#include <span>

#include "containers/block.hpp"
#include "containers/words.hpp"

namespace waymark::store {

class Frontier {
 public:
  // The first state has this number.
  explicit Frontier(base::Budget& budget, std::uint64_t first = 0) : budget_(&budget), end_(first) {}

  // Whether a state of so many words can be added; false if there is no memory.
  [[nodiscard]] bool room_for(std::uint64_t words);
  // Adds the state with the next number. REQUIRES: room_for() has just said so.
  void push(std::span<const containers::Word> words);
  // REQUIRES: pushed and not dropped. Quickest when numbers are asked for in order.
  [[nodiscard]] std::span<const containers::Word> words(std::uint64_t number);
  // This one and all before it are not needed any more.
  void drop(std::uint64_t number);

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  // Records one after another: the length, then the words.
  struct Chunk {
    containers::Block block;
    std::uint64_t first = 0;  // the number of its first state
    std::uint64_t used = 0;   // in words
  };

  base::Budget* budget_;
  std::deque<Chunk> chunks_;
  std::uint64_t end_;  // the number of the next state
  std::uint64_t bytes_ = 0;
  struct Cursor {
    std::uint64_t number = 0;
    std::uint64_t at = 0;
  } cursor_;  // in the chunk of the state asked for last; a place in any chunk is never before its first record
};

}  // namespace waymark::store
