// Starting: how a process starts others while those that it has started already run. What it does until then follows
// from its own variables and from what never changes, so all runs of the program have the same processes in the same
// order. docs/trust/symmetry.md says what rests on that.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "promela/executor.hpp"

namespace waymark::promela {

// Code that follows from the variables of the process and from globals that no statement assigns.
class OwnCode {
 public:
  explicit OwnCode(const Program& program);

  [[nodiscard]] bool is_own(Code code) const;
  // Whether the statement can be executed, and what it does.
  [[nodiscard]] bool is_own(const TransitionInfo& way) const;

 private:
  [[nodiscard]] bool is_own(const Instruction& instruction) const;
  [[nodiscard]] bool never_changes(std::int32_t offset) const;

  const Program& program_;
  std::vector<bool> constant_;  // by byte of the globals: the whole variable is assigned nowhere
};

class Starting {
 public:
  Starting(const std::shared_ptr<const Program>& program, const base::Stop* stop);

  struct Way {
    std::optional<Start> start;  // where no process starts any more, if only the one that starts others moves
    std::string why;             // there is none; empty: nobody starts others
  };
  // From this state of the program.
  [[nodiscard]] Way from(std::span<const model::Word> state);

 private:
  static constexpr std::size_t most_steps = 10'000;  // until all processes have started

  // Takes the starter to where it starts no more; answers why that cannot be.
  [[nodiscard]] std::string walk(Start& start);
  // One statement of the starter.
  [[nodiscard]] std::string step(std::uint32_t pid);
  [[nodiscard]] std::string find_starter(Start& start) const;
  [[nodiscard]] std::string refuse(std::uint32_t pid) const;
  // Whether a process of the type that stands there may still start others.
  [[nodiscard]] bool may_start(const ProcessPart& process) const;
  [[nodiscard]] std::string name(std::uint32_t pid) const;

  const base::Stop* stop_;
  Executor executor_;  // of the program without atomic sequences: each statement is a step
  State& state_ = executor_.interpreter().state();
  OwnCode own_;
  std::vector<model::Transition> ways_;
};

}  // namespace waymark::promela
