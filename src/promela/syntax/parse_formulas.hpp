// FormulaParser: LTL formulas. State expressions and temporal operators share one grammar, so a part is known to be one
// or the other only when it has been read: Operand is either.
#pragma once

#include "promela/syntax/parse_expressions.hpp"

namespace waymark::promela {

class FormulaParser : private TokenReader {
 public:
  FormulaParser(ParserState& state, ExpressionParser& expressions) : TokenReader(state), expressions_(expressions) {}

  LtlPtr formula();

 private:
  struct Operand {  // either a state expression or a formula with temporal operators in it
    ExprPtr expr;
    LtlPtr formula;
  };
  Operand binary(int lowest);
  Operand unary();
  Operand primary();
  Operand combine(const Token& op, Operand left, Operand right);
  static LtlPtr as_formula(Operand operand);
  ExprPtr as_expression(Operand operand, const Token& op);

  ExpressionParser& expressions_;
};

}  // namespace waymark::promela
