// Machine: the stack machine behind expressions and effects (program/opcodes.hpp says what each instruction does).
#pragma once

#include "promela/errors.hpp"

namespace waymark::promela {

// Executes the rarer instructions, which look beyond the variables of the process that executes.
class SystemInstructions {
 public:
  SystemInstructions() = default;
  SystemInstructions(const SystemInstructions&) = delete;
  SystemInstructions& operator=(const SystemInstructions&) = delete;
  virtual ~SystemInstructions() = default;
  // Answers the top of the stack.
  virtual std::int32_t* run(const Instruction& instruction, const Context& context, std::int32_t* stack) = 0;
};

class Machine {
 public:
  static constexpr std::size_t stack_size = deepest_stack + 8;
  static constexpr std::int32_t nowhere = 0x40000000;  // an address without a variable

  // REQUIRES: all outlive it.
  Machine(State& state, Errors& errors, SystemInstructions& system) : state_(state), errors_(errors), system_(system) {}

  // Runs code and answers the value it leaves. After a fault the value is meaningless.
  std::int32_t evaluate(Code code, const Context& context) {
    std::int32_t stack[stack_size];
    return run(code, context, stack)[-1];
  }
  void perform(Code code, const Context& context) {
    std::int32_t stack[stack_size];
    run(code, context, stack);
  }
  // Answers the top of the stack: behind the last value that the code left.
  std::int32_t* run(Code code, const Context& context, std::int32_t* stack) {
    return run(&state_.program().code[code], context, stack);
  }

 private:
  std::int32_t* run(const Instruction* code, const Context& context, std::int32_t* stack);

  State& state_;
  Errors& errors_;
  SystemInstructions& system_;
};

}  // namespace waymark::promela
