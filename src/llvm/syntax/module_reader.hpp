// Reads what stands outside of functions: types, globals, aliases, declarations, attributes and metadata.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "llvm/syntax/constants.hpp"
#include "llvm/syntax/debug_reader.hpp"
#include "llvm/syntax/function_reader.hpp"
#include "llvm/syntax/module.hpp"
#include "llvm/syntax/tokens.hpp"
#include "llvm/syntax/type_reader.hpp"

namespace waymark::llvm {

class ModuleReader {
 public:
  // `text` must outlive this object.
  ModuleReader(const std::string& file, std::string_view text, Module& module);

  void read();

 private:
  struct Group {
    bool no_return = false;
    bool returns_twice = false;
    bool always_inline = false;
  };
  struct GlobalUse {
    std::size_t global = 0;
    std::uint64_t node = 0;
  };

  void read_entity();
  void read_target();
  void read_group();
  void read_definition();  // of metadata
  void read_symbol();
  void read_global(const Token& name, Global made);
  void read_alias(const Token& name, Linkage linkage, bool indirect);
  void read_function(bool defines);
  void read_parameters(FunctionReader& reader, Function& made);
  bool read_trailing(Function& made, std::size_t index);
  std::uint64_t read_attachments();
  void read_initialisers(std::string_view name, std::vector<Initialiser>& into);
  void finish();

  Module& module_;
  Tokens tokens_;
  TypeReader types_;
  Constants constants_;
  DebugReader debug_;
  std::vector<GroupUse> group_uses_;
  std::vector<VariableUse> variable_uses_;
  std::vector<GlobalUse> global_uses_;
  Parts parts_;
  std::unordered_map<std::uint64_t, Group> groups_;
  std::vector<std::vector<std::uint32_t>> offsets_;  // of instructions, by function
  std::uint64_t next_number_ = 0;                    // of symbols without a name
};

// Whether every constant and every operand has the type that is asked for. Faults at the instruction.
void verify(const Tokens& tokens, const Module& module, const std::vector<std::vector<std::uint32_t>>& offsets);

}  // namespace waymark::llvm
