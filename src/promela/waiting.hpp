// Waiting: what each process of a state waits for, and who could end that. For people, after a search.
#pragma once

#include <string>
#include <vector>

#include "promela/explainer.hpp"
#include "promela/transitions.hpp"

namespace waymark::promela {

class Waiting {
 public:
  // REQUIRES: all outlive it.
  Waiting(State& state, Errors& errors, Machine& machine, Transitions& transitions, const Explainer& explainer)
      : state_(state), errors_(errors), machine_(machine), transitions_(transitions), explainer_(explainer) {}

  // Where every process stands, and what it waits for.
  [[nodiscard]] std::vector<model::Standing> standings();

 private:
  [[nodiscard]] std::vector<model::Wait> waits(std::uint32_t pid);
  // Of one way out of a control state; nothing if it is open.
  void add_wait(const TransitionInfo& transition, const Context& context, std::vector<model::Wait>& out);
  void add_channel(const TransitionInfo& transition, const Context& context, std::vector<model::Wait>& out);
  // The number of the channel that the transition sends to or receives from; 0: none.
  [[nodiscard]] std::uint32_t channel_of(const TransitionInfo& transition, const Context& context);
  // Who else may come to send to that channel, or to receive from it.
  [[nodiscard]] std::vector<std::string> users(std::uint32_t channel, TransitionKind kind, std::uint32_t except);
  // Runs code and answers the variables that it reads.
  template <typename Code>
  [[nodiscard]] std::vector<model::Value> read_by(Code code);

  State& state_;
  Errors& errors_;
  Machine& machine_;
  Transitions& transitions_;
  const Explainer& explainer_;
};

}  // namespace waymark::promela
