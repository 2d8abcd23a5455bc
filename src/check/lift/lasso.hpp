// Counterexamples of liveness: a way to a cycle, in the choices of the program alone, without the automaton or the
// bookkeeping of fairness, and judged by the definition of what they violate.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "check/say/result.hpp"
#include "load/program.hpp"
#include "ltl/formula.hpp"
#include "ltl/objection.hpp"
#include "model/model.hpp"
#include "search/outcome.hpp"

namespace waymark::check {

struct Lasso {
  std::vector<std::uint32_t> choices;
  // So many of the choices lead to the cycle, the rest go around it; none if no future mends what has happened. If all
  // of them lead to it, nothing can move there any more.
  std::optional<std::uint64_t> cycle;
  bool stutters = false;    // around the cycle the program itself does not move
  std::uint64_t steps = 0;  // of the program
  model::Step last = model::Step::moved;
};

// `layered` is the model that was searched; `plain` is the program alone, unreduced.
[[nodiscard]] Lasso project(const search::Finding& finding, model::Model& layered, model::Model& plain);

// Whether that violation is there, in the state in which the model stands after such a last step.
[[nodiscard]] bool shows(const model::Violation& violation, model::Model& model, model::Step last,
                         const std::vector<model::Watch>& invariants);

// Whether it is a run that never comes to where the formula begins. REQUIRES: as below.
[[nodiscard]] bool never_begins(const Lasso& lasso, model::Model& plain, const ltl::Formula& formula);
// Whether the run violates the formula, or ends where a proposition of it has no value, or without one passes through
// accepting states for ever; if `fair`, whether it is weakly fair besides. REQUIRES: the propositions of the formula
// can be watched by `plain`, which has not been reset yet. Throws base::InputError if it is no run of the program, and
// base::Stopped if `stop`, if any, says so.
[[nodiscard]] bool violates(const Lasso& lasso, model::Model& plain, const ltl::Formula* formula, bool fair,
                            const base::Stop* stop = nullptr);

[[nodiscard]] JudgedRun judged_run(const Found& found, const Result& result, const Properties& properties);
// Whether the run, by its definition, shows the violation in the program. Throws as above.
[[nodiscard]] bool is_shown(const JudgedRun& run, const load::Program& program, const base::Stop* stop);

// Why the run violates the formula, and after how many steps that begins; nothing if it does not, or if a proposition
// has no value. REQUIRES: as above.
struct BrokenPromise {
  // After which steps it becomes true and false in turn.
  struct Proposition {
    std::string text;
    bool at_first = false;
    std::vector<std::uint64_t> turns = {};
  };
  ltl::Objection objection;
  std::uint64_t steps = 0;          // to the letter from which on, or at which, what is wanted does not hold
  std::uint64_t because_steps = 0;  // to the letter at which that is demanded
  std::vector<Proposition> propositions = {};
};
[[nodiscard]] std::optional<BrokenPromise> broken_promise(const Lasso& lasso, model::Model& plain,
                                                          const ltl::Formula& formula);

}  // namespace waymark::check
