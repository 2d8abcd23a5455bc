// Trace: the trace or notrace automaton of a program, which follows sends and receives.
#pragma once

#include <span>
#include <vector>

#include "promela/machine.hpp"

namespace waymark::promela {

class Trace {
 public:
  // `reached` notes, by action, which statements were executed. REQUIRES: all outlive it.
  Trace(State& state, Errors& errors, Machine& machine, std::vector<std::uint8_t>& reached)
      : state_(state), errors_(errors), machine_(machine), reached_(reached) {}

  // A message was sent, or is about to be received. `offered` is that of a rendezvous.
  void follow(bool sent, std::uint32_t channel, std::span<const std::int32_t> offered) {
    if (state_.program().trace != Program::none) move(sent, channel, offered);
  }

 private:
  void move(bool sent, std::uint32_t channel, std::span<const std::int32_t> offered);
  [[nodiscard]] bool matches(const TransitionInfo& transition, bool sent, std::uint32_t channel,
                             std::span<const std::int32_t> offered);

  State& state_;
  Errors& errors_;
  Machine& machine_;
  std::vector<std::uint8_t>& reached_;
};

}  // namespace waymark::promela
