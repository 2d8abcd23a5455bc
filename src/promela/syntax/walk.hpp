// Visits every statement, or every expression, of a syntax tree.
#pragma once

#include <functional>

#include "promela/syntax/ast.hpp"

namespace waymark::promela {

void each_statement(const Sequence& sequence, const std::function<void(const Stmt&)>& f);
// The expression and all that nest in it, indices included, outer ones first; none if it is null.
void each_expression(const ExprPtr& expr, const std::function<void(const Expr&)>& f);
void each_expression(const Specification& specification, const std::function<void(const Expr&)>& f);

}  // namespace waymark::promela
