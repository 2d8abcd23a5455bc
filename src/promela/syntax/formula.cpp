#include "promela/syntax/formula.hpp"

#include <fmt/format.h>

#include "base/check.hpp"
#include "promela/syntax/cases.hpp"
#include "promela/syntax/fold.hpp"
#include "promela/syntax/text.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

// Whether there may be states in which this has no value, as a[i] where i is no index.
bool may_lack_value(const ExprPtr& expr) {
  const auto is_unsure = [](const Ref& channel) {
    return channel.last().channel == nullptr || !is_index_safe(channel);
  };
  return any_expression(expr, [&](const Expr& part) {
    return std::visit(Cases{
                          [](const Variable& node) { return !is_index_safe(node.ref); },
                          [](const Binary& node) { return !is_divided_safely(node); },
                          [&](const ChannelQuery& node) { return is_unsure(node.channel); },
                          [&](const Poll& node) { return is_unsure(node.channel); },
                          [](const auto&) { return false; },
                      },
                      part.node);
  });
}

// Without temporal operators, and with something in it that may have no value.
bool is_unsure(const Ltl& parsed) {
  if (parsed.op == LtlOp::proposition) return may_lack_value(parsed.proposition);
  return is_unsure(*parsed.left) || (parsed.right != nullptr && is_unsure(*parsed.right));
}

bool is_temporal(const Ltl& parsed) {
  if (parsed.op == LtlOp::proposition) return false;
  return parsed.op >= LtlOp::always || is_temporal(*parsed.left) ||
         (parsed.right != nullptr && is_temporal(*parsed.right));
}

// The same as one expression, which is read from the left and no further than needed.
std::string as_expression(const Ltl& parsed) {
  const auto left = [&] { return as_expression(*parsed.left); };
  const auto right = [&] { return as_expression(*parsed.right); };
  switch (parsed.op) {
    case LtlOp::proposition:
      return text(*parsed.proposition);
    case LtlOp::logical_not:
      return fmt::format("!({})", left());
    case LtlOp::logical_and:
      return fmt::format("(({}) && ({}))", left(), right());
    case LtlOp::logical_or:
      return fmt::format("(({}) || ({}))", left(), right());
    case LtlOp::implies:
      return fmt::format("(!({}) || ({}))", left(), right());
    case LtlOp::equivalent:
      return fmt::format("(!({}) == !({}))", left(), right());
    default:
      CHECK(false && "a temporal operator");
  }
  return "";
}

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
  using enum ltl::Op;
  constexpr ltl::Op operators[] = {proposition, negation,   conjunction, disjunction, implication, equivalence,
                                   always,      eventually, next,        until,       weak_until,  release};
  return operators[static_cast<std::size_t>(op)];
}

}  // namespace

ltl::FormulaPtr formula(const Ltl& parsed) {
  if (!is_temporal(parsed) && is_unsure(parsed)) return ltl::proposition(as_expression(parsed));
  if (parsed.op == LtlOp::proposition) return of_expression(*parsed.proposition);
  return ltl::make(operator_of(parsed.op), formula(*parsed.left), parsed.right ? formula(*parsed.right) : nullptr);
}

}  // namespace waymark::promela
