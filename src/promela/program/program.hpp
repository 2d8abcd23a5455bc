// Program: a Promela specification compiled for execution. Each process type is an automaton: numbered control states,
// each with its transitions in the order in which they are tried; expressions and effects are code for a small stack
// machine (machine.hpp). The shape of the automata - which control states there are, what is one step - is Spin's,
// since it decides what counts as a state; docs/exactness.md has the rules.
//
// A Program is immutable once compiled and shared by the executors of all threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "promela/syntax/ast.hpp"

namespace waymark::promela {

// How a scalar lies in the state. `unsigned x : n` takes the smallest of 1, 2, 4 bytes that holds n bits.
struct Cell {
  enum class Kind : std::uint8_t { u8, u16, s16, s32 };
  Kind kind = Kind::u8;
  std::uint32_t mask = 0xFF;  // what an assignment keeps

  [[nodiscard]] std::uint32_t size() const { return kind == Kind::u8 ? 1 : kind == Kind::s32 ? 4 : 2; }
};

enum class Op : std::uint8_t {
  ret,   // the end of a piece of code
  push,  // c
  // Values of variables at fixed places: c is the byte offset in the state, or from the start of the process.
  global_u8,
  global_u16,
  global_s16,
  global_s32,
  local_u8,
  local_u16,
  local_s16,
  local_s32,
  // Computed places. An address is a byte offset in the state.
  global_address,  // c
  local_address,   // c
  remote_address,  // pid → address of that process + c, or nowhere if there is no such process; b: its type
  first_of_type,   // pid of the first process of type c, as for a remote reference without index
  index,           // address, i → address + i * b; i must be below c
  fetch_u8,        // address → value; nowhere gives 0
  fetch_u16,
  fetch_s16,
  fetch_s32,
  hidden_read,   // c: number of the hidden variable that must have been written in this step
  hidden_write,  // c
  // Assignments: the value is masked by c.
  assign_u8,  // address, value →
  assign_u16,
  assign_s16,
  assign_s32,
  drop,  // value →
  // Arithmetic of C's int, wrapping.
  add,
  subtract,
  multiply,
  divide,
  modulo,
  shift_left,
  shift_right,
  bit_and,
  bit_or,
  bit_xor,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  negate,
  complement,
  logical_not,
  truth,         // value → 0 or 1
  jump,          // to c
  jump_if_zero,  // value →
  jump_unless_zero,
  // What only the whole system knows.
  pid,
  process_count,
  last,
  own_priority,
  timeout,
  enabled,        // pid → 0 or 1
  control_state,  // pid → pc_value
  at_label,       // pid → whether that process stands in control state c
  get_priority,
  set_priority,  // pid, priority →
  channel_length,
  channel_full,
  channel_empty,
  channel_not_full,
  channel_not_empty,
  poll,    // c: index into Program::receives
  run,     // c: index into Program::runs
  verify,  // value → ; fails an assertion if 0; c: index into Program::texts
  print,   // c: index into Program::prints; pops its arguments
};

struct Instruction {
  Op op = Op::ret;
  std::uint16_t b = 0;
  std::int32_t c = 0;
};

constexpr std::int32_t deepest_stack = 500;  // of any piece of code

using Code = std::uint32_t;  // where it starts in Program::code; 0 is an empty piece

struct RunTarget {
  std::uint32_t type = 0;
  std::uint32_t arguments = 0;
  std::int32_t priority = 1;
};

struct PrintTarget {
  std::string format;  // as written, escapes not yet replaced
  std::uint32_t arguments = 0;
  bool symbolic = false;  // printm
};

struct SendInfo {
  Code channel = 0;
  Code arguments = 0;  // leaves `count` values
  std::uint32_t count = 0;
  bool sorted = false;
};

struct ReceiveField {
  enum class Kind : std::uint8_t { bind, sink, match };
  Kind kind = Kind::sink;
  Code code = 0;  // bind: leaves the address; match: leaves the value
  Cell cell;      // bind
};

struct ReceiveInfo {
  Code channel = 0;
  bool random = false;
  bool copy = false;
  std::vector<ReceiveField> fields;
};

enum class TransitionKind : std::uint8_t {
  skip,       // always, no effect
  condition,  // guard != 0
  effect,     // always executable, code
  launch,     // an expression statement that runs a process
  send,
  receive,
  otherwise,  // else
  end,        // the closing brace
  dstep,      // the inner automaton, from inner_start until it leaves
};

// A way out of a control state. Copies that flattening made share their action.
struct TransitionInfo {
  TransitionKind kind = TransitionKind::skip;
  bool atomic = false;        // its process goes on alone
  std::uint16_t target = 0;   // control state
  std::uint32_t escape = 0;   // which escape of an `unless` it belongs to; 0: none
  Code code = 0;              // condition, effect, launch; dstep: unused
  std::uint32_t operand = 0;  // send, receive: index of its SendInfo or ReceiveInfo; dstep: start state
  std::uint32_t action = 0;   // index into Program::actions
};

constexpr std::uint32_t most_ways = 1024;  // out of one control state

struct ControlState {
  std::uint32_t first = 0;  // transitions in Program::transitions, in the order in which they are tried
  std::uint32_t count = 0;
  bool proper_end = false, progress = false, accept = false;
  bool inside_dstep = false;
};

// The fields of a channel's messages and where they lie in a slot.
struct Field {
  Cell cell;
  std::uint32_t offset = 0;
  bool is_mtype = false;
  std::string subtype;
};
struct ChannelType {
  std::uint32_t capacity = 0;
  std::vector<Field> fields;
  std::uint32_t slot_bytes = 0;
  std::uint32_t first_slot = 0;  // byte offset of the first slot; byte 0 is the length
  std::uint32_t words = 0;
  std::string name;  // of the variable it was declared with
};

// A variable as a person sees it.
struct Visible {
  std::string name;
  std::uint32_t offset = 0;  // in the globals, or from the start of the process
  Cell cell;
  std::uint32_t count = 1;  // elements; name[i] if is_array
  std::uint32_t stride = 0;
  bool is_array = false;
  bool is_mtype = false;
  bool is_channel = false;
  std::string subtype;
};

// A channel variable that gets a channel when its owner starts.
struct ChannelStart {
  std::uint32_t offset = 0;   // of the variable, as in Visible
  std::uint32_t channel = 0;  // index into Program::channel_types
};

// xr, xs: nobody else receives from the channel, or sends to it, while the process lives.
struct ChannelClaim {
  bool receives = false;
  Code channel = 0;
};

struct ProcessType {
  std::string name;
  ProcessKind kind = ProcessKind::proctype;
  bool deterministic = false;
  std::uint32_t first_state = 0;  // of its control states in Program::states; a state's number counts from here
  std::uint32_t state_count = 0;
  std::uint16_t start = 0;
  std::uint32_t words = 0;  // of its part
  Code provided = 0;
  Code initialise = 0;  // runs in the new process after its parameters are set
  std::vector<std::pair<std::uint32_t, Cell>> parameters;
  std::vector<ChannelStart> channels;
  std::vector<Visible> variables;
  std::vector<ChannelClaim> claims;
};

// The globals' part begins with these; then come the variables.
struct Registers {
  static constexpr std::uint32_t holder = 0;  // u8: 1 + pid of the process that goes on alone; 0 in every stored state
  static constexpr std::uint32_t turn = 1;   // u8: 1 between the claim's step and the system's; 0 in every stored state
  static constexpr std::uint32_t last = 2;   // u8: _last, if the program uses it
  static constexpr std::uint32_t event = 4;  // u16: control state of the trace automaton, if there is one
};

// A process's part begins with these.
struct ProcessHeader {
  static constexpr std::uint32_t state = 0;     // u16
  static constexpr std::uint32_t type = 2;      // u8
  static constexpr std::uint32_t priority = 3;  // u8; 0 unless the program uses priorities
  static constexpr std::uint32_t size = 4;
};

struct ActionInfo {
  std::string text;
  Position at;
  std::uint32_t type = 0;  // of process
  bool counts = true;
};

struct HiddenVariable {
  std::string name;
  std::uint32_t flag = 0;  // u8 in the globals: written in this step
};

struct ActiveProcess {
  std::uint32_t type = 0;
  std::int32_t priority = 1;
};

struct Program {
  std::shared_ptr<const Specification> specification;
  std::vector<Instruction> code;
  std::vector<ControlState> states;
  std::vector<TransitionInfo> transitions;
  std::vector<SendInfo> sends;
  std::vector<ReceiveInfo> receives;
  std::vector<RunTarget> runs;
  std::vector<PrintTarget> prints;
  std::vector<std::string> texts;  // of assertions
  std::vector<ChannelType> channel_types;
  std::vector<ProcessType> types;
  std::vector<ActionInfo> actions;
  std::vector<HiddenVariable> hidden;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> hidden_bytes;  // offset and length in the globals

  std::uint32_t global_words = 0;
  Code initialise = 0;  // of the globals
  std::vector<ChannelStart> global_channels;
  std::vector<Visible> globals;
  std::vector<ActiveProcess> active;  // in order of pid

  static constexpr std::uint32_t none = 0xFFFFFFFF;
  std::uint32_t claim = none;                       // type of the never claim
  std::uint32_t trace = none;                       // type of the trace or notrace automaton
  std::vector<bool> traced_sends, traced_receives;  // by global channel number, from 1

  std::unordered_map<const Stmt*, std::uint16_t> label_states;  // where a process stands when it is at a label

  bool has_claims = false;  // xr, xs
  bool uses_timeout = false;
  bool uses_last = false;
  bool uses_priorities = false;
  bool uses_provided = false;
};

}  // namespace waymark::promela
