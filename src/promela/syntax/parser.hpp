// Parser: recursive descent over the tokens of a specification, building the tree and binding names as it goes; what
// needs the whole text is bound at the end. It reads the units; a parser for each of their parts reads the rest.
#pragma once

#include <string>
#include <vector>

#include "promela/syntax/late_bindings.hpp"
#include "promela/syntax/parse_formulas.hpp"
#include "promela/syntax/parse_statements.hpp"

namespace waymark::promela {

class Parser : private TokenReader {
 public:
  // REQUIRES: source and state outlive it.
  Parser(const base::Source& source, ParserState& state, std::vector<Token> tokens);

  // Reads all units and binds what was left open. Faults are in the Diagnostics.
  void specification();

  // For text that comes on top of a finished specification: its globals, processes and mtypes are in sight.
  void know(const Specification& specification);
  ExprPtr lone_expression();
  LtlPtr lone_formula();

 private:
  using DeclaredAs = DeclarationParser::DeclaredAs;
  struct PendingFormula {
    std::size_t index;
    std::vector<Token> tokens;
  };

  void unit();
  void recover_unit();
  void proctype();
  void init();
  void never();
  void trace();
  void ltl();
  std::uint32_t active_count();
  void parameters();
  void provided(Process& process);
  Process& new_process(ProcessKind kind, std::string name, const Token& at);
  void body(Process& process);
  void check_claim_name(const std::string& name, const Token& at);

  const base::Source& source_;
  ExpressionParser expressions_{state_};
  FormulaParser formulas_{state_, expressions_};
  DeclarationParser declarations_{state_, expressions_};
  InlineParser inlines_{state_};
  StatementParser statements_{state_, expressions_, declarations_, inlines_};
  LateBindings bindings_{state_};
  std::size_t inits_ = 0, traces_ = 0, nevers_ = 0, unnamed_formulas_ = 0;
  std::vector<PendingFormula> pending_formulas_;
  NameMap<bool> claim_names_;
};

}  // namespace waymark::promela
