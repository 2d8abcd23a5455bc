// Inference: the kinds (kinds.hpp) of all variables, indices, fields of messages and process numbers, from the code
// that can still be executed from a state on. A program in which equal kinds are only compared for equality, copied and
// used as indices treats all numbers of such a kind alike, but for those that it names.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "promela/symmetry/frame.hpp"
#include "promela/symmetry/kinds.hpp"
#include "promela/symmetry/symmetry.hpp"
#include "promela/symmetry/variables.hpp"

namespace waymark::promela {

struct ScalarKinds {
  Kind value = 0;
  std::vector<Kind> indices;  // one for each dimension
};

class Inference {
 public:
  // REQUIRES: both outlive it; the frame is of that state.
  Inference(const Program& program, const Frame& frame);

  // Reads the code that processes and claim may execute once all have started, and the propositions that are watched.
  void read(const Start& start, const std::vector<Code>& watches);

  // Why no two processes of the program can be exchanged; empty: nothing is known to forbid it.
  [[nodiscard]] const std::string& obstacle() const { return obstacle_; }
  // Some process can come to its end.
  [[nodiscard]] bool ends() const { return !ending_.empty(); }
  // Whether some process may still start one.
  [[nodiscard]] bool starts_more() const { return starts_more_; }

  [[nodiscard]] Kinds& kinds() { return kinds_; }
  [[nodiscard]] const Variables& variables(std::uint32_t scope) const { return scopes_[scope].variables; }
  [[nodiscard]] const ScalarKinds& of(std::uint32_t scope, std::uint32_t scalar) const {
    return scopes_[scope].kinds[scalar];
  }
  [[nodiscard]] Kind pid(std::uint32_t type) const { return scopes_[scope_of_type(type)].pid; }
  // Of the numbers of this channel.
  [[nodiscard]] Kind channel(const FrameChannel& channel) const;

 private:
  struct Scope {
    Variables variables;
    std::vector<ScalarKinds> kinds;
    Kind pid = 0;
  };
  // What is known of a number: which one it is; or its kind, and the difference to that; or neither, where it is plain.
  struct Known {
    std::optional<std::int32_t> number;
    std::optional<Kind> kind;
    std::int64_t difference = 0;
    std::int64_t least = 0, greatest = 0;  // of a value with a kind
  };
  struct Index {
    std::uint32_t count = 0;
    std::uint32_t stride = 0;
    Known value;
  };
  // An address: the place of a variable, with the indices that are not known.
  struct Address {
    std::uint32_t scope = 0;
    std::int64_t offset = 0;
    std::vector<Index> indices;
    bool remote = false;  // in a process that need not be there
  };
  // A value on the stack: a number, or an address.
  struct Value : Known {
    std::optional<Address> address;
  };
  using Stack = std::vector<Value>;
  // Into a field of a message, or out of it into a variable.
  struct Flow {
    Kind field;
    std::int64_t least, greatest;
  };

  void read_type(std::uint32_t type, const std::set<std::uint32_t>& standing);
  // The statements before which the process that starts others may stand, but not where they lead.
  void read_passed(const Start& start);
  void read_transition(const TransitionInfo& transition, std::uint32_t scope);
  void read_send(const SendInfo& send, std::uint32_t scope);
  void read_receive(const ReceiveInfo& receive, std::uint32_t scope);
  [[nodiscard]] Stack run(Code code, std::uint32_t scope);
  void execute(const Instruction& instruction, std::uint32_t scope, Stack& stack);
  void compute(Op op, Stack& stack);
  void ask_system(const Instruction& instruction, Stack& stack);
  void add_index(const Instruction& instruction, Stack& stack);
  [[nodiscard]] static Value pop(Stack& stack);
  [[nodiscard]] Value load(std::uint32_t scope, std::uint32_t offset);
  [[nodiscard]] Value value_of(Kind kind, const Cell& cell) const;
  struct Target {
    Kind kind;
    Cell cell;
  };
  [[nodiscard]] std::optional<Target> resolve(const Value& value);
  void compare(const Known& one, const Known& other);
  void test(const Value& value) { compare(value, number(0)); }
  void flow(const Value& value, Kind into);
  void flow(const Value& value, const Target& into);
  void spoil(const Known& value, const std::string& why);
  [[nodiscard]] Value merge(const Value& one, const Value& other);
  [[nodiscard]] static Value number(std::int32_t value);
  [[nodiscard]] Kind channel_kind(const Value& value);
  void object(const std::string& why) {
    if (obstacle_.empty()) obstacle_ = why;
  }
  void join_channels(std::span<const model::Word> state);
  void check_fields();
  void check_ends();
  void check_early_ends(std::uint32_t starter);

  const Program& program_;
  const Frame& frame_;
  Kinds kinds_;
  std::vector<Scope> scopes_;
  std::string obstacle_;
  std::vector<Flow> sent_, received_;
  std::set<std::uint32_t> ending_;
  std::set<std::uint32_t> seen_remotely_;
  bool counts_processes_ = false;
  bool starts_more_ = false;
};

// The values that a cell can hold.
struct Range {
  std::int64_t least = 0, greatest = 0;
  [[nodiscard]] bool holds(std::int64_t value) const { return least <= value && value <= greatest; }
};
[[nodiscard]] Range range_of(const Cell& cell);

}  // namespace waymark::promela
