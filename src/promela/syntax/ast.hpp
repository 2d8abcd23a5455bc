// The syntax tree of a Promela specification, after resolution: every name is bound, every constant folded, every
// inline expanded. What is here has passed all checks that need no execution. Symbols, processes and statements have
// stable addresses as long as their Specification lives; everything else is owned by its parent.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/source.hpp"

namespace waymark::promela {

using base::Position;

struct Expr;
struct Stmt;
struct Symbol;
struct Process;
struct Record;

using ExprPtr = std::unique_ptr<Expr>;
using StmtPtr = std::unique_ptr<Stmt>;
using Sequence = std::vector<StmtPtr>;

// ---------------------------------------------------------------- types and symbols

enum class BaseType : std::uint8_t { bit, boolean, byte, pid, mtype, short_, int_, unsigned_, chan, record };

struct Type {
  BaseType base = BaseType::int_;
  std::uint8_t width = 32;         // bits of storage: 1, 8, 16, 32, or n for `unsigned x : n`; 0 for a record
  const Record* record = nullptr;  // when base is record
  std::string subtype;             // mtype:subtype; empty for plain mtype
};

// `[capacity] of { fields }`
struct ChannelShape {
  std::uint32_t capacity = 0;
  std::vector<Type> fields;       // as written
  std::uint32_t flat_fields = 0;  // with records taken apart
};

enum class SymbolKind : std::uint8_t { variable, parameter, field };

// A variable, a parameter, or a field of a typedef.
struct Symbol {
  std::uint32_t id = 0;  // index in Specification::symbols; order of declaration
  SymbolKind kind = SymbolKind::variable;
  std::string name;
  Position at;
  Type type;
  bool is_array = false;    // also for size 1: `x[1]`
  std::uint32_t count = 1;  // elements
  bool hidden = false, show = false, local_hint = false;
  ExprPtr initial;                        // `= e`: applies to every element; may read other variables
  std::vector<ExprPtr> initial_list;      // `= {a, b}`: constants; a shorter list leaves the rest with its last value
  std::unique_ptr<ChannelShape> channel;  // `= [n] of {..}`: every element gets a channel of its own
  const Process* process = nullptr;       // null for a global or a field
  const Record* owner = nullptr;          // for a field
  std::uint32_t field = 0;                // for a field: index in owner->fields
  std::string scope;                      // inner block, as Spin prefixes it to the name: "_1_2_"; else empty
};

// typedef NAME { fields }
struct Record {
  std::string name;
  Position at;
  std::vector<const Symbol*> fields;
  std::int64_t cells = 0;         // values in all fields, arrays and inner records taken apart
  bool has_record_array = false;  // somewhere inside: such a record cannot be sent or passed
};

// One name of an mtype declaration.
struct MtypeName {
  std::string name;
  std::string subtype;
  std::int32_t value = 0;
  Position at;
};

// ---------------------------------------------------------------- expressions

// x, x[i], x.f[j].g: the first part is a variable or parameter, the others are fields.
struct Ref {
  struct Part {
    const Symbol* symbol = nullptr;
    ExprPtr index;  // null when left out, which means 0
    Position at;
  };
  std::vector<Part> parts;

  [[nodiscard]] const Symbol& symbol() const { return *parts.front().symbol; }
  [[nodiscard]] const Symbol& last() const { return *parts.back().symbol; }
  [[nodiscard]] const Type& type() const { return last().type; }
};

enum class UnaryOp : std::uint8_t { negate, complement, logical_not };
enum class BinaryOp : std::uint8_t {
  add,
  sub,
  mul,
  div,
  mod,
  shl,
  shr,
  bit_and,
  bit_or,
  bit_xor,
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  logical_and,
  logical_or,
};
// _pid, _nr_pr, _last, _priority, np_, timeout
enum class Predefined : std::uint8_t { pid, nr_pr, last, priority, np, timeout };
enum class ChannelTest : std::uint8_t { len, full, empty, nfull, nempty };

struct Number {
  std::int32_t value;
};
struct MtypeConstant {
  const MtypeName* name;
};
struct Variable {
  Ref ref;
};
struct Unary {
  UnaryOp op;
  ExprPtr arg;
};
struct Binary {
  BinaryOp op;
  ExprPtr left, right;
};
struct Conditional {
  ExprPtr condition, then, otherwise;
};
struct Builtin {
  Predefined what;
};
struct ChannelQuery {
  ChannelTest test;
  Ref channel;
};
struct Run {
  const Process* process;
  std::vector<ExprPtr> args;
  std::int32_t priority = 0;  // 0: left out
};
struct Enabled {
  ExprPtr pid;
};
struct PcValue {
  ExprPtr pid;
};
struct GetPriority {
  ExprPtr pid;
};
struct RemoteLabel {  // P[pid]@label
  const Process* process;
  ExprPtr pid;  // null when left out
  std::string label;
  const Stmt* target;
};
struct RemoteVariable {  // P[pid]:x
  const Process* process;
  ExprPtr pid;  // null when left out
  Ref ref;
};

// One argument of a receive or a poll.
struct ReceiveArg {
  enum class Kind : std::uint8_t { bind, sink, match, eval };
  Kind kind = Kind::bind;
  Position at;
  Ref ref;        // bind: where the field goes
  ExprPtr value;  // match: a constant; eval: any expression
};
struct Poll {  // q?[..], q??[..]
  Ref channel;
  bool random = false;
  std::vector<ReceiveArg> args;
};

using ExprNode = std::variant<Number, MtypeConstant, Variable, Unary, Binary, Conditional, Builtin, ChannelQuery, Poll,
                              Run, Enabled, PcValue, GetPriority, RemoteLabel, RemoteVariable>;

struct Expr {
  Position at;
  ExprNode node;
};

// ---------------------------------------------------------------- statements

struct Expression {  // also `skip`, which is the constant 1
  ExprPtr expr;
};
struct Assign {
  Ref target;
  ExprPtr value;
};
struct Increment {  // x++ (by = 1), x-- (by = -1)
  Ref target;
  std::int32_t by;
};
struct Send {
  Ref channel;
  bool sorted = false;
  std::vector<ExprPtr> args;  // a whole record may stand for its fields; in a trace the variable `_` for any value
};
struct Receive {
  Ref channel;
  bool random = false;  // ??
  bool copy = false;    // ?<..>
  std::vector<ReceiveArg> args;
};
struct If {
  std::vector<Sequence> options;
};
struct Do {
  std::vector<Sequence> options;
};
struct Else {};  // executable when nothing else in the same process state is; Promela does not say where it may stand
struct Break {};
struct Goto {
  std::string label;
  const Stmt* target;
};
struct ForRange {
  Ref index;
  ExprPtr from, to;
  Sequence body;
};
struct ForArray {  // index runs over 0 .. count-1
  Ref index;
  Ref array;
  Sequence body;
};
struct ForChannel {
  Ref message;
  Ref channel;
  Sequence body;
  const Symbol* counter;  // the hidden local that Spin adds for the loop
};
struct Select {
  Ref target;
  ExprPtr from, to;
  // Spin rewrites `select (x : 1 .. 4)` before it parses, if both bounds are plain digits and the text is not in an
  // inline: up to 33 values become one `if` with an option per value; more become `x = 1; do :: (x < 40) -> x++ ::
  // break od`. All other forms become that loop with the break first.
  bool literal = false;
};
struct Atomic {
  Sequence body;
};
struct DStep {
  Sequence body;
};
struct Block {
  Sequence body;
};
struct Unless {
  StmtPtr main, escape;
};
struct Assert {
  ExprPtr condition;
};
struct Printf {
  std::string format;  // as written, without quotes
  std::vector<ExprPtr> args;
};
struct Printm {
  ExprPtr value;
};
struct SetPriority {
  ExprPtr pid, value;
};
struct Exclusive {  // xr, xs
  bool receive;
  std::vector<Ref> channels;
};
// One declared variable. Spin initialises at process start. But if a statement or a brace precedes the declaration,
// `assigns` is set: then the variable is 0 at process start, and reaching its declaration is a step of its own that
// assigns the initial value (0 if there is none) to the variable, or to element 0 of an array; for a record that step
// changes nothing, and its fields are initialised at process start.
struct Declare {
  const Symbol* symbol;
  bool assigns;
};

using StmtNode = std::variant<Expression, Assign, Increment, Send, Receive, If, Do, Else, Break, Goto, ForRange,
                              ForArray, ForChannel, Select, Atomic, DStep, Block, Unless, Assert, Printf, Printm,
                              SetPriority, Exclusive, Declare>;

struct Label {
  std::string name;
  Position at;
};

struct Stmt {
  Position at;  // for text that came out of an inline: the line in the inline's body
  // Spin puts the label of a `for` or of a `select` that is a loop behind the first assignment.
  std::vector<Label> labels;
  StmtNode node;
  std::string written;       // as the text has it, on one line; empty if no text has it as a whole
  std::uint32_t number = 0;  // the first of those of its steps; 0 if no text has it
};

// ---------------------------------------------------------------- the whole

enum class ProcessKind : std::uint8_t { proctype, init, never, trace, notrace };

struct Process {
  std::uint32_t index = 0;  // in Specification::processes; order of text
  ProcessKind kind = ProcessKind::proctype;
  std::string name;  // ":init:" for init; for an unnamed claim "never_0", as Spin prints them
  Position at;
  Position end;                // of the closing brace
  bool deterministic = false;  // D_proctype
  std::uint32_t active = 0;    // copies in the initial state (init: 1)
  std::int32_t priority = 0;   // 0: left out
  ExprPtr provided;            // may be null
  std::vector<const Symbol*> parameters;
  std::vector<const Symbol*> locals;  // without parameters; order of declaration, inner blocks included
  Sequence body;

  struct LabelAt {
    std::string name;
    const Stmt* target;
    Position at;
  };
  std::vector<LabelAt> labels;
};

enum class LtlOp : std::uint8_t {
  proposition,
  logical_not,
  logical_and,
  logical_or,
  implies,
  equivalent,
  always,
  eventually,
  next,
  until,
  weak_until,
  release,
};

// A formula; leaves are the largest parts without temporal operators.
struct Ltl {
  Position at;
  LtlOp op = LtlOp::proposition;
  ExprPtr proposition;
  std::unique_ptr<Ltl> left, right;  // one-place operators use left
};
using LtlPtr = std::unique_ptr<Ltl>;

struct LtlBlock {
  std::string name;  // "ltl_0" and so on where left out, as Spin names them
  Position at;
  std::string text;  // as written, between the braces, on one line
  LtlPtr formula;
};

struct Specification {
  std::vector<std::string> files;                  // Position::file
  std::vector<std::unique_ptr<MtypeName>> mtypes;  // in order of text
  std::vector<std::unique_ptr<Record>> records;
  std::vector<std::unique_ptr<Symbol>> symbols;  // all: globals, fields, parameters, locals
  std::vector<const Symbol*> globals;            // in order
  std::vector<std::unique_ptr<Process>> processes;
  std::vector<LtlBlock> ltl;
  // How expressions and formulas that name no file of it are read, if not as parse_expression() and parse_ltl() do.
  std::function<ExprPtr(const std::string& name, const std::string& written)> read_expression;
  std::function<LtlPtr(const std::string& name, const std::string& written)> read_formula;

  [[nodiscard]] const Process* process(std::string_view name) const;
  [[nodiscard]] const LtlBlock* formula(std::string_view name) const;
  // As if the text had no never claims.
  void leave_out_claims();
};

}  // namespace waymark::promela
