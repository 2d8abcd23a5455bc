// Visits the statements, sequences, expressions or references of a syntax tree.
#pragma once

#include <functional>
#include <vector>

#include "promela/syntax/ast.hpp"

namespace waymark::promela {

// The options or the body of a statement. The two parts of an unless are statements, and none of these.
[[nodiscard]] std::vector<Sequence*> bodies(Stmt& stmt);
[[nodiscard]] std::vector<const Sequence*> bodies(const Stmt& stmt);
// The options of an if or do; null: it is none.
[[nodiscard]] const std::vector<Sequence>* options_of(const Stmt& stmt);

// A declaration that is no step, since its variable is initialised when the process starts.
[[nodiscard]] bool is_silent_declaration(const Stmt& stmt);
// No step: a silent declaration, xr or xs.
[[nodiscard]] bool is_declarative(const Stmt& stmt);

void each_statement(const Sequence& sequence, const std::function<void(const Stmt&)>& f);
// Of all processes.
void each_statement(const Specification& specification, const std::function<void(const Stmt&)>& f);
// A statement, and all inside it.
void each_within(const Stmt& stmt, const std::function<void(const Stmt&)>& f);
// For a tree that may be changed: what `f` puts into a statement is visited, too.
void each_statement(Sequence& sequence, const std::function<void(Stmt&)>& f);
void each_statement(Specification& specification, const std::function<void(Stmt&)>& f);
// A sequence and all inside it, for a tree that may be changed: what `f` leaves of one is looked through.
void each_sequence(Sequence& sequence, const std::function<void(Sequence&)>& f);
// The expression and all that nest in it, indices included, outer ones first; none if it is null.
void each_expression(const ExprPtr& expr, const std::function<void(const Expr&)>& f);
// Of a statement, what stands in itself; its inner statements come on their own.
void each_expression(const Stmt& stmt, const std::function<void(const Expr&)>& f);
void each_expression(Stmt& stmt, const std::function<void(Expr&)>& f);
void each_expression(const Specification& specification, const std::function<void(const Expr&)>& f);
// Whether one of them, or one that nests in it, is such an expression.
[[nodiscard]] bool any_expression(const ExprPtr& expr, const std::function<bool(const Expr&)>& is);
[[nodiscard]] bool starts_process(const ExprPtr& expr);
// The references that a statement writes to, apart from a declaration's variable.
void each_target(const Stmt& stmt, const std::function<void(const Ref&)>& f);

}  // namespace waymark::promela
