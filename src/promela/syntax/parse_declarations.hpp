// DeclarationParser: variables, parameters, fields, mtype names and typedefs.
#pragma once

#include "promela/syntax/parse_expressions.hpp"

namespace waymark::promela {

class DeclarationParser : private TokenReader {
 public:
  enum class DeclaredAs : std::uint8_t { global, local, parameter, field };

  DeclarationParser(ParserState& state, ExpressionParser& expressions)
      : TokenReader(state), expressions_(expressions) {}

  bool at_declaration();
  // Appends the statements of local declarations to `out`.
  void declaration(DeclaredAs as, Sequence* out = nullptr, Record* record = nullptr);
  // A name whose type is none: it is declared all the same, so that its uses are not faults as well.
  void declare_untyped(DeclaredAs as, Sequence* out = nullptr) { declarator(as, Symbol(), out, nullptr); }
  void typedef_();
  std::int32_t constant(std::string_view what);

 private:
  void mtype_names(const std::string& subtype, const Token& at);
  void declarator(DeclaredAs as, Symbol symbol, Sequence* out, Record* record);
  void check_free(const Token& name, DeclaredAs as, const Record* record);
  void array_size(Symbol& symbol);
  void bit_width(Symbol& symbol, const Token& name);
  void ignored_values();
  void initializer(Symbol& symbol, DeclaredAs as);
  std::unique_ptr<ChannelShape> channel_shape();
  Type message_field();
  void subtype(Type& type);
  void install(Symbol symbol, DeclaredAs as, const Token& name, Sequence* out, Record* record);

  ExpressionParser& expressions_;
};

}  // namespace waymark::promela
