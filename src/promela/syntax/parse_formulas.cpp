#include "promela/syntax/parse_formulas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace waymark::promela {

namespace {

struct FormulaOperator {
  Tok token;
  int precedence;
  LtlOp op;
};

// Spin's order, from loose to tight; what is tighter is a state expression's own.
constexpr FormulaOperator formula_operators[] = {
    {Tok::implies, 1, LtlOp::implies},  {Tok::equivalent, 1, LtlOp::equivalent},
    {Tok::or_or, 2, LtlOp::logical_or}, {Tok::and_and, 3, LtlOp::logical_and},
    {Tok::until, 4, LtlOp::until},      {Tok::weak_until, 4, LtlOp::weak_until},
    {Tok::release, 4, LtlOp::release},
};

// Of precedence 0 if it is none.
FormulaOperator formula_operator(Tok kind) {
  const auto* found = std::find_if(std::begin(formula_operators), std::end(formula_operators),
                                   [&](const FormulaOperator& row) { return row.token == kind; });
  return found != std::end(formula_operators) ? *found : FormulaOperator{kind, 0, LtlOp::until};
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

LtlPtr FormulaParser::formula() {
  expressions_.begin();
  return as_formula(binary(1));
}

LtlPtr FormulaParser::as_formula(Operand operand) {
  if (operand.formula != nullptr) return std::move(operand.formula);
  auto leaf = std::make_unique<Ltl>();
  leaf->at = operand.expr->at;
  leaf->proposition = std::move(operand.expr);
  return leaf;
}

ExprPtr FormulaParser::as_expression(Operand operand, const Token& op) {
  if (operand.expr == nullptr) {
    fail(op, fmt::format("{} cannot be applied to a temporal formula; put a comparison in parentheses: [] (x == 1)",
                         found(op)));
  }
  return std::move(operand.expr);
}

FormulaParser::Operand FormulaParser::combine(const Token& op, Operand left, Operand right) {
  const bool states = left.expr != nullptr && right.expr != nullptr;
  if (states && (op.kind == Tok::and_and || op.kind == Tok::or_or)) {
    Token start = op;
    start.position = left.expr->at;
    const auto kind = op.kind == Tok::and_and ? BinaryOp::logical_and : BinaryOp::logical_or;
    return {expressions_.make(start, Binary{kind, std::move(left.expr), std::move(right.expr)}), nullptr};
  }
  auto first = as_formula(std::move(left));
  const auto at = first->at;
  expressions_.count_operator(op, "formula");
  return {nullptr, make_formula(at, formula_operator(op.kind).op, std::move(first), as_formula(std::move(right)))};
}

FormulaParser::Operand FormulaParser::binary(int lowest) {
  auto left = unary();
  for (;;) {
    const Token op = peek();
    const int precedence = formula_operator(op.kind).precedence;
    if (precedence != 0 && precedence >= lowest) {
      next();
      auto right = binary(precedence + 1);
      left = combine(op, std::move(left), std::move(right));
    } else if (precedence == 0 && is_state_operator(op.kind)) {
      // Tighter than all above: the rest of a state expression, whose first operand has been read.
      left = {expressions_.binary(3, as_expression(std::move(left), op)), nullptr};
    } else {
      return left;
    }
  }
}

FormulaParser::Operand FormulaParser::unary() {
  expressions_.enter("formulas");
  const Token op = peek();
  Operand result;
  switch (op.kind) {
    case Tok::always:
    case Tok::eventually:
    case Tok::next: {
      next();
      auto operand = as_formula(unary());
      const auto kind = op.kind == Tok::always ? LtlOp::always : op.kind == Tok::next ? LtlOp::next : LtlOp::eventually;
      result.formula = make_formula(op.position, kind, std::move(operand));
      break;
    }
    case Tok::send: {
      next();
      auto operand = unary();
      if (operand.expr != nullptr) {
        result.expr = expressions_.make(op, Unary{UnaryOp::logical_not, std::move(operand.expr)});
      } else {
        result.formula = make_formula(op.position, LtlOp::logical_not, std::move(operand.formula));
      }
      break;
    }
    case Tok::minus:
    case Tok::tilde: {
      next();
      const auto kind = op.kind == Tok::minus ? UnaryOp::negate : UnaryOp::complement;
      result.expr = expressions_.make(op, Unary{kind, as_expression(unary(), op)});
      break;
    }
    default:
      result = primary();
  }
  expressions_.leave();
  return result;
}

FormulaParser::Operand FormulaParser::primary() {
  if (!at(Tok::left_paren)) {
    if (at(Tok::kw_run) || at(Tok::end)) fail_expected("a formula");
    return {expressions_.primary(), nullptr};
  }
  next();
  auto inner = binary(1);
  if (!at(Tok::right_paren)) fail_expected("an operator or ')'");
  next();
  return inner;
}

}  // namespace waymark::promela
