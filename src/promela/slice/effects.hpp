// StepEffect: what one step does to the objects of a specification, as the fixpoint of a slice asks it.
#pragma once

#include <utility>
#include <vector>

#include "promela/slice/data.hpp"
#include "promela/slice/faults.hpp"
#include "promela/slice/flow.hpp"

namespace waymark::promela {

struct StepEffect {
  Datums writes;
  Datums reads;                                  // whenever the step matters at all
  std::vector<std::pair<Datum, Datum>> carries;  // the second goes into the first: read where the first matters
  bool can_block = false;
  bool can_fail = false;
  bool lasting = false;  // relevant to every property: it starts a process, or its effect is unknown
};

class StepEffects {
 public:
  StepEffects(const Data& data, const Faults& faults) : data_(&data), faults_(&faults) {}

  [[nodiscard]] StepEffect of(const Flow::Place& place) const;

 private:
  [[nodiscard]] StepEffect of_for(const Flow::Place& place) const;
  void of(const Stmt& stmt, StepEffect& effect) const;
  void assign(const Ref& target, const ExprPtr& value, StepEffect& effect) const;
  void send(const Send& node, StepEffect& effect) const;
  void receive(const Receive& node, StepEffect& effect) const;
  void select(const Stmt& stmt, const Select& node, StepEffect& effect) const;
  void condition(const ExprPtr& expr, StepEffect& effect) const;
  // Starts of processes in the expression: arguments go into parameters.
  void runs(const ExprPtr& expr, StepEffect& effect) const;
  // What the expression reads besides the arguments of processes that it starts.
  [[nodiscard]] Datums read_by(const ExprPtr& expr) const;

  const Data* data_;
  const Faults* faults_;
};

}  // namespace waymark::promela
