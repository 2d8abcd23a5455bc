#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "llvm/syntax/function_reader.hpp"
#include "llvm/syntax/opcodes.hpp"

namespace waymark::llvm {

// What stands between the parentheses of a call. Metadata is no operand: it is kept aside.
struct FunctionReader::Arguments {
  std::vector<const Type*> types;
  std::vector<Operand> values;
  std::vector<ParameterInfo> info;
  bool tells = false;                // one of the infos says something
  std::vector<std::uint64_t> nodes;  // metadata, in order; a value counts as none
  bool computes = false;             // one of them is an expression that is not empty
};

// ---------------------------------------------------------------- attributes

ParameterInfo read_parameter_attributes(Parts& parts) {
  Tokens& tokens = parts.tokens;
  ParameterInfo made;
  for (;;) {
    if (tokens.is(Tok::string)) {
      tokens.next();
      if (tokens.take('=')) tokens.next();
      continue;
    }
    if (tokens.is(Tok::attribute)) {
      tokens.next();
      continue;
    }
    if (!tokens.is(Tok::word) || parts.constants.starts()) return made;
    const std::string_view word = tokens.now().text;
    tokens.next();
    if (word == "align") {
      const bool bracket = tokens.take('(');
      made.alignment = static_cast<std::uint32_t>(tokens.expect_number(1u << 31));
      if (bracket) tokens.expect(')');
    } else if (word == "byval" || word == "byref" || word == "inalloca" || word == "preallocated") {
      if (tokens.is('(')) made.by_value = parts.types.read_in_parentheses();
    } else if (word == "sret") {
      if (tokens.is('(')) made.struct_result = parts.types.read_in_parentheses();
    } else if (tokens.is('(')) {
      tokens.skip_balanced();
    }
    made.sign_extended |= word == "signext";
    made.zero_extended |= word == "zeroext";
  }
}

ParameterInfo read_result_attributes(Parts& parts) {
  Tokens& tokens = parts.tokens;
  ParameterInfo made;
  while (!parts.types.starts()) {
    if (tokens.is(Tok::string)) {
      tokens.next();
      if (tokens.take('=')) tokens.next();
      continue;
    }
    if (!tokens.is(Tok::word)) tokens.fault_expected("a type");
    made.sign_extended |= tokens.is("signext");
    made.zero_extended |= tokens.is("zeroext");
    const bool number_follows = tokens.is("align") || tokens.is("cc");
    tokens.next();
    if (tokens.is('(')) {
      tokens.skip_balanced();
    } else if (number_follows) {
      (void)tokens.expect_number(1u << 31);
    }
  }
  return made;
}

std::uint64_t read_metadata(Parts& parts, bool& computes) {
  Tokens& tokens = parts.tokens;
  const Token now = tokens.now();
  if (tokens.take("distinct")) return read_metadata(parts, computes);
  if (now.kind == Tok::metadata) {
    std::uint64_t number = no_node;
    const auto [behind, fault] = std::from_chars(now.text.data(), now.text.data() + now.text.size(), number);
    tokens.next();
    if (fault == std::errc() && behind == now.text.data() + now.text.size()) return number;
    if (!tokens.is('(')) tokens.fault_expected("'('");
    const std::size_t begin = tokens.now().offset;
    tokens.skip_balanced();
    const std::string_view all = tokens.text().substr(begin + 1);
    if (now.text == "DIExpression" || now.text == "DIArgList") computes |= !all.starts_with(')');
    return parts.debug.note_inline(now.offset);
  }
  if (now.kind == Tok::bang) {
    tokens.next();
    if (tokens.is('{')) {
      tokens.skip_balanced();
    } else {
      (void)tokens.expect_string();
    }
    return no_node;
  }
  if (tokens.take("null")) return no_node;
  if (!parts.types.starts()) tokens.fault_expected("metadata");
  (void)parts.constants.read_typed();
  return no_node;
}

void FunctionReader::read_call_attributes(CallSite& site) {
  for (;;) {
    const Token now = tokens_.now();
    if (now.kind == Tok::attribute) {
      std::uint64_t group = 0;
      (void)std::from_chars(now.text.data(), now.text.data() + now.text.size(), group);
      parts_.group_uses.push_back({group, index_, function_.calls.size()});
      tokens_.next();
    } else if (now.kind == Tok::string) {
      tokens_.next();
      if (tokens_.take('=')) tokens_.next();
    } else if (now.kind == Tok::word && !now.first_on_line && now.text != "to") {
      site.no_return |= now.text == "noreturn";
      site.returns_twice |= now.text == "returns_twice";
      tokens_.next();
      if (tokens_.is('(')) tokens_.skip_balanced();
    } else if (tokens_.is('[')) {  // operand bundles
      tokens_.skip_balanced();
    } else {
      return;
    }
  }
}

// ---------------------------------------------------------------- calls

void FunctionReader::read_arguments(Instruction& made, Arguments& arguments) {
  tokens_.expect('(');
  while (!tokens_.is(')')) {
    if (tokens_.is(Tok::dots)) {  // of a musttail call
      tokens_.next();
      break;
    }
    const Type* type = parts_.types.read();
    if (type->kind == Kind::metadata) {
      Operand value;
      if (parts_.types.starts()) {
        const Type* inner = nullptr;
        value = read_typed(inner);
        arguments.nodes.push_back(no_node);
      } else {
        arguments.nodes.push_back(read_metadata(parts_, arguments.computes));
      }
      arguments.types.push_back(type);
      arguments.values.push_back(value);
      arguments.info.emplace_back();
    } else {
      arguments.info.push_back(read_parameter_attributes(parts_));
      const ParameterInfo& info = arguments.info.back();
      arguments.tells |= info.by_value != nullptr || info.struct_result != nullptr || info.alignment != 0 ||
                         info.sign_extended || info.zero_extended;
      arguments.types.push_back(type);
      arguments.values.push_back(read_value(type));
    }
    if (!tokens_.is(')')) tokens_.expect(',');
  }
  tokens_.expect(')');
}

// A call or an invoke. False if it only tells something about the source.
bool FunctionReader::read_call(Instruction& made) {
  read_flags(made);
  (void)read_result_attributes(parts_);
  const Type* type = parts_.types.read();
  const Token callee = tokens_.now();
  TypeTable& types = *parts_.module.types;
  const Operand function = tokens_.take("asm") ? Operand::constant(parts_.constants.read_assembly(types.pointer()))
                                               : read_value(types.pointer());
  Arguments arguments;
  read_arguments(made, arguments);
  CallSite site;
  read_call_attributes(site);
  if (callee.kind == Tok::global && callee.text.starts_with("llvm.dbg.")) {
    while (!parts_.group_uses.empty() && parts_.group_uses.back().function == index_ &&
           parts_.group_uses.back().call == function_.calls.size()) {
      parts_.group_uses.pop_back();
    }
    add_variable(callee.text.substr(9), arguments);
    (void)more(made);
    return false;
  }
  const bool whole = type->kind == Kind::function;
  site.function_type = whole ? type : types.function(type, arguments.types, false);
  made.type = site.function_type->element;
  if (arguments.tells) site.arguments = std::move(arguments.info);
  operand(made, function);
  for (std::size_t i = 0; i < arguments.values.size(); ++i) {
    Operand value = arguments.values[i];
    if (value.is_none()) value = Operand::constant(parts_.constants.placeholder(arguments.types[i]));
    operand(made, value);
  }
  made.extra = static_cast<std::uint32_t>(function_.calls.size());
  function_.calls.push_back(std::move(site));
  if (made.opcode == Opcode::invoke) {
    tokens_.expect("to");
    target(made);
    tokens_.expect("unwind");
    target(made);
  }
  return true;
}

// ---------------------------------------------------------------- variables of the source

void FunctionReader::add_variable(std::string_view kind, const Arguments& arguments) {
  const bool declares = kind == "declare";
  const bool assigns = kind == "value" || kind == "assign";
  if ((!declares && !assigns) || arguments.values.empty() || arguments.nodes.size() < 2) return;
  Variable made;
  made.is_address = declares;
  made.operand = arguments.values[0];
  made.complex = arguments.computes || made.operand.is_none();
  made.instruction = static_cast<std::uint32_t>(function_.instructions.size());
  parts_.variable_uses.push_back({index_, function_.variables.size(), arguments.nodes[1]});
  function_.variables.push_back(std::move(made));
}

// #dbg_declare(ptr %2, !89, !DIExpression(), !94)
void FunctionReader::read_record() {
  const std::string_view kind = tokens_.now().text;
  tokens_.next();
  Arguments arguments;
  tokens_.expect('(');
  while (!tokens_.is(')')) {
    Operand value;
    if (parts_.types.starts()) {
      const Type* type = nullptr;
      value = read_typed(type);
      arguments.nodes.push_back(no_node);
    } else {
      arguments.nodes.push_back(read_metadata(parts_, arguments.computes));
    }
    arguments.values.push_back(value);
    if (!tokens_.is(')')) tokens_.expect(',');
  }
  tokens_.expect(')');
  if (kind.starts_with("dbg_")) add_variable(kind.substr(4), arguments);
}

}  // namespace waymark::llvm
