// Values of constant expressions.
#pragma once

#include <cstdint>
#include <optional>

#include "promela/syntax/ast.hpp"

namespace waymark::promela {

// Computed in 64 bits, kept in 32 as two's complement.
[[nodiscard]] inline std::int32_t wrap(std::int64_t value) {
  return static_cast<std::int32_t>(static_cast<std::uint64_t>(value));
}

// The value of an expression of numbers and mtype names in 32-bit arithmetic, or nothing: for a variable, a division
// by zero, a shift out of range.
[[nodiscard]] std::optional<std::int32_t> fold(const Expr& expr);

}  // namespace waymark::promela
