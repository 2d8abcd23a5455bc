// Visits every statement, or every expression, of a syntax tree.
#pragma once

#include <functional>

#include "promela/syntax/ast.hpp"

namespace waymark::promela {

void each_statement(const Sequence& sequence, const std::function<void(const Stmt&)>& f);
// A statement, and all inside it.
void each_within(const Stmt& stmt, const std::function<void(const Stmt&)>& f);
// All of a sequence, for a tree that may be changed: what `f` puts into a statement is visited, too.
void each_statement(Sequence& sequence, const std::function<void(Stmt&)>& f);
// A sequence and all inside it, for a tree that may be changed: what `f` leaves of one is looked through.
void each_sequence(Sequence& sequence, const std::function<void(Sequence&)>& f);
// The expression and all that nest in it, indices included, outer ones first; none if it is null.
void each_expression(const ExprPtr& expr, const std::function<void(const Expr&)>& f);
// Of a statement, what stands in itself; its inner statements come on their own.
void each_expression(const Stmt& stmt, const std::function<void(const Expr&)>& f);
void each_expression(Stmt& stmt, const std::function<void(Expr&)>& f);
void each_expression(const Specification& specification, const std::function<void(const Expr&)>& f);

}  // namespace waymark::promela
