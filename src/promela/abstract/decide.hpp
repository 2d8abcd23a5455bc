// Decider: what a condition can be, and what an assignment can lead to, as far as the predicates tell values apart. All
// of it is asked of the solver; where that gives up, or there are too many cases, everything is possible. So nothing
// that the program can do is ever left out.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "promela/abstract/predicates.hpp"
#include "promela/abstract/solver.hpp"
#include "promela/syntax/ast.hpp"

namespace waymark::promela {

// A set of valuations of some inputs: bits, and conditions on what is not abstracted.
struct Region {
  std::vector<Valuation> rows;
  bool everything = false;  // whatever the inputs are

  [[nodiscard]] bool empty() const { return rows.empty() && !everything; }
};

// Expressions over the abstract program, by whose truth something is decided, each with a text for people.
struct Inputs {
  std::vector<ExprPtr> expressions;

  // A condition that is true in the region alone.
  [[nodiscard]] ExprPtr condition(const Region& region, const Position& at) const;
};

struct DecidedCondition {
  Inputs inputs;
  Region true_in, false_in;  // where it may be so
  bool decided = false;      // no valuation is in both
};

struct DecidedEffect {
  struct Outcome {
    Region from;
    Valuation bits;  // of the outputs, afterwards
  };
  Inputs inputs;
  std::vector<const Predicate*> outputs;
  std::vector<Outcome> outcomes;                       // empty if the outputs are one by one:
  std::vector<std::vector<std::int32_t>> independent;  // what each can be
  bool decided = false;                                // from every valuation there is one outcome
};

// What some terms can be.
struct DecidedValues {
  struct Outcome {
    Region from;
    Valuation values;
  };
  Inputs inputs;
  std::vector<Outcome> outcomes;
  bool known = false;    // these are all
  bool decided = false;  // and the inputs tell which
};

class Decider {
 public:
  Decider(const Predicates& predicates, const Solver& solver) : predicates_(&predicates), solver_(&solver) {}

  // Whether all of some conditions are true: in a process, whose own predicates count, or in none.
  [[nodiscard]] DecidedCondition condition(const std::vector<const Expr*>& all, const Process* process) const;
  // The predicates that read the variable, after it was assigned.
  [[nodiscard]] DecidedEffect assignment(const Symbol& variable, const Expr& value, const Process* process) const;
  [[nodiscard]] DecidedValues values(const std::vector<const Expr*>& terms, const Process* process) const;

  [[nodiscard]] bool mentions_gone(const ExprPtr& expr) const;
  [[nodiscard]] bool mentions_gone(const Expr& expr) const;

 private:
  // Those that bear on some variables, directly or by others.
  [[nodiscard]] std::vector<const Predicate*> about(std::unordered_set<const Symbol*> variables, const Process* process,
                                                    bool by_others) const;
  void find_atoms(const Expr& expr, std::vector<const Expr*>& atoms) const;

  const Predicates* predicates_;
  const Solver* solver_;
};

}  // namespace waymark::promela
