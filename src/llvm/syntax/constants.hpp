// Reads constants into the pool of a module, and knows the module's symbols: globals, functions and aliases may be
// named before they are defined.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "llvm/syntax/module.hpp"
#include "llvm/syntax/tokens.hpp"
#include "llvm/syntax/type_reader.hpp"

namespace waymark::llvm {

class Constants {
 public:
  Constants(Tokens& tokens, TypeReader& type_reader, Module& module)
      : tokens_(tokens), type_reader_(type_reader), module_(module) {}

  // Whether the present token begins a constant.
  bool starts() const;
  // A constant of the type that was read before; its index in the pool.
  std::uint32_t read(const Type* type) { return read(type, 0); }
  // A type and a constant of it.
  std::uint32_t read_typed() { return read_typed(0); }
  std::uint32_t integer(const Type* type, std::uint64_t value);
  // Stands for a value that is not kept, such as metadata.
  std::uint32_t placeholder(const Type* type) { return add({.kind = ConstantKind::undef, .type = type}); }
  // Inline assembly as a callee; the present token is the one behind `asm`.
  std::uint32_t read_assembly(const Type* type);

  // The constant that is the address of a symbol.
  std::uint32_t symbol(const Token& name);
  // Says what a symbol is.
  void define(const Token& name, ConstantKind kind, std::size_t index);
  void define(const std::string& name, std::size_t offset, ConstantKind kind, std::size_t index);
  // Binds what was named early. Faults if a symbol is not defined anywhere.
  void finish();

 private:
  struct Symbol {
    std::uint32_t constant = 0;
    std::size_t offset = 0;  // where it was named first
    bool defined = false;
  };
  struct BlockAddress {
    std::uint32_t constant = 0;
    std::uint32_t function = 0;  // the constant that names it
    std::string block;
    std::size_t offset = 0;
  };

  std::uint32_t read(const Type* type, int depth);
  std::uint32_t read_typed(int depth);
  std::uint32_t add(Constant constant);
  std::uint32_t add_text(ConstantKind kind, const Type* type, std::string text);
  std::uint32_t add_with_elements(Constant constant, const std::vector<std::uint32_t>& elements);
  std::uint32_t read_integer(const Type* type);
  std::uint32_t read_floating(const Type* type);
  std::uint32_t read_elements(const Type* type, char close, int depth);
  std::uint32_t read_word(const Type* type, int depth);
  std::uint32_t read_splat(const Type* type, int depth);
  std::uint32_t read_block_address(const Type* type);
  std::uint32_t read_expression(const Type* type, int depth);
  void read_element_pointer(Constant& made, std::vector<std::uint32_t>& elements, int depth);
  void bind_blocks();

  Tokens& tokens_;
  TypeReader& type_reader_;
  Module& module_;
  std::unordered_map<std::string, Symbol> symbols_;
  std::unordered_map<std::uint64_t, std::uint32_t> small_integers_;
  std::vector<BlockAddress> block_addresses_;
};

std::string name_of(const Token& token);

}  // namespace waymark::llvm
