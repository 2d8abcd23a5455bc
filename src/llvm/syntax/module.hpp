// A module of LLVM IR as an interpreter needs it, and nothing of its text. Constants live in one pool of the module,
// operands of instructions live in one pool of their function, so that an instruction is a small record and modules can
// be joined by adding an offset. What the reader does not know stands in the module as `unsupported` with its text: it
// is refused only if it is executed.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "llvm/syntax/debug.hpp"
#include "llvm/syntax/type.hpp"

namespace waymark::llvm {

// ---------------------------------------------------------------- operands

// A register of the function (arguments are its first registers), a constant of the module's pool, or nothing.
class Operand {
 public:
  constexpr Operand() = default;
  static constexpr Operand local(std::uint32_t number) { return Operand(number); }
  static constexpr Operand constant(std::uint32_t index) { return Operand(index | constant_bit); }

  constexpr bool is_none() const { return word_ == none; }
  constexpr bool is_local() const { return (word_ & constant_bit) == 0; }
  constexpr bool is_constant() const { return (word_ & constant_bit) != 0 && word_ != none; }
  constexpr std::uint32_t index() const { return word_ & ~constant_bit; }
  constexpr bool operator==(const Operand&) const = default;

  static constexpr std::uint32_t limit = 0x7fff'fff0;  // of indices

 private:
  static constexpr std::uint32_t constant_bit = 0x8000'0000;
  static constexpr std::uint32_t none = 0xffff'ffff;
  constexpr explicit Operand(std::uint32_t word) : word_(word) {}

  std::uint32_t word_ = none;
};

inline constexpr std::uint32_t no_register = 0xffff'ffff;

// ---------------------------------------------------------------- opcodes

enum class Opcode : std::uint8_t {
  unsupported,  // `Function::texts[extra]` is its text
  // ends of blocks
  ret,         // operand: the value, unless void
  br,          // operand: the condition, if there are two blocks: taken if true, taken if false
  switch_,     // operands: value, cases; blocks: default, of the cases
  indirectbr,  // operand: address; blocks
  invoke,      // as call; blocks: normal, unwind
  resume,      // operand
  unreachable,
  callbr,
  // arithmetic: two operands, fneg one
  fneg,
  add,
  fadd,
  sub,
  fsub,
  mul,
  fmul,
  udiv,
  sdiv,
  fdiv,
  urem,
  srem,
  frem,
  shl,
  lshr,
  ashr,
  and_,
  or_,
  xor_,
  // vectors and aggregates
  extractelement,
  insertelement,
  shufflevector,  // operands: two vectors and the mask, a constant
  extractvalue,   // operand: aggregate; numbers: the indices
  insertvalue,    // operands: aggregate, element; numbers: the indices
  // memory
  alloca,  // source: the type; operand: how many, if given
  load,    // source: the type; operand: address
  store,   // source: the type; operands: value, address
  fence,
  cmpxchg,        // source: the type; operands: address, expected, new value; result { T, i1 }
  atomicrmw,      // source: the type; operands: address, value
  getelementptr,  // source: the type that is indexed; operands: base, indices
  // conversions: one operand
  trunc,
  zext,
  sext,
  fptrunc,
  fpext,
  fptoui,
  fptosi,
  uitofp,
  sitofp,
  ptrtoint,
  inttoptr,
  bitcast,
  addrspacecast,
  // others
  icmp,
  fcmp,
  phi,     // operands: values; blocks: where each comes from
  select,  // operands: condition, if true, if false
  freeze,
  call,        // operands: callee, arguments; `Function::calls[extra]` tells the rest
  va_arg,      // operand: address of the list; result type
  landingpad,  // operands: clauses; numbers: 0 for catch, 1 for filter; flag cleanup
};

std::string_view text(Opcode opcode);
inline bool ends_block(Opcode opcode) { return opcode >= Opcode::ret && opcode <= Opcode::callbr; }

enum class Predicate : std::uint8_t {
  none,
  // of icmp
  eq,
  ne,
  ugt,
  uge,
  ult,
  ule,
  sgt,
  sge,
  slt,
  sle,
  // of fcmp
  never,  // false
  oeq,
  ogt,
  oge,
  olt,
  ole,
  one,
  ord,
  ueq,
  f_ugt,
  f_uge,
  f_ult,
  f_ule,
  une,
  uno,
  always,  // true
};

enum class Ordering : std::uint8_t { not_atomic, unordered, monotonic, acquire, release, acq_rel, seq_cst };

enum class Update : std::uint8_t {  // of atomicrmw
  none,
  xchg,
  add,
  sub,
  and_,
  nand,
  or_,
  xor_,
  max,
  min,
  umax,
  umin,
  fadd,
  fsub,
  fmax,
  fmin,
  uinc_wrap,
  udec_wrap,
  usub_cond,
  usub_sat,
};

namespace flag {
inline constexpr std::uint16_t nsw = 1;
inline constexpr std::uint16_t nuw = 2;
inline constexpr std::uint16_t exact = 4;
inline constexpr std::uint16_t inbounds = 8;
inline constexpr std::uint16_t is_volatile = 16;
inline constexpr std::uint16_t weak = 32;            // of cmpxchg
inline constexpr std::uint16_t cleanup = 64;         // of landingpad
inline constexpr std::uint16_t tail = 128;           // of call
inline constexpr std::uint16_t must_tail = 256;      // of call
inline constexpr std::uint16_t disjoint = 512;       // of or
inline constexpr std::uint16_t non_negative = 1024;  // of zext, uitofp
inline constexpr std::uint16_t same_sign = 2048;     // of icmp
inline constexpr std::uint16_t inalloca = 4096;      // of alloca
inline constexpr std::uint16_t one_thread = 8192;    // syncscope("singlethread")
}  // namespace flag

// ---------------------------------------------------------------- constants

enum class ConstantKind : std::uint8_t {
  integer,   // low, high
  floating,  // the bits of the value: low, high
  null,      // the null pointer
  undef,
  poison,
  zero,         // zeroinitializer; of any type
  aggregate,    // elements: one for each element or member; of a vector too
  string,       // `Module::strings[low]`: the bytes of an array of i8
  global,       // the address of `Module::globals[low]`
  function,     // the address of `Module::functions[low]`
  alias,        // the address of `Module::aliases[low]`
  expression,   // an instruction over the elements
  block,        // blockaddress: function low, block high
  assembly,     // inline assembly, only as a callee: `Module::strings[low]`
  unsupported,  // `Module::strings[low]` is its text
};

struct Constant {
  ConstantKind kind = ConstantKind::undef;
  Opcode opcode = Opcode::unsupported;    // of an expression: getelementptr, casts, arithmetic, icmp, select...
  Predicate predicate = Predicate::none;  // of icmp, fcmp
  std::uint16_t flags = 0;                // of an expression
  const Type* type = nullptr;
  const Type* source = nullptr;  // of getelementptr: the type that is indexed
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::uint32_t first = 0;  // its elements are Module::elements[first, first + count)
  std::uint32_t count = 0;
};

// ---------------------------------------------------------------- functions

struct Instruction {
  Opcode opcode = Opcode::unsupported;
  Predicate predicate = Predicate::none;
  Ordering ordering = Ordering::not_atomic;
  Ordering failure = Ordering::not_atomic;  // of cmpxchg
  Update update = Update::none;
  std::uint16_t flags = 0;
  std::uint32_t result = no_register;
  std::uint32_t alignment = 0;  // of alloca, load, store, cmpxchg, atomicrmw; 0: that of the type
  std::uint32_t place = 0;      // Debug::places
  std::uint32_t first_operand = 0;
  std::uint32_t operand_count = 0;
  std::uint32_t first_block = 0;  // in Function::targets
  std::uint32_t block_count = 0;
  std::uint32_t first_number = 0;
  std::uint32_t number_count = 0;
  std::uint32_t extra = 0;       // of call, invoke: Function::calls; of unsupported: Function::texts
  const Type* type = nullptr;    // of the result; void if there is none
  const Type* source = nullptr;  // see the opcodes
};

// Of a parameter, of a function or of an argument that is passed.
struct ParameterInfo {
  const Type* by_value = nullptr;       // byval: the callee gets a copy of this type
  const Type* struct_result = nullptr;  // sret
  std::uint32_t alignment = 0;          // of the copy
  bool sign_extended = false;
  bool zero_extended = false;
};

struct CallSite {
  const Type* function_type = nullptr;  // result and parameters; variadic arguments come after the parameters
  bool no_return = false;
  bool returns_twice = false;
  std::vector<ParameterInfo> arguments;  // empty if none says anything
};

struct Register {
  const Type* type = nullptr;
  std::string name;  // without its `%`; empty if the text numbers it
};

struct Block {
  std::string name;         // or its number
  std::uint32_t first = 0;  // its instructions are Function::instructions[first, first + count)
  std::uint32_t count = 0;
};

// A variable of the source that is in scope in the function.
struct Variable {
  std::string name;
  std::uint32_t type = 0;   // Debug::types
  std::uint32_t scope = 0;  // Debug::scopes
  std::uint32_t line = 0;
  std::uint32_t argument = 0;  // its number from 1 if it is a parameter
  bool is_address = false;     // dbg.declare: the operand is where the variable lies; else dbg.value
  bool complex = false;        // an expression computes the value, so that the operand alone is not enough
  Operand operand;
  std::uint32_t instruction = 0;  // it holds from this index on
};

enum class Linkage : std::uint8_t {
  external,
  private_,
  internal,
  weak,       // weak, weak_odr
  link_once,  // linkonce, linkonce_odr
  common,
  appending,
  available,  // available_externally
  extern_weak,
};

struct Function {
  std::string name;
  Linkage linkage = Linkage::external;
  const Type* type = nullptr;
  const Type* result = nullptr;
  std::uint32_t parameters = 0;  // registers [0, parameters) are the arguments
  bool defined = false;
  bool variadic = false;
  bool no_return = false;
  bool returns_twice = false;
  bool always_inline = false;
  bool sign_extended_result = false;
  std::uint32_t unit = 0;   // of which module it came: Module::units
  std::uint32_t scope = 0;  // Debug::scopes: the source's function
  std::vector<ParameterInfo> parameter_info;
  std::vector<Register> registers;
  std::vector<Block> blocks;
  std::vector<Instruction> instructions;
  std::vector<Operand> operands;
  std::vector<std::uint32_t> targets;  // blocks
  std::vector<std::uint32_t> numbers;
  std::vector<CallSite> calls;
  std::vector<std::string> texts;
  std::vector<Variable> variables;
  Operand personality;

  std::span<const Operand> operands_of(const Instruction& i) const {
    return {operands.data() + i.first_operand, i.operand_count};
  }
  std::span<const std::uint32_t> blocks_of(const Instruction& i) const {
    return {targets.data() + i.first_block, i.block_count};
  }
  std::span<const std::uint32_t> numbers_of(const Instruction& i) const {
    return {numbers.data() + i.first_number, i.number_count};
  }
};

// ---------------------------------------------------------------- module

struct Global {
  std::string name;
  Linkage linkage = Linkage::external;
  bool constant = false;
  bool thread_local_ = false;
  bool defined = false;  // it has an initialiser
  bool externally_initialised = false;
  const Type* type = nullptr;  // of what lies there
  std::uint32_t address_space = 0;
  std::uint32_t alignment = 0;    // 0: that of the type
  std::uint32_t initialiser = 0;  // a constant, if it is defined
  std::uint32_t unit = 0;
  // Of the source's variable, if the compiler tells one.
  std::string source_name;
  std::uint32_t source_type = 0;  // Debug::types
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t scope = 0;  // of a static variable of a function: Debug::scopes
};

struct Alias {
  std::string name;
  Linkage linkage = Linkage::external;
  bool indirect = false;     // ifunc: the target is a function that chooses
  std::uint32_t target = 0;  // a constant
  std::uint32_t unit = 0;
};

// An entry of llvm.global_ctors or llvm.global_dtors.
struct Initialiser {
  std::uint32_t priority = 65535;
  std::uint32_t function = 0;
};

struct Unit {
  std::string file;      // that was read
  std::string source;    // source_filename
  std::string target;    // target triple
  bool library = false;  // it is one of our models
};

struct Module {
  std::shared_ptr<TypeTable> types;
  std::vector<Unit> units;
  std::vector<Global> globals;
  std::vector<Function> functions;
  std::vector<Alias> aliases;
  std::vector<Constant> constants;
  std::vector<std::uint32_t> elements;  // of constants: constants
  std::vector<std::string> strings;
  std::vector<Initialiser> constructors;  // in the order in which they run
  std::vector<Initialiser> destructors;
  std::string assembly;  // `module asm`, joined
  Debug debug;

  const Type& type_of(const Function& function, Operand operand) const {
    return *(operand.is_constant() ? constants[operand.index()].type : function.registers[operand.index()].type);
  }
  std::span<const std::uint32_t> elements_of(const Constant& constant) const {
    return {elements.data() + constant.first, constant.count};
  }
};

}  // namespace waymark::llvm
