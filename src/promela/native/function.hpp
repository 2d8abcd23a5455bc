// NativeFunction: the C text of one function, from the program's automata and code. Code for the stack machine becomes
// assignments to x0, x1, ..., the places of its stack, whose depth is known before each instruction.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "promela/program/program.hpp"

namespace waymark::promela {

// Thrown by all that writes, for what stays interpreted.
struct NotCovered {};

// Buffered channels whose messages lie in the same way. Number 0 is none: rendezvous.
struct NativeLayout {
  std::uint32_t number = 0;
  const ChannelType* type = nullptr;
};

// What all functions of a text share.
struct NativeContext {
  const Program* program = nullptr;
  std::vector<NativeLayout> layouts;
  std::vector<std::uint32_t> layout_of_type;
};

// A statement that keeps a value in a cell.
[[nodiscard]] std::string native_put(const Cell& cell, const std::string& at, const std::string& value);

class NativeFunction {
 public:
  // The control states of its process type are numbered from first_state.
  NativeFunction(const NativeContext& context, std::uint32_t first_state)
      : context_(context), program_(*context.program), first_state_(first_state) {}

  // Lists the ways out of a control state.
  void list(const ControlState& state);
  // Takes one.
  void fire(const TransitionInfo& transition);
  [[nodiscard]] std::string text(const std::string& name) const;

 private:
  [[nodiscard]] std::string label() { return "l" + std::to_string(labels_++); }
  void line(const std::string& text) { body_ += "  " + text + "\n"; }
  std::string place(std::uint32_t depth);

  // Writes a piece of code that begins with so many values on the stack; answers how many it leaves.
  std::uint32_t piece(Code code, std::uint32_t depth);
  std::uint32_t instruction(const Instruction& instruction, std::uint32_t depth);
  void binary(Op op, const std::string& left, const std::string& right);
  void unary(Op op, const std::string& operand);
  void assign(const Instruction& instruction, std::uint32_t depth);
  void ask_channel(Op op, const std::string& number);
  void ask_process(const Instruction& instruction, const std::string& pid);
  void poll(const ReceiveInfo& receive, std::uint32_t depth);

  // Goes to `no` if the transition cannot be taken.
  void test(const TransitionInfo& transition, const std::string& moved, const std::string& no);
  void test_dstep(const TransitionInfo& transition, const std::string& moved, const std::string& no);
  // What a transition does, but for the control state that it leads to.
  void perform(const TransitionInfo& transition);
  void dstep(const TransitionInfo& transition);
  void enter(std::uint32_t target);
  void send(const SendInfo& send);
  void receive(const ReceiveInfo& receive);
  // Opens a block in which q is the channel that a piece of code names.
  void open_queue(Code channel, std::uint32_t depth);
  // Within it: n messages are there, and k, at `at`, is the first that fits; goes to `no` if none does.
  void match(const ReceiveInfo& receive, const NativeLayout& layout, std::uint32_t depth, const std::string& no);
  // Writes, for each layout of messages, what to do with q; for any other, with `fewer` fields or not, declines.
  template <typename Each>
  void for_layouts(std::size_t fields, bool fewer, Each each);
  void refuse_watched_channels() const;

  const NativeContext& context_;
  const Program& program_;
  std::uint32_t first_state_;
  std::string body_;
  std::uint32_t labels_ = 0;
  std::uint32_t deepest_ = 0;
  bool pure_ = false;  // nothing may be written
};

}  // namespace waymark::promela
