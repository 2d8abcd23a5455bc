// Reads the body of a function. Registers and blocks may be named before they are defined; at the end all must be.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "llvm/syntax/constants.hpp"
#include "llvm/syntax/debug_reader.hpp"
#include "llvm/syntax/module.hpp"
#include "llvm/syntax/tokens.hpp"
#include "llvm/syntax/type_reader.hpp"

namespace waymark::llvm {

// What calls and functions say by a number, #12, which is defined later.
struct GroupUse {
  std::uint64_t group = 0;
  std::size_t function = 0;
  std::size_t call = 0;  // or no_call: the function itself
};
inline constexpr std::size_t no_call = ~std::size_t{0};

// A variable of the source whose description comes later in the text.
struct VariableUse {
  std::size_t function = 0;
  std::size_t variable = 0;
  std::uint64_t node = 0;
};

// What all readers of one text share.
struct Parts {
  Tokens& tokens;
  TypeReader& types;
  Constants& constants;
  DebugReader& debug;
  Module& module;
  std::vector<GroupUse>& group_uses;
  std::vector<VariableUse>& variable_uses;
};

// Attributes between a parameter's type and its name, or its value.
ParameterInfo read_parameter_attributes(Parts& parts);
// Steps over a calling convention and attributes of a result; says what the latter tell.
ParameterInfo read_result_attributes(Parts& parts);
// Metadata as a value: its number, if it has one. Tells whether it is an expression that computes something.
std::uint64_t read_metadata(Parts& parts, bool& computes);

class FunctionReader {
 public:
  // Parameters were read before; their names are `parameters`. Offsets of instructions go to `offsets`.
  FunctionReader(Parts& parts, Function& function, std::size_t index, std::vector<std::uint32_t>& offsets);

  // A parameter, named or not.
  void add_parameter(const Token* name, const Type* type);
  // From `{` to `}`.
  void read();

 private:
  struct LocalName {
    std::size_t offset = 0;  // where it was named first
    bool defined = false;
    std::uint32_t index = 0;
  };
  struct Arguments;

  // names
  Operand local(const Token& name, const Type* type);
  std::uint32_t define_register(const Token* name, const Type* type);
  std::uint32_t block(const Token& name);
  void start_block(std::string name, std::size_t offset);
  void finish();
  void note_number(std::string_view name);

  // operands
  Operand read_value(const Type* type);
  Operand read_typed(const Type*& type);
  void operand(Instruction& made, Operand value);
  void target(Instruction& made);
  void number(Instruction& made, std::uint64_t value);
  bool more(Instruction& made);
  void read_attachment(Instruction& made);
  void read_flags(Instruction& made);
  void read_ordering(Instruction& made, Ordering& ordering);

  // instructions
  void read_instruction();
  bool read_family(Instruction& made);
  void read_binary(Instruction& made);
  void read_comparison(Instruction& made);
  void read_phi(Instruction& made);
  void read_switch(Instruction& made);
  void read_branch(Instruction& made);
  void read_memory(Instruction& made);
  void read_atomic(Instruction& made);
  void read_element_pointer(Instruction& made);
  void read_aggregate(Instruction& made);
  void read_vector(Instruction& made);
  void read_landing_pad(Instruction& made);
  bool read_call(Instruction& made);
  void read_arguments(Instruction& made, Arguments& arguments);
  void read_call_attributes(CallSite& site);
  void read_unsupported(Instruction& made);
  void add_variable(std::string_view kind, const Arguments& arguments);
  void read_record();

  Parts& parts_;
  Tokens& tokens_;
  Function& function_;
  std::size_t index_;
  std::vector<std::uint32_t>& offsets_;
  std::unordered_map<std::string, LocalName> registers_;
  std::unordered_map<std::string, LocalName> blocks_;
  std::vector<std::uint32_t> order_;  // block by mention to block by text
  std::uint64_t next_number_ = 0;
  bool open_ = false;  // a block has begun and not ended
};

}  // namespace waymark::llvm
