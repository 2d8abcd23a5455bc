// Ancestry: who discovered whom in a breadth-first search, and how, in about ten bits per state. States are expanded
// and numbered in order, so for each expanded state it is enough to write one 1 per new child and then a 0: the c-th 1
// is state c, and the number of 0s before it is its parent. The choice that led to a child is a byte, as a rule. So
// trails need neither the store's words nor its numbers, which not all stores have.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/budget.hpp"
#include "checkpoint/reader.hpp"
#include "checkpoint/writer.hpp"
#include "containers/budgeted_stack.hpp"
#include "model/path.hpp"

namespace waymark::search {

class Ancestry {
 public:
  explicit Ancestry(base::Budget& budget) : words_(budget), choices_(budget) {}

  // The state being expanded has a new child, by these choices; several if there were any inside an indivisible
  // sequence. False if there is no room.
  [[nodiscard]] bool child(std::span<const std::uint32_t> choices) { return note(choices) && append(1); }
  // The same by the choices of a path that begins with the state being expanded.
  [[nodiscard]] bool child(const model::Path& path) {
    step_.clear();
    path.choices(step_);
    return child(step_);
  }
  // The state being expanded is done. False if there is no room.
  [[nodiscard]] bool close() { return append(0); }

  // The numbers from the initial state, 0, to this one. One sweep over the bits, however long the line is.
  [[nodiscard]] std::vector<std::uint64_t> line(std::uint64_t number) const;
  // The choices that lead from the initial state to this one. One sweep as well.
  [[nodiscard]] std::vector<std::uint32_t> way(std::uint64_t number) const;

  // How much of it there was at some time.
  struct Extent {
    std::uint64_t bits = 0;
    std::uint64_t choices = 0;
  };
  [[nodiscard]] Extent extent() const { return {bits_, choices_.size()}; }
  void save(checkpoint::Writer& writer, const Extent& extent) const;
  // What save() wrote, of so many states, of which so many had been done. Throws base::InputError if it is not that, or
  // if there is no room for it. REQUIRES: nothing has been noted.
  void load(checkpoint::Reader& reader, std::uint64_t states, std::uint64_t done);

  // Goes through all of it once more. REQUIRES: the ancestry outlives it.
  class Retelling {
   public:
    explicit Retelling(const Ancestry& told) : told_(told) {}
    // The choices that led to the next child; false if that was the last, and the next state's turn has come.
    // REQUIRES: the states that were done have not all been gone through.
    [[nodiscard]] bool next_child(std::vector<std::uint32_t>& choices);

   private:
    const Ancestry& told_;
    std::uint64_t bit_ = 0;
    std::uint64_t choice_ = 0;
  };

 private:
  [[nodiscard]] bool note(std::span<const std::uint32_t> choices);
  bool varint(std::uint64_t value);
  [[nodiscard]] std::uint64_t read_varint(std::uint64_t& at) const;
  // Moves on behind the choices of a child, which are appended to `out`, if there is one.
  void read_choices(std::uint64_t& at, std::vector<std::uint32_t>* out) const;
  [[nodiscard]] bool bit(std::uint64_t i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }
  // Whether the bits are those of so many states, of which so many had been done, each with a parent before it.
  [[nodiscard]] bool are_a_tree(std::uint64_t states, std::uint64_t done) const;
  // Whether the choices are those of so many children.
  [[nodiscard]] bool are_choices(std::uint64_t children) const;
  bool append(std::uint64_t bit) {
    if (bits_ % 64 == 0 && !words_.push(0)) return false;
    words_.top() |= bit << (bits_ % 64);
    ones_ += bit;
    ++bits_;
    return true;
  }

  containers::BudgetedStack<std::uint64_t> words_;
  containers::BudgetedStack<std::uint8_t> choices_;
  std::vector<std::uint32_t> step_;
  std::uint64_t bits_ = 0;
  std::uint64_t ones_ = 0;
};

}  // namespace waymark::search
