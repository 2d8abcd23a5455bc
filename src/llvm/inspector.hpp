// Inspector: what a program shows to a debugger: variables of functions, and values of expressions.
#pragma once

#include <vector>

#include "llvm/machine/machine.hpp"
#include "llvm/proposition.hpp"
#include "model/inspectable.hpp"

namespace waymark::llvm {

// The frames of a thread that people see, innermost first.
[[nodiscard]] std::vector<std::size_t> shown_frames(const Machine& machine, const Thread& thread);

class Inspector final : public model::Inspectable {
 public:
  // REQUIRES: the machine outlives it.
  explicit Inspector(Machine& machine) : machine_(machine) {}

  // Those in memory, and those in registers as long as they are needed.
  [[nodiscard]] std::vector<model::Value> locals(std::uint32_t actor, std::size_t frame) override;
  [[nodiscard]] Expression read_expression(std::string_view text) override;
  [[nodiscard]] std::optional<Result> value_of(Expression expression, std::uint32_t actor) override;

 private:
  Machine& machine_;
  std::vector<Proposition> expressions_;
};

}  // namespace waymark::llvm
