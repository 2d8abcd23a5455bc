// StatementParser: sequences of statements, and statements in which others stand.
#pragma once

#include <vector>

#include "promela/syntax/parse_declarations.hpp"
#include "promela/syntax/parse_inlines.hpp"
#include "promela/syntax/parse_simple_statements.hpp"

namespace waymark::promela {

class StatementParser : private TokenReader {
 public:
  StatementParser(ParserState& state, ExpressionParser& expressions, DeclarationParser& declarations,
                  InlineParser& inlines)
      : TokenReader(state), expressions_(expressions), declarations_(declarations), inlines_(inlines) {}

  // The body of a process begins, or is given up.
  void begin();
  Sequence sequence(std::string_view where);

 private:
  struct PendingLabel {
    Token token;
    std::size_t mentioned;
    std::size_t inline_number;
  };
  using Whole = ExpressionParser::Whole;

  Sequence braced(std::string_view where);
  void expect_end();
  bool at_sequence_end();
  bool at_separator() { return at(Tok::semicolon) || at(Tok::arrow); }
  void recover_statement(std::size_t level);
  void step(Sequence& out);
  std::vector<PendingLabel> labels();
  void attach(const std::vector<PendingLabel>& pending, Stmt& stmt);
  StmtPtr statement();
  [[nodiscard]] std::string written_since(const Token& start) const;
  StmtPtr do_();
  StmtPtr break_();
  StmtPtr atomic();
  StmtPtr d_step();
  StmtPtr block();
  StmtPtr unless(StmtPtr main, bool labelled);
  StmtPtr begin_with_reference();
  StmtPtr assignment(Ref target, const Token& start, std::vector<Token> target_tokens);
  std::vector<Sequence> options(Tok closing);
  void skip_options(Tok closing);
  void check_else(const std::vector<Sequence>& options);
  void check_first_label(const Sequence& body, std::string_view opening);

  // --- parse_loops.cpp
  StmtPtr for_();
  StmtPtr for_in(Ref index, const Token& start, const Token& index_token);
  const Symbol& message_counter(const ChannelShape& shape, const Token& start);
  Sequence for_body();
  StmtPtr select();
  Ref loop_index(const char* statement);
  void check_range(const Expr& from, const Expr& to, const Token& at);

  ExpressionParser& expressions_;
  DeclarationParser& declarations_;
  InlineParser& inlines_;
  SimpleStatementParser simple_{state_, expressions_};
  std::size_t depth_ = 0;
  std::size_t loops_ = 0;  // around the statement at hand; a d_step hides those outside of it
};

}  // namespace waymark::promela
