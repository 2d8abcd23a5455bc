// Inspector: what a Promela program shows to a debugger: variables of processes, and values of expressions.
#pragma once

#include <vector>

#include "model/inspectable.hpp"
#include "promela/interpreter.hpp"

namespace waymark::promela {

class Inspector final : public model::Inspectable {
 public:
  // REQUIRES: the interpreter outlives it.
  explicit Inspector(Interpreter& interpreter) : interpreter_(interpreter) {}

  [[nodiscard]] std::vector<model::Value> locals(std::uint32_t actor, std::size_t frame) override;
  [[nodiscard]] Expression read_expression(std::string_view text) override;
  [[nodiscard]] std::optional<Result> value_of(Expression expression, std::uint32_t actor) override;

 private:
  Interpreter& interpreter_;
  std::vector<Code> expressions_;
};

}  // namespace waymark::promela
