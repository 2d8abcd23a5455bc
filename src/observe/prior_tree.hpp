// PriorTree: the tree of an earlier lean script, held so that it can be followed from any of its states: two to three
// bytes for each. The script is a stranger's: whatever it says, reading ends in a tree or in a reason why not, within
// the budget. What it says of a program is for the reader to find out.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/budget.hpp"
#include "base/stop.hpp"
#include "containers/budgeted_stack.hpp"
#include "script/reader.hpp"

namespace waymark::observe {

class PriorTree {
 public:
  // Null if there is not enough memory; then the fault has no text. Throws base::Stopped if `stop`, if any, says so.
  // Null with a fault if the rows are those of no tree. REQUIRES: a whole script of form lean.
  [[nodiscard]] static std::unique_ptr<PriorTree> read(const std::shared_ptr<const script::File>& file,
                                                       base::Budget& budget, const base::Stop* stop,
                                                       script::Fault& fault);

  [[nodiscard]] std::uint64_t states() const { return states_; }
  // Replaces `row` by that of a state, and answers its first child. States are numbered level by level: the root is 0,
  // and the children of a state follow each other. REQUIRES: number < states().
  [[nodiscard]] std::uint64_t open(std::uint64_t number, std::vector<std::uint8_t>& row);

 private:
  class Reader;

  // Where the row of every sixteenth state begins, and its first child; between them one counts.
  struct Landmark {
    std::uint64_t row = 0;
    std::uint64_t child = 0;
  };
  static constexpr std::uint64_t stride = 16;

  explicit PriorTree(base::Budget& budget) : rows_(budget), landmarks_(budget) {}
  [[nodiscard]] bool set_landmarks();
  // Goes past the row that begins there.
  void pass(Landmark& place) const;

  containers::BudgetedStack<std::uint8_t> rows_;
  containers::BudgetedStack<Landmark> landmarks_;
  std::uint64_t states_ = 0;
  // The state behind the one that was opened last: who goes level by level asks for it next.
  std::uint64_t following_ = 0;
  Landmark place_{0, 1};
};

}  // namespace waymark::observe
