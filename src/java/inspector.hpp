// Inspector: what a Java program shows to a debugger: variables of methods, and values of expressions.
#pragma once

#include <vector>

#include "java/machine/vm.hpp"
#include "java/proposition.hpp"
#include "model/inspectable.hpp"

namespace waymark::java {

class Inspector final : public model::Inspectable {
 public:
  // REQUIRES: the machine outlives it.
  explicit Inspector(Vm& vm) : vm_(vm) {}

  [[nodiscard]] std::vector<model::Value> locals(std::uint32_t actor, std::size_t frame) override;
  [[nodiscard]] Expression read_expression(std::string_view text) override;
  [[nodiscard]] std::optional<Result> value_of(Expression expression, std::uint32_t actor) override;

 private:
  Vm& vm_;
  std::vector<Proposition> expressions_;
};

}  // namespace waymark::java
