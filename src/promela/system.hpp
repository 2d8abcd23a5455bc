// System: the instructions that look beyond the process that executes: at other processes, channels, output.
#pragma once

#include "promela/transitions.hpp"

namespace waymark::promela {

class System final : public SystemInstructions {
 public:
  // REQUIRES: all outlive it.
  System(State& state, Errors& errors, Machine& machine, Channels& channels, Transitions& transitions,
         Explainer& explainer)
      : state_(state),
        errors_(errors),
        machine_(machine),
        channels_(channels),
        transitions_(transitions),
        explainer_(explainer) {}

  std::int32_t* run(const Instruction& instruction, const Context& context, std::int32_t* stack) override;

  // Stands in the initial state.
  void start();
  // Answers the pid. Numbers of processes that have ended are used again, as in Spin.
  std::int32_t start_process(std::uint32_t type, std::int32_t priority, std::span<const std::int32_t> arguments);

 private:
  void start_channels(std::uint32_t base, const std::vector<ChannelStart>& channels) {
    if (!state_.push_channels(base, channels)) errors_.fault(Fault::channels);
  }
  [[nodiscard]] std::int32_t first_of_type(std::uint32_t type) const;
  // nullptr: there is none.
  [[nodiscard]] const ProcessPart* find_process(std::int32_t pid) const;
  [[nodiscard]] std::int32_t ask_process(const Instruction& instruction, std::int32_t pid) const;
  void set_priority(std::int32_t pid, std::int32_t priority);
  void check_assertion(std::int32_t value, const std::string& text);

  State& state_;
  Errors& errors_;
  Machine& machine_;
  Channels& channels_;
  Transitions& transitions_;
  Explainer& explainer_;
};

}  // namespace waymark::promela
