// SimpleStatementParser: statements in which no other stands.
#pragma once

#include "promela/syntax/build.hpp"
#include "promela/syntax/parse_expressions.hpp"

namespace waymark::promela {

class SimpleStatementParser : private TokenReader {
 public:
  SimpleStatementParser(ParserState& state, ExpressionParser& expressions)
      : TokenReader(state), expressions_(expressions) {}

  // `left` is the first operand, if that has been read.
  StmtPtr expression_statement(ExprPtr left, const Token& start);
  StmtPtr assignment(Ref target, const Token& start, const Token& op);
  StmtPtr increment(Ref target, const Token& start);
  // `_ = e` evaluates and forgets; `_priority = e` is the process's own set_priority.
  StmtPtr assign_predefined();
  StmtPtr send(Ref channel, const Token& start);
  StmtPtr receive(Ref channel, const Token& start);
  StmtPtr assert_();
  StmtPtr goto_();
  StmtPtr printf_();
  StmtPtr printm();
  StmtPtr set_priority();
  StmtPtr exclusive();
  void only_outside_traces(const Token& start);

 private:
  void only_outside_claims(const Token& op);
  void refuse_run(const Token& at, std::string_view where);

  ExpressionParser& expressions_;
};

}  // namespace waymark::promela
