// Values of constant expressions, and the arithmetic of all expressions: that of C's int, with wrap-around where C
// leaves the result undefined, so that it never depends on the compiler.
#pragma once

#include <cstdint>
#include <optional>

#include "promela/syntax/ast.hpp"

namespace waymark::promela {

// Computed in 64 bits, kept in 32 as two's complement.
[[nodiscard]] constexpr std::int32_t wrap(std::int64_t value) {
  return static_cast<std::int32_t>(static_cast<std::uint64_t>(value));
}

// Of two values of 32 bits. Nothing for a division by zero and a shift by less than 0 or more than 31.
[[nodiscard]] constexpr std::optional<std::int32_t> compute(BinaryOp op, std::int64_t x, std::int64_t y) {
  switch (op) {
    case BinaryOp::add:
      return wrap(x + y);
    case BinaryOp::sub:
      return wrap(x - y);
    case BinaryOp::mul:
      return wrap(x * y);
    case BinaryOp::div:
      return y == 0 ? std::nullopt : std::optional(wrap(x / y));
    case BinaryOp::mod:
      return y == 0 ? std::nullopt : std::optional(wrap(x % y));
    case BinaryOp::shl:
      return y < 0 || y > 31 ? std::nullopt : std::optional(wrap(x * (std::int64_t{1} << y)));
    case BinaryOp::shr:
      return y < 0 || y > 31 ? std::nullopt : std::optional(wrap(x >> y));
    case BinaryOp::bit_and:
      return wrap(x & y);
    case BinaryOp::bit_or:
      return wrap(x | y);
    case BinaryOp::bit_xor:
      return wrap(x ^ y);
    case BinaryOp::eq:
      return x == y;
    case BinaryOp::ne:
      return x != y;
    case BinaryOp::lt:
      return x < y;
    case BinaryOp::le:
      return x <= y;
    case BinaryOp::gt:
      return x > y;
    case BinaryOp::ge:
      return x >= y;
    case BinaryOp::logical_and:
      return x != 0 && y != 0;
    case BinaryOp::logical_or:
      return x != 0 || y != 0;
  }
  return std::nullopt;
}

// The same of one value.
[[nodiscard]] constexpr std::int32_t compute(UnaryOp op, std::int32_t x) {
  switch (op) {
    case UnaryOp::negate:
      return wrap(-std::int64_t{x});
    case UnaryOp::complement:
      return ~x;
    case UnaryOp::logical_not:
      break;
  }
  return x == 0;
}

// The value of an expression of numbers and mtype names, or nothing: for a variable, a division by zero, a shift out of
// range.
[[nodiscard]] std::optional<std::int32_t> fold(const Expr& expr);

// Whether the text alone shows that this divides by no zero, and that every index is one.
[[nodiscard]] bool is_divided_safely(const Binary& node);
[[nodiscard]] bool is_index_safe(const Ref& ref);

}  // namespace waymark::promela
