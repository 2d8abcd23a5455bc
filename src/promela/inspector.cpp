#include "promela/inspector.hpp"

#include "promela/program/compile.hpp"

namespace waymark::promela {

Inspector::Expression Inspector::read_expression(std::string_view text) {
  auto extended = std::make_shared<Program>(interpreter_.state().program());
  expressions_.push_back(compile_watch(*extended, std::string(text), "expression"));
  interpreter_.state().set_program(std::move(extended));
  return expressions_.size() - 1;
}

std::vector<model::Value> Inspector::locals(std::uint32_t actor, std::size_t) {
  return interpreter_.explainer().locals(actor);
}

std::optional<Inspector::Result> Inspector::value_of(Expression expression, std::uint32_t actor) {
  Fault why = Fault::none;
  const std::int32_t value = interpreter_.value_of(expressions_[expression], why);
  if (why != Fault::none) return std::nullopt;
  return Result{std::to_string(value), value != 0};
}

}  // namespace waymark::promela
