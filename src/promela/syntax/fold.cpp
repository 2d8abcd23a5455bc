#include "promela/syntax/fold.hpp"

namespace waymark::promela {

namespace {

std::optional<std::int64_t> apply(BinaryOp op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case BinaryOp::add:
      return a + b;
    case BinaryOp::sub:
      return a - b;
    case BinaryOp::mul:
      return a * b;
    case BinaryOp::div:
      return b == 0 ? std::nullopt : std::optional(a / b);
    case BinaryOp::mod:
      return b == 0 ? std::nullopt : std::optional(a % b);
    case BinaryOp::shl:
      return b < 0 || b > 31 ? std::nullopt : std::optional(a * (std::int64_t{1} << b));
    case BinaryOp::shr:
      return b < 0 || b > 31 ? std::nullopt : std::optional(a >> b);
    case BinaryOp::bit_and:
      return a & b;
    case BinaryOp::bit_or:
      return a | b;
    case BinaryOp::bit_xor:
      return a ^ b;
    case BinaryOp::eq:
      return a == b;
    case BinaryOp::ne:
      return a != b;
    case BinaryOp::lt:
      return a < b;
    case BinaryOp::le:
      return a <= b;
    case BinaryOp::gt:
      return a > b;
    case BinaryOp::ge:
      return a >= b;
    case BinaryOp::logical_and:
      return a != 0 && b != 0;
    case BinaryOp::logical_or:
      return a != 0 || b != 0;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::int32_t> fold(const Expr& expr) {
  if (const auto* number = std::get_if<Number>(&expr.node)) return number->value;
  if (const auto* name = std::get_if<MtypeConstant>(&expr.node)) return name->name->value;
  if (const auto* unary = std::get_if<Unary>(&expr.node)) {
    const auto arg = fold(*unary->arg);
    if (!arg) return std::nullopt;
    switch (unary->op) {
      case UnaryOp::negate:
        return wrap(-std::int64_t{*arg});
      case UnaryOp::complement:
        return ~*arg;
      case UnaryOp::logical_not:
        return *arg == 0;
    }
  }
  if (const auto* binary = std::get_if<Binary>(&expr.node)) {
    const auto left = fold(*binary->left);
    const auto right = left ? fold(*binary->right) : std::nullopt;
    if (!right) return std::nullopt;
    const auto value = apply(binary->op, *left, *right);
    return value ? std::optional(wrap(*value)) : std::nullopt;
  }
  if (const auto* choice = std::get_if<Conditional>(&expr.node)) {
    const auto condition = fold(*choice->condition);
    if (!condition) return std::nullopt;
    return fold(*condition != 0 ? *choice->then : *choice->otherwise);
  }
  return std::nullopt;
}

}  // namespace waymark::promela
