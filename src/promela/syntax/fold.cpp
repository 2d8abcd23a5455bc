#include "promela/syntax/fold.hpp"

#include <algorithm>

namespace waymark::promela {

std::optional<std::int32_t> fold(const Expr& expr) {
  if (const auto* number = std::get_if<Number>(&expr.node)) return number->value;
  if (const auto* name = std::get_if<MtypeConstant>(&expr.node)) return name->name->value;
  if (const auto* unary = std::get_if<Unary>(&expr.node)) {
    const auto arg = fold(*unary->arg);
    return arg ? std::optional(compute(unary->op, *arg)) : std::nullopt;
  }
  if (const auto* binary = std::get_if<Binary>(&expr.node)) {
    const auto left = fold(*binary->left);
    const auto right = left ? fold(*binary->right) : std::nullopt;
    if (!right) return std::nullopt;
    return compute(binary->op, *left, *right);
  }
  if (const auto* choice = std::get_if<Conditional>(&expr.node)) {
    const auto condition = fold(*choice->condition);
    if (!condition) return std::nullopt;
    return fold(*condition != 0 ? *choice->then : *choice->otherwise);
  }
  return std::nullopt;
}

bool is_divided_safely(const Binary& node) {
  if (node.op != BinaryOp::div && node.op != BinaryOp::mod) return true;
  const auto by = fold(*node.right);
  return by && *by != 0;
}

bool is_index_safe(const Ref& ref) {
  return std::all_of(ref.parts.begin(), ref.parts.end(), [](const Ref::Part& part) {
    if (part.index == nullptr) return true;
    const auto at = fold(*part.index);
    return at && *at >= 0 && static_cast<std::uint32_t>(*at) < part.symbol->count;
  });
}

}  // namespace waymark::promela
