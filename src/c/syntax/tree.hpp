// A C program as the extractor needs it: every name bound, every conversion explicit, nothing of the parser that read
// it. What the tree cannot hold stands in it as `unsupported` with the words of the refusal: it is refused only where
// the program can reach it. Types, records, variables and functions have stable addresses as long as their Program
// lives.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"

namespace waymark::c {

using base::Position;

// ---------------------------------------------------------------- types

enum class Kind : std::uint8_t {
  nothing,  // void
  boolean,
  integer,  // enumerations too
  pointer,
  array,
  record,
  mutex,
  condition,
  semaphore,
  barrier,
  rwlock,
  once,
  thread,
  attributes,  // of any of these: only their default can be asked for
  unsupported,
};

struct Record;

struct Type {
  Kind kind = Kind::unsupported;
  std::uint32_t bits = 0;  // of an integer
  bool is_signed = false;
  bool atomic = false;
  const Type* element = nullptr;  // of a pointer or an array
  std::uint64_t count = 0;        // of an array
  const Record* record = nullptr;
  std::string name;  // as C writes it
};

struct Field {
  std::string name;
  const Type* type = nullptr;
};

struct Record {
  std::string name;
  Position at;
  std::vector<Field> fields;
};

// ---------------------------------------------------------------- expressions

enum class Op : std::uint8_t {
  constant,  // also the null pointer
  string,
  variable,
  function,
  member,
  index,    // array, index; or pointer, index
  deref,    // *p
  address,  // &lvalue; an array that decays is the address of its first element
  convert,  // to the type of the expression
  negate,
  complement,
  logical_not,
  add,
  sub,
  mul,
  div,
  rem,
  shl,
  shr,
  bit_and,
  bit_xor,
  bit_or,
  lt,
  le,
  gt,
  ge,
  eq,
  ne,
  logical_and,
  logical_or,
  conditional,
  comma,
  assign,
  compound,  // lvalue, value: `left op= right`, computed in the type of `computed`
  increment,
  decrement,
  call,
  list,         // an initialiser in braces; an empty argument stands for zeros
  unsupported,  // `text` says what
};

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;
struct Variable;
struct Function;

struct Expr {
  Op op = Op::unsupported;
  const Type* type = nullptr;
  Position at;
  std::vector<ExprPtr> args;
  std::int64_t value = 0;        // of a constant: its bits, sign-extended if the type is signed
  std::string text;              // of a string; of what is not supported
  Variable* variable = nullptr;  // of a variable
  const Function* function = nullptr;
  std::uint32_t field = 0;     // of a member
  Op inner = Op::unsupported;  // of a compound assignment: the operation
  const Type* computed = nullptr;
  bool postfix = false;   // of increment and decrement
  bool implicit = false;  // a conversion that is not written
};

// ---------------------------------------------------------------- statements

struct Variable {
  std::string name;
  std::string declaration;  // as C writes it, without what it begins with
  const Type* type = nullptr;
  Position at;
  const Function* owner = nullptr;  // null for a global
  bool is_static = false;           // lives as long as the program
  bool parameter = false;
  bool local_to_file = false;  // a global that other files do not see
  bool defined = false;        // a global of which some file has more than a declaration
  bool assigned = false;       // after its initialisation
  bool address_taken = false;
  std::uint32_t depth = 1;  // blocks around it in its function
  std::string refused;      // what no model has of it, in the words of the refusal; empty if there is nothing
  ExprPtr initial;
};

enum class StmtKind : std::uint8_t {
  expression,
  declare,
  block,
  if_,
  while_,
  do_,
  for_,
  switch_,
  case_,  // a label of a switch, for `low` to `high`; the statements behind it follow it in its block
  default_,
  break_,
  continue_,
  goto_,
  label,
  return_,
  empty,
  unsupported,
};

struct Stmt;
using StmtPtr = std::unique_ptr<Stmt>;

struct Stmt {
  StmtKind kind = StmtKind::empty;
  Position at;
  ExprPtr expr;               // condition or value
  ExprPtr step;               // of a for
  std::vector<StmtPtr> body;  // of an if: then, otherwise; of a for: initialisation (may be null), body
  Variable* variable = nullptr;
  std::string text;  // a label's name; what is not supported
  std::int64_t low = 0, high = 0;
};

struct Function {
  std::string name;
  Position at;
  const Type* result = nullptr;
  std::vector<Variable*> parameters;
  StmtPtr body;  // null if no file defines it
  bool local_to_file = false;
  bool variadic = false;
  // What the compiler doubts inside: a variable that may be read before it has a value, effects without an order.
  struct Doubt {
    Position at;
    std::string text;
  };
  std::vector<Doubt> doubts;
};

struct Program {
  std::vector<std::string> files;  // Position::file
  std::deque<Type> types;
  std::deque<Record> records;
  std::deque<Variable> variables;  // all; globals in order of their text
  std::deque<Function> functions;

  [[nodiscard]] const Function* function(std::string_view name) const;
  [[nodiscard]] std::string place(Position at) const;  // file:line
};

// Throws base::InputError: file:line:column, and why.
[[noreturn]] void refuse(const Program& program, Position at, std::string_view why);

// Whether an expression changes something or calls a function.
[[nodiscard]] bool has_effects(const Expr& expr);

// Whether an expression can be an error where its parts are not: an index, a pointer, a division, a shift; also any
// signed arithmetic, if overflow is an error.
[[nodiscard]] bool may_fail(const Expr& expr, bool overflow);

// An expression in C's words, on one line and with as few parentheses as C needs.
[[nodiscard]] std::string text(const Expr& expr);

}  // namespace waymark::c
