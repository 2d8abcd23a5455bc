// Promela's canonical text: one line per statement, as Spin prints it in its trails: `q!a,b`, `(x==1)`, `x = (x+1)`.
#pragma once

#include <string>

#include "promela/syntax/ast.hpp"

namespace waymark::promela {

[[nodiscard]] std::string text(const Expr& expr);
[[nodiscard]] std::string text(const Ref& ref);
// Compound statements give their opening word: "if", "do", "atomic", "{".
[[nodiscard]] std::string text(const Stmt& stmt);
[[nodiscard]] std::string text(const Ltl& formula);
// The whole specification as Promela text that parses to an equal tree.
[[nodiscard]] std::string text(const Specification& specification);

}  // namespace waymark::promela
