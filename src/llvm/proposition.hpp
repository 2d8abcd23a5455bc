// Proposition: an expression of C over the variables of a program, judged in a state: `count <= 3`, `table[1].used`,
// `p->next == 0`, `main::x`. A variable of a function is that of its innermost call; it has to be in memory, for
// changes of registers are no steps. Where a variable is not there, or has no value, an invariant has nothing to object
// to.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "llvm/machine/machine.hpp"

namespace waymark::llvm {

class Proposition {
 public:
  // Throws base::InputError.
  Proposition(std::string_view text, Machine& machine);
  ~Proposition();
  Proposition(Proposition&&) noexcept;

  [[nodiscard]] bool holds(Machine& machine) const;
  // Objects whose contents it asks for.
  [[nodiscard]] const std::vector<Reference>& reads() const { return reads_; }

  // Whether it may ask for any object.
  [[nodiscard]] bool reads_all() const { return reads_all_; }

  struct Node;

 private:
  class Parser;
  class Evaluation;

  std::vector<Reference> reads_;
  bool reads_all_ = false;
  std::unique_ptr<Node> root_;
};

}  // namespace waymark::llvm
