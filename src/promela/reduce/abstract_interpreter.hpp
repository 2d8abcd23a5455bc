// AbstractInterpreter: runs a statement's code as the machine would, with values that are known or not, down every
// path, and notes what of the shared objects and of the process's own variables it may read and write. What it cannot
// follow it takes to read and write everything: too much costs reduction, too little would be unsound.
//
// It works for an *instance*: a process type, a pid and the values of those variables that are assigned nowhere after
// the start. With these known, `queue[id]!x` or `want[1 - me]` name one channel, one element, for the whole life of the
// process. So do variables that have one value whenever the process stands before the statement (constants.hpp). For
// the statement a process stands before, all its variables are known.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "model/flat_state.hpp"
#include "promela/program/program.hpp"
#include "promela/reduce/objects.hpp"

namespace waymark::promela {

// An addition of a constant to a variable of the process.
struct Addition {
  std::uint32_t offset = 0;
  Cell cell;
  std::int32_t by = 0;

  // Whether the variable lies in a set of the process's bytes.
  [[nodiscard]] bool overlaps(const std::vector<bool>& bytes) const {
    for (std::uint32_t byte = offset; byte < offset + cell.size() && byte < bytes.size(); ++byte) {
      if (bytes[byte]) return true;
    }
    return false;
  }
};

// Of one statement, or of several that are one step.
struct Effects {
  Bits reads, writes;  // what decides whether it can be executed and what it does; what it changes
  Bits guard;          // if it cannot be executed, nothing but a write to one of these can change that...
  Bits fills, drains;  // ends of the channels it may send to, receive from
  std::vector<bool> guard_locals, written_locals;  // ... or to one of these bytes of its own
};
void unite(std::vector<bool>& into, const std::vector<bool>& from);
void unite(Effects& into, const Effects& from);

// The values of a process's own bytes, each of them or unknown_byte.
using KnownBytes = std::vector<std::int16_t>;
constexpr std::int16_t unknown_byte = -1;

// What it knows of a program before it looks at any statement.
struct Background {
  const Program& program;
  const Objects& objects;
  std::vector<std::vector<bool>> stable;    // by type and byte: assigned nowhere after the start, and worth knowing
  std::vector<std::vector<bool>> changing;  // by type and byte: worth knowing, too, but assigned somewhere
  std::vector<bool> stable_globals;         // by byte
  std::vector<Effects> lives;               // by type: the effects of all its processes
  // The effects of those that start with these parameters; only what is known of their bytes counts.
  std::function<Effects(std::uint32_t type, const KnownBytes& parameters)> life;
  bool rendezvous = false;  // there are rendezvous channels
  bool sorted = false;      // there are sorted sends
  Bits event_reads;         // what decides where an event leads a trace automaton, if there is one
};

// A process to interpret for.
struct Instance {
  std::uint32_t type = 0;
  std::uint32_t pid = 0;
  std::uint32_t base = 0;                   // of its part
  const model::FlatState* state = nullptr;  // null: only what holds of all processes of the type
  const KnownBytes* before = nullptr;       // what is known before the statement; null: nothing

  [[nodiscard]] Instance at(const KnownBytes* known) const { return {type, pid, base, state, known}; }
};

class AbstractInterpreter {
 public:
  enum class Known : std::uint8_t { stable, now };  // which of the process's variables

  AbstractInterpreter(const Background& background, const Instance& instance, Known known);

  void statement(const TransitionInfo& way);
  void code(Code code) { (void)value_of(code); }
  // Sets `channel` and what goes with it.
  void channel_of(Code code) { name_channel(value_of(code)); }

  Effects effects;
  std::uint32_t channel = 0;             // of a send or receive, if it is known
  bool may_rendezvous = false;           // a send or receive that may be a rendezvous
  bool may_buffer = false;               // ... that may not
  bool starts = false;                   // a process
  bool timeout_only = false;             // a condition that is never true, but for timeouts
  bool imprecise = false;                // more would be known with more variables known
  bool constant = true;                  // reads only variables that are assigned nowhere after the start
  std::vector<bool> read_locals;         // bytes of its own
  std::vector<bool> overwritten_locals;  // ... that are written on every path
  std::optional<Addition> addition;
  // What is known of the process's bytes after the code; empty if nothing was before.
  [[nodiscard]] const KnownBytes& known_after() const { return known_bytes_; }
  // Called with the bytes of the process's own variables, or of the globals, that are written.
  std::function<void(bool local, std::uint32_t begin, std::uint32_t end)> on_write;

 private:
  struct Value {
    enum class Kind : std::uint8_t { unknown, number, global, local, remote, test } kind = Kind::unknown;
    std::int32_t number = 0;           // of remote: the type; of a test: the channel
    std::uint32_t begin = 0, end = 0;  // of an address: the bytes it may point to; of a test: its Op
    bool from_locals = false;          // follows from variables of the process that are not known
    bool incremented = false;          // the variable at `begin` plus `number`

    // 0: not known.
    [[nodiscard]] std::uint32_t as_channel() const {
      return kind == Kind::number && !incremented && number > 0 ? static_cast<std::uint32_t>(number) : 0;
    }
  };

  [[nodiscard]] Value value_of(Code code);
  void target(Code where, const Cell& cell);
  void run(std::uint32_t at, std::vector<Value> stack);
  void execute(const Instruction& instruction, std::vector<Value>& stack);
  [[nodiscard]] std::uint32_t pops(const Instruction& instruction) const;
  void note_reads(const Instruction& instruction, const Value& operand);
  // What an instruction leaves, of one and two operands.
  [[nodiscard]] Value apply(const Instruction& instruction, const Value& x, const Value& y);
  [[nodiscard]] Value element(Value address, const Value& i, std::uint32_t count, std::uint32_t stride);
  void assign(const Value& address, const Value& value, const Cell& cell);
  [[nodiscard]] static Value unary(Op op, const Value& x);
  [[nodiscard]] static Value binary(Op op, const Value& x, const Value& y);
  [[nodiscard]] Value pop(std::vector<Value>& stack);
  void settle(const Value& value);
  void finish(const Value& value);
  [[nodiscard]] Value value_at(bool local, std::uint32_t offset, Cell::Kind kind);
  [[nodiscard]] Value fetch(const Value& address, Cell::Kind kind);
  void write(const Value& address, std::uint32_t size);
  [[nodiscard]] bool known(bool local, std::uint32_t begin, std::uint32_t size) const;
  // The value of a variable of the process, if the bytes before the statement and what was assigned since say it.
  [[nodiscard]] std::optional<std::int32_t> followed(std::uint32_t begin, Cell::Kind kind) const;
  void forget(std::uint32_t begin, std::uint32_t end);
  [[nodiscard]] bool is_stable(bool local, std::uint32_t begin, std::uint32_t size) const;
  void note_locals(std::uint32_t begin, std::uint32_t end, std::vector<bool>& set) const;
  void everything();
  void give_up();

  void send(const SendInfo& info);
  void receive(const ReceiveInfo& info);
  void poll(const ReceiveInfo& info);
  void meet_trace(bool sends);
  void started(std::uint32_t type);
  [[nodiscard]] Effects life_of_started(std::uint32_t type) const;
  void look_at_processes();
  void name_channel(const Value& value);
  void read_ends(std::uint32_t number);

  const Background& background_;
  const Program& program_;
  const Objects& objects_;
  Instance instance_;
  bool all_known_;
  KnownBytes known_bytes_;
  bool branched_ = false;  // the code had several paths
  bool in_condition_ = false;
  Bits test_reads_, test_guard_;
  std::vector<Value> results_;
  std::vector<Value> arguments_;  // of the run at hand
  unsigned paths_ = 0;
};

}  // namespace waymark::promela
