// LTL formulas. State expressions and temporal operators share one grammar, so a part is known to be one or the other
// only when it has been read: Operand is either.
#include <fmt/format.h>

#include <utility>

#include "promela/syntax/limits.hpp"
#include "promela/syntax/parser.hpp"
#include "promela/syntax/types.hpp"

namespace waymark::promela {

namespace {

// Spin's order, from loose to tight; what is tighter is a state expression's own.
int formula_precedence(Tok kind) {
  switch (kind) {
    case Tok::implies:
    case Tok::equivalent:
      return 1;
    case Tok::or_or:
      return 2;
    case Tok::and_and:
      return 3;
    case Tok::until:
    case Tok::weak_until:
    case Tok::release:
      return 4;
    default:
      return 0;
  }
}

LtlOp formula_op(Tok kind) {
  switch (kind) {
    case Tok::implies:
      return LtlOp::implies;
    case Tok::equivalent:
      return LtlOp::equivalent;
    case Tok::or_or:
      return LtlOp::logical_or;
    case Tok::and_and:
      return LtlOp::logical_and;
    case Tok::weak_until:
      return LtlOp::weak_until;
    case Tok::release:
      return LtlOp::release;
    default:
      return LtlOp::until;
  }
}

LtlPtr make_formula(base::Position at, LtlOp op, LtlPtr left, LtlPtr right = nullptr) {
  auto formula = std::make_unique<Ltl>();
  formula->at = at;
  formula->op = op;
  formula->left = std::move(left);
  formula->right = std::move(right);
  return formula;
}

}  // namespace

LtlPtr Parser::formula() {
  operators_ = 0;
  saw_run_ = saw_probe_ = false;
  return as_formula(formula_binary(1));
}

LtlPtr Parser::as_formula(Operand operand) {
  if (operand.formula != nullptr) return std::move(operand.formula);
  auto leaf = std::make_unique<Ltl>();
  leaf->at = operand.expr->at;
  leaf->proposition = std::move(operand.expr);
  return leaf;
}

ExprPtr Parser::as_expression(Operand operand, const Token& op) {
  if (operand.expr == nullptr) {
    fail(op, fmt::format("{} cannot be applied to a temporal formula; put a comparison in parentheses: [] (x == 1)",
                         found(op)));
  }
  return std::move(operand.expr);
}

Parser::Operand Parser::combine(const Token& op, Operand left, Operand right) {
  const bool states = left.expr != nullptr && right.expr != nullptr;
  if (states && (op.kind == Tok::and_and || op.kind == Tok::or_or)) {
    Token start = op;
    start.position = left.expr->at;
    const auto kind = op.kind == Tok::and_and ? BinaryOp::logical_and : BinaryOp::logical_or;
    return {make(start, Binary{kind, std::move(left.expr), std::move(right.expr)}), nullptr};
  }
  auto first = as_formula(std::move(left));
  const auto at = first->at;
  if (++operators_ > limits::expression_operators) {
    fail(op, fmt::format("this formula has more than {} operators", limits::expression_operators));
  }
  return {nullptr, make_formula(at, formula_op(op.kind), std::move(first), as_formula(std::move(right)))};
}

Parser::Operand Parser::formula_binary(int lowest) {
  auto left = formula_unary();
  for (;;) {
    const Token op = peek();
    const int precedence = formula_precedence(op.kind);
    if (precedence != 0 && precedence >= lowest) {
      next();
      auto right = formula_binary(precedence + 1);
      left = combine(op, std::move(left), std::move(right));
    } else if (precedence == 0 && is_state_operator(op.kind)) {
      // Tighter than all above: the rest of a state expression, whose first operand has been read.
      left = {binary(3, as_expression(std::move(left), op)), nullptr};
    } else {
      return left;
    }
  }
}

Parser::Operand Parser::formula_unary() {
  if (++expression_depth_ > limits::expression_depth) {
    expression_depth_ = 0;
    fail(peek(), fmt::format("formulas nest more than {} deep here", limits::expression_depth));
  }
  const Token op = peek();
  Operand result;
  switch (op.kind) {
    case Tok::always:
    case Tok::eventually:
    case Tok::next: {
      next();
      auto operand = as_formula(formula_unary());
      const auto kind = op.kind == Tok::always ? LtlOp::always : op.kind == Tok::next ? LtlOp::next : LtlOp::eventually;
      result.formula = make_formula(op.position, kind, std::move(operand));
      break;
    }
    case Tok::send: {
      next();
      auto operand = formula_unary();
      if (operand.expr != nullptr) {
        result.expr = make(op, Unary{UnaryOp::logical_not, std::move(operand.expr)});
      } else {
        result.formula = make_formula(op.position, LtlOp::logical_not, std::move(operand.formula));
      }
      break;
    }
    case Tok::minus:
    case Tok::tilde: {
      next();
      const auto kind = op.kind == Tok::minus ? UnaryOp::negate : UnaryOp::complement;
      result.expr = make(op, Unary{kind, as_expression(formula_unary(), op)});
      break;
    }
    default:
      result = formula_primary();
  }
  --expression_depth_;
  return result;
}

Parser::Operand Parser::formula_primary() {
  if (!at(Tok::left_paren)) {
    if (at(Tok::kw_run) || at(Tok::end)) fail_expected("a formula");
    return {primary(), nullptr};
  }
  next();
  auto inner = formula_binary(1);
  if (!at(Tok::right_paren)) fail_expected("an operator or ')'");
  next();
  return inner;
}

}  // namespace waymark::promela
