// Small parts of trees: numbers, conditions, assignments, and copies of expressions.
#pragma once

#include <functional>
#include <utility>

#include "promela/syntax/ast.hpp"

namespace waymark::promela {

[[nodiscard]] ExprPtr make_expression(const Position& at, ExprNode node);
[[nodiscard]] ExprPtr make_number(const Position& at, std::int32_t value);
[[nodiscard]] ExprPtr make_variable(const Position& at, const Symbol& symbol);
[[nodiscard]] ExprPtr make_not(ExprPtr expr);
// One side alone where the other one is null.
[[nodiscard]] ExprPtr make_binary(BinaryOp op, ExprPtr left, ExprPtr right);
[[nodiscard]] ExprPtr make_and(ExprPtr left, ExprPtr right);
[[nodiscard]] Ref reference_to(const Symbol& symbol, const Position& at);

[[nodiscard]] StmtPtr make_statement(const Position& at, StmtNode node);
// A condition that is always true and yet no skip: a skip behind another is no step.
[[nodiscard]] ExprPtr make_true(const Position& at);
[[nodiscard]] StmtPtr make_condition(const Position& at, ExprPtr expr);
[[nodiscard]] StmtPtr make_assignment(const Position& at, const Symbol& symbol, ExprPtr value);

// A copy in which `other` replaces what it answers for; where it answers null, the expression is copied.
using Replacement = std::function<ExprPtr(const Expr&)>;
[[nodiscard]] ExprPtr copy_of(const Expr& expr, const Replacement& other);
[[nodiscard]] Ref copy_of(const Ref& ref, const Replacement& other);
[[nodiscard]] ExprPtr copy_of(const Expr& expr);
[[nodiscard]] ExprPtr copy_if_any(const ExprPtr& expr);  // null: null

}  // namespace waymark::promela
