// Visits every statement, or every expression, of a syntax tree.
#pragma once

#include <functional>

#include "promela/ast.hpp"

namespace waymark::promela {

void each_statement(const Sequence& sequence, const std::function<void(const Stmt&)>& f);
// Subexpressions included, outer ones first.
void each_expression(const Specification& specification, const std::function<void(const Expr&)>& f);

}  // namespace waymark::promela
