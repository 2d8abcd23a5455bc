// Values of constant expressions.
#pragma once

#include <cstdint>
#include <optional>

#include "promela/ast.hpp"

namespace waymark::promela {

// The value of an expression of numbers and mtype names in 32-bit arithmetic, or nothing: for a variable, a division
// by zero, a shift out of range.
[[nodiscard]] std::optional<std::int32_t> fold(const Expr& expr);

}  // namespace waymark::promela
