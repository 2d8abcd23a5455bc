// A program as the machine runs it: decoded once, shared by all models, never changed afterwards. Registers are slots
// of their frame; a value of a struct type takes as many slots as it has scalars. Variables whose address is not taken
// are slots too. Phis are copies that belong to the edges between blocks.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "llvm/code/builtin.hpp"
#include "llvm/code/value.hpp"
#include "llvm/syntax/module.hpp"

namespace waymark::llvm {

// A slot of the frame, or a constant of the program.
using Source = std::uint32_t;
inline constexpr Source constant_source = 0x8000'0000;
inline constexpr std::uint32_t no_slot = 0xffff'ffff;

enum class Do : std::uint8_t {
  unsupported,  // texts[c]
  move,         // dest = a
  add,
  sub,
  mul,
  udiv,
  sdiv,
  urem,
  srem,
  shl,
  lshr,
  ashr,
  and_,
  or_,
  xor_,
  icmp,  // aux: Predicate
  trunc,
  zext,    // from `from` bits to width
  sext,    // the same
  select,  // a ? b : c
  freeze,
  index,     // dest = a + b * number, b of width bits, signed; c: how many there are, if that is known
  offset,    // dest = a + number
  load,      // dest = *(a + number), of width bits
  store,     // *(b + number) = a
  exchange,  // cmpxchg: dest, dest + 1 = *a if b then c
  update,    // atomicrmw: aux is Update
  fence,
  thread_local_,  // dest = the address of the thread-local global with this number
  object,         // alloca: dest = a new object of number bytes, a times if given; c: its site
  jump,           // edge a
  branch,         // if a then edge b else edge c
  choose,         // switch: value a; switches[c]
  call,           // calls[c]
  leave,          // ret: slots from a on
  landing,        // landingpad: dest, dest + 1 = the exception, the selector; landings[c]. Unwinding sets them.
  resume,         // unwinding of exception a goes on
  unreachable,
  float_negate,
  float_add,
  float_sub,
  float_mul,
  float_div,
  float_rem,
  float_compare,  // aux: Predicate
  float_from_signed,
  float_from_unsigned,
  float_to_signed,
  float_to_unsigned,
  float_resize,  // fptrunc, fpext
};

// One instruction. What the fields mean stands at Do.
struct Op {
  Do what = Do::unsupported;
  std::uint8_t width = 0;  // bits of the operands, or of the result of a conversion
  std::uint8_t aux = 0;
  std::uint8_t from = 0;
  std::uint16_t flags = 0;   // of the instruction (namespace flag)
  std::uint16_t atomic = 0;  // of an access or a fence (namespace order)
  std::uint32_t dest = no_slot;
  Source a = no_slot;
  Source b = no_slot;
  Source c = no_slot;
  std::uint32_t place = 0;
  std::uint64_t number = 0;
};

// What an atomic access does for the accesses around it; 0: it is none.
namespace order {
inline constexpr std::uint16_t is_atomic = 1;
inline constexpr std::uint16_t acquires = 2;  // what another has released is known from now on
inline constexpr std::uint16_t releases = 4;  // what comes before it is known to those who acquire it
}  // namespace order

struct Copy {
  std::uint32_t dest = 0;
  Source source = 0;
};

struct Edge {
  std::uint32_t target = 0;  // an Op
  std::uint32_t first = 0;   // its copies, all at once
  std::uint32_t count = 0;
  bool back = false;  // it does not lead forward
};

struct SwitchCase {
  std::uint64_t value = 0;
  std::uint32_t edge = 0;
};
struct Switch {
  std::uint32_t otherwise = 0;
  std::vector<SwitchCase> cases;
};

struct Argument {
  Source source = no_slot;
  std::uint8_t width = 64;
  const Type* by_value = nullptr;
  bool is_float = false;
};

struct Call {
  std::uint32_t function = no_slot;  // if it is known
  Source callee = no_slot;           // else where its address is
  Builtin builtin = Builtin::none;
  std::vector<Argument> arguments;  // scalars, those of structs in their order
  std::uint32_t fixed = 0;          // how many of them are no variadic ones
  std::uint32_t results = 0;        // slots
  std::uint8_t width = 0;           // of the first result
  bool no_return = false;
  std::uint32_t site = 0;          // of what it allocates
  std::uint32_t unwind = no_slot;  // invoke: the edge that an exception takes
  std::string text;                // if it cannot be called: why
};

// What a landing pad takes, in its order.
struct Clause {
  bool is_filter = false;
  std::vector<Value> types;  // type_infos: one that is caught, null for all; of a filter all that may pass
};
struct Landing {
  bool cleanup = false;
  std::vector<Clause> clauses;
};

// A scalar within a value of a struct type.
struct Leaf {
  const Type* type = nullptr;
  std::uint64_t offset = 0;
};

// A variable of the source that lives in slots or in an object whose address is in a slot.
struct Local {
  std::string name;
  std::uint32_t type = 0;  // Debug::types
  std::uint32_t slot = no_slot;
  bool is_address = false;
};

// What a function of the headers for GoogleTest and Catch2 is there for.
enum class Testing : std::uint8_t {
  none,         // it is in none of these headers
  frame,        // runs a test, its fixture and its sections
  expectation,  // all others
};

struct Code {
  std::string name;
  std::string shown;     // for people
  bool library = false;  // of a model, or of a header of the system: its steps are told as those of its caller
  Testing testing = Testing::none;
  std::uint32_t index = 0;
  bool defined = false;
  bool variadic = false;
  bool is_atomic = false;  // its name begins with __VERIFIER_atomic_
  bool has_marks = false;  // it calls setjmp, so any call in it may come back behind that one
  Builtin builtin = Builtin::none;
  std::uint32_t parameters = 0;  // slots [0, parameters)
  std::uint32_t slots = 0;
  std::uint32_t results = 0;
  std::uint32_t variadic_slot = no_slot;  // holds the address of the variadic arguments
  std::uint32_t scope = 0;
  std::uint32_t unit = 0;
  std::vector<std::uint8_t> parameter_widths;
  std::vector<Op> ops;
  std::vector<Edge> edges;
  std::vector<Copy> copies;
  std::vector<Switch> switches;
  std::vector<Call> calls;
  std::vector<Landing> landings;
  std::vector<std::string> texts;
  std::vector<Local> locals;

  // Which slots are needed from an Op on, or behind a call of which the result is still to come.
  [[nodiscard]] std::span<const std::uint32_t> live(std::uint32_t pc) const {
    return {live_slots.data() + live_first[pc], live_first[pc + 1] - live_first[pc]};
  }
  [[nodiscard]] std::span<const std::uint32_t> live_behind(std::uint32_t pc) const {
    return {behind_slots.data() + behind_first[pc], behind_first[pc + 1] - behind_first[pc]};
  }
  std::vector<std::uint8_t> stands;  // whether a thread may stand before an Op
  std::vector<std::uint32_t> live_slots;
  std::vector<std::uint32_t> live_first;
  std::vector<std::uint32_t> behind_slots;
  std::vector<std::uint32_t> behind_first;
};

// A variable outside of functions.
struct DecodedGlobal {
  std::string name;  // as the source has it
  std::uint64_t size = 0;
  std::uint32_t type = 0;  // Debug::types
  bool constant = false;
  bool thread_local_ = false;
  bool defined = false;
  Reference reference = 0;     // of what is not thread-local
  std::vector<Value> cells;    // its initial contents
  std::uint32_t function = 0;  // one more than the function it is static in; 0: none
};

// Where objects are made.
struct Site {
  std::uint32_t function = 0;
  std::uint32_t place = 0;
  std::uint64_t size = 0;  // of a stack slot
  std::string variable;    // of the source, if it is one
  std::uint32_t type = 0;  // Debug::types
  bool heap = false;
  Allocator allocator = Allocator::heap;  // that is called there, if that is known
};

// What a type_info describes, by its vtable.
enum class TypeKind : std::uint8_t { other, plain_class, one_base, many_bases, pointer };

struct Program {
  std::shared_ptr<const Module> module;
  std::vector<Code> codes;  // by the function's number in the module
  std::vector<Value> constants;
  std::vector<DecodedGlobal> globals;    // by their number in the module
  std::vector<std::uint32_t> variables;  // the globals that are objects, by their reference - 1
  std::vector<std::uint32_t> constant_globals;
  std::vector<std::uint32_t> thread_locals;
  std::vector<Site> sites;
  std::uint32_t entry = 0;
  std::uint32_t start = 0;                   // runs constructors and then the entry; the entry if there are none
  std::map<Reference, TypeKind> type_kinds;  // by the vtable of a type_info
  std::uint32_t argument_site = 0;           // of what main is given
  bool cpp = false;                          // one of its files is C++
  bool weak_orders = false;                  // an atomic access asks for less than sequential consistency
  bool asks_locks = false;                   // a lock may be tried without waiting
  std::set<std::string> inputs;              // functions without a body that give inputs
  std::set<std::int64_t> compared;           // constants with which functions of the program compare something
  // Of functions without a body that give numbers of more than 8 bits: some of these numbers (base/sample.hpp).
  std::map<std::string, std::vector<std::int64_t>> samples;
  std::set<std::string> kept;  // variables FUNCTION::NAME that are in memory, though a register would do

  [[nodiscard]] std::string place_text(std::uint32_t place) const;
  [[nodiscard]] const DebugType& type(std::uint32_t index) const { return module->debug.types[index]; }
};

// What has no body and is named among `inputs` gives inputs. Throws base::InputError if there is no such entry.
[[nodiscard]] std::shared_ptr<const Program> decode(const std::shared_ptr<const Module>& module,
                                                    const std::string& entry, const std::set<std::string>& inputs = {},
                                                    const std::set<std::string>& kept = {});

}  // namespace waymark::llvm
