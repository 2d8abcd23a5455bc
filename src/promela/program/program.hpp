// Program: a Promela specification compiled for execution. Each process type is an automaton: numbered control states,
// each with its transitions in the order in which they are tried; expressions and effects are code for a small stack
// machine (opcodes.hpp). The shape of the automata - which control states there are, what is one step - is Spin's,
// since it decides what counts as a state; docs/trust/exactness.md has the rules.
//
// A Program is immutable once compiled and shared by the executors of all threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "promela/program/opcodes.hpp"
#include "promela/syntax/ast.hpp"

namespace waymark::promela {

struct RunTarget {
  std::uint32_t type = 0;
  std::uint32_t arguments = 0;
  std::int32_t priority = 1;
};

struct PrintTarget {
  std::string format;  // as written, escapes not yet replaced
  std::uint32_t arguments = 0;
  bool symbolic = false;              // printm
  std::vector<std::string> subtypes;  // of each argument: whose mtype names it is printed by
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

// A condition on one variable at a fixed place, as a range: what is left of its value by the mask lies within, or
// without. It is decided without running code, and cannot go wrong.
struct RangeTest {
  bool known = false;  // there is one
  bool is_local = false;
  bool without = false;
  Cell::Kind kind = Cell::Kind::u8;
  std::uint32_t offset = 0;  // in the globals, or from the start of the process
  std::uint32_t mask = 0;
  std::uint32_t least = 0;
  std::uint32_t span = 0;  // from the least to the greatest
};

// A way out of a control state. Copies that flattening made share their action.
struct TransitionInfo {
  TransitionKind kind = TransitionKind::skip;
  bool atomic = false;        // its process goes on alone
  bool sound = false;         // a condition that can be evaluated in every state
  std::uint16_t target = 0;   // control state
  std::uint32_t escape = 0;   // which escape of an `unless` it belongs to; 0: none
  Code code = 0;              // condition, effect, launch; dstep: unused
  std::uint32_t operand = 0;  // send, receive: index of its SendInfo or ReceiveInfo; dstep: start state
  std::uint32_t action = 0;   // index into Program::actions
  RangeTest test;             // condition, and a dstep that begins with nothing else: whether it can be executed
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

// xr, xs: no other process receives from the channel, or sends to it, while this one lives.
struct ExclusiveEnd {
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
  std::vector<ExclusiveEnd> exclusive_ends;
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

// Where a process and a channel lie in a state.
struct ProcessPart {
  std::uint32_t base = 0;
  std::uint32_t type = 0;
  std::uint32_t first_state = 0;  // of its type
};
struct ChannelPart {
  std::uint32_t base = 0;
  std::uint32_t type = 0;
};

struct ActionInfo {
  std::string text;
  Position at;
  std::uint32_t type = 0;  // of process
  bool counts = true;
  std::string written = {};     // as the source has it; empty if it has no such text
  std::uint32_t statement = 0;  // as in model::Action

  [[nodiscard]] const std::string& shown() const { return written.empty() ? text : written; }
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

  bool has_exclusive_ends = false;  // xr, xs
  bool uses_timeout = false;
  bool uses_last = false;
  bool uses_priorities = false;
  bool uses_provided = false;
};

}  // namespace waymark::promela
