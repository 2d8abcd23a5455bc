// Reads types, and knows the named ones of a module.
#pragma once

#include <string>
#include <unordered_map>

#include "llvm/syntax/tokens.hpp"
#include "llvm/syntax/type.hpp"

namespace waymark::llvm {

class TypeReader {
 public:
  TypeReader(Tokens& tokens, TypeTable& types) : tokens_(tokens), types_(types) {}

  // Whether a type begins at the present token.
  bool starts() const;
  const Type* read() { return read(0); }
  // A type in parentheses, as behind `byval`.
  const Type* read_in_parentheses();
  // `%name = type ...`; the present token is the one behind `type`.
  void define(const Token& name);

 private:
  const Type* read(int depth);
  const Type* read_base(int depth);
  const Type* read_word(std::string_view word);
  const Type* read_sequence(char close, bool vector, int depth);
  const Type* read_structure(bool packed, int depth);
  const Type* read_function(const Type* result, int depth);
  std::vector<const Type*> read_members(int depth);
  Type* named(const Token& name);
  std::uint32_t read_address_space();

  Tokens& tokens_;
  TypeTable& types_;
  std::unordered_map<std::string, Type*> named_;
  std::unordered_map<const Type*, bool> defined_;
};

}  // namespace waymark::llvm
