#include "promela/syntax/formula.hpp"

#include "base/check.hpp"
#include "promela/syntax/text.hpp"

namespace waymark::promela {

namespace {

ltl::FormulaPtr of_expression(const Expr& expr) {
  if (const auto* number = std::get_if<Number>(&expr.node)) return ltl::constant(number->value != 0);
  if (const auto* unary = std::get_if<Unary>(&expr.node); unary != nullptr && unary->op == UnaryOp::logical_not) {
    return ltl::make(ltl::Op::negation, of_expression(*unary->arg));
  }
  if (const auto* binary = std::get_if<Binary>(&expr.node)) {
    if (binary->op == BinaryOp::logical_and) {
      return ltl::make(ltl::Op::conjunction, of_expression(*binary->left), of_expression(*binary->right));
    }
    if (binary->op == BinaryOp::logical_or) {
      return ltl::make(ltl::Op::disjunction, of_expression(*binary->left), of_expression(*binary->right));
    }
  }
  return ltl::proposition(text(expr));
}

ltl::Op operator_of(LtlOp op) {
  switch (op) {
    case LtlOp::proposition:
      return ltl::Op::proposition;
    case LtlOp::logical_not:
      return ltl::Op::negation;
    case LtlOp::logical_and:
      return ltl::Op::conjunction;
    case LtlOp::logical_or:
      return ltl::Op::disjunction;
    case LtlOp::implies:
      return ltl::Op::implication;
    case LtlOp::equivalent:
      return ltl::Op::equivalence;
    case LtlOp::always:
      return ltl::Op::always;
    case LtlOp::eventually:
      return ltl::Op::eventually;
    case LtlOp::next:
      return ltl::Op::next;
    case LtlOp::until:
      return ltl::Op::until;
    case LtlOp::weak_until:
      return ltl::Op::weak_until;
    case LtlOp::release:
      return ltl::Op::release;
  }
  CHECK(false);
}

}  // namespace

ltl::FormulaPtr formula(const Ltl& parsed) {
  if (parsed.op == LtlOp::proposition) return of_expression(*parsed.proposition);
  return ltl::make(operator_of(parsed.op), formula(*parsed.left), parsed.right ? formula(*parsed.right) : nullptr);
}

}  // namespace waymark::promela
