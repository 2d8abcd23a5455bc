// Proposition: an expression of C over the variables of a program, judged in a state: `count <= 3`, `table[1].used`,
// `p->next == 0`, `main::x`. A variable of a function is that of its innermost call. If threads run the function at the
// same time, the expression is judged for each of them, and has to hold for all. The variable has to be in memory, for
// changes of registers are no steps.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "llvm/machine/machine.hpp"

namespace waymark::llvm {

class Proposition {
 public:
  // Throws base::InputError.
  Proposition(std::string_view text, const Program& program);
  ~Proposition();
  Proposition(Proposition&&) noexcept;

  // Nothing: a variable of it is not there, or has no value.
  [[nodiscard]] std::optional<bool> holds(Machine& machine) const;
  // Its value for this thread, or for the first one that has the variables, in registers as well.
  struct Typed {
    Value value;
    const DebugType* type = nullptr;  // null: a number
    unsigned bits = 64;
  };
  [[nodiscard]] std::optional<Typed> value(Machine& machine, const Thread* thread) const;
  // Objects whose contents it asks for.
  [[nodiscard]] const std::vector<Reference>& reads() const { return reads_; }

  // Variables FUNCTION::NAME that it asks for and that are in registers.
  [[nodiscard]] const std::set<std::string>& registers() const { return registers_; }
  // Places in the code that make the objects whose contents it asks for.
  [[nodiscard]] const std::vector<std::uint32_t>& sites() const { return sites_; }
  // Whether it may ask for any object.
  [[nodiscard]] bool reads_all() const { return reads_all_; }

  struct Node;

 private:
  class Parser;
  class Evaluation;

  std::vector<Reference> reads_;
  std::vector<std::uint32_t> sites_;
  std::set<std::string> registers_;
  bool reads_all_ = false;
  bool has_locals_ = false;
  std::unique_ptr<Node> root_;
};

}  // namespace waymark::llvm
