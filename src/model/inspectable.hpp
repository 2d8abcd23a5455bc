// Inspectable: a model that shows more of its state than Describing does, for a debugger: the variables of each call,
// and values of expressions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/explanation.hpp"

namespace waymark::model {

class Inspectable {
 public:
  virtual ~Inspectable() = default;

  // The variables of a call of that actor, by their own names. `frame` counts from the innermost one, as
  // Standing::stack does; an actor without a stack has one frame. Empty if there is no such actor or call.
  [[nodiscard]] virtual std::vector<Value> locals(std::uint32_t actor, std::size_t frame) = 0;

  // An expression that has been read; lasts as long as the model. It makes nothing visible: steps are as before.
  using Expression = std::size_t;
  struct Result {
    std::string text;
    bool is_true = false;
  };
  // In any state. Throws base::InputError if it is no expression of the program.
  [[nodiscard]] virtual Expression read_expression(std::string_view text) = 0;
  // Its value in this state. Variables of functions are those of this actor, if it runs the function. Nothing: a
  // variable of it does not exist here, or the expression has no value.
  [[nodiscard]] virtual std::optional<Result> value_of(Expression expression, std::uint32_t actor) = 0;
};

}  // namespace waymark::model
