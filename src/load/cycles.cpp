#include "load/cycles.hpp"

#include <string_view>
#include <utility>

#include "base/utf8.hpp"
#include "load/exchanges.hpp"

namespace waymark::load {

namespace {

// Why nothing may be left out when this is asked, however the program can be reduced.
std::string why_whole(const Program& program, const Cycles& cycles) {
  if (!cycles.formula && !program.whole_cycles.empty()) return program.whole_cycles;
  if (cycles.fair) return "fairness looks at every step that could be taken";
  if (cycles.formula && ltl::uses_next(*cycles.formula)) return "a formula with 'next' counts steps";
  return "";
}

}  // namespace

Watched watched(const Program& program, const Cycles& cycles, const std::shared_ptr<const ltl::Prepared>& automaton,
                const model::Violation& violation) {
  Watched made{program.make()};
  if (!cycles.formula) return made;
  auto product = std::make_unique<ltl::Product>(std::move(made.model), automaton, violation);
  made.product = product.get();
  made.model = std::move(product);
  return made;
}

std::string reduce(model::Model& model, const Program& program, const Cycles& cycles) {
  std::string why = why_whole(program, cycles);
  if (!why.empty()) return why;
  const bool progress = cycles.kind == CycleKind::progress;
  return model.reduce({.accepting = !progress, .progress = progress});
}

std::string why_not_symmetric(const Cycles& cycles, bool end) {
  if (cycles.fair) return "fairness is about each process, and symmetry changes which is which";
  if (cycles.kind == CycleKind::progress) return "progress is not judged up to symmetry";
  if (end && cycles.formula && ltl::uses_next(*cycles.formula)) {
    return "a formula with 'next' counts steps, and up to symmetry processes do not end";
  }
  return "";
}

std::string watch(Program& program, const Cycles& asked, bool reduced, const base::Stop* stop) {
  const Cycles cycles = asked.as_told();
  // Claim and automaton would both watch, and a verdict about the two together is about neither.
  if (cycles.formula && program.has_claim) return "the program has a never claim, and a formula would be a second one";
  if (program.symmetry != nullptr) {
    if (std::string why = why_not_symmetric(cycles, program.symmetry->ends); !why.empty()) return why;
  }
  ltl::Automaton automaton;
  if (cycles.formula) automaton = ltl::translate(*cycles.formula, true, stop);
  if (cycles.formula && automaton.states.empty()) return "every run of every program satisfies the formula";
  std::shared_ptr<const ltl::Prepared> prepared;
  if (cycles.formula) prepared = std::make_shared<const ltl::Prepared>(ltl::prepare(std::move(automaton), stop));
  const auto make = [plain = program, cycles, prepared = std::move(prepared)] {
    return watched(plain, cycles, prepared, cycles.violation()).model;
  };
  const std::unique_ptr<model::Model> first = make();  // sees to it that the propositions are ones
  std::string why = reduced ? reduce(*first, program, cycles) : "";
  if (!why.empty()) return why;
  program.derivation.cycles = cycles;
  if (cycles.formula) program.rests_on.emplace_back("the automaton of the formula, and its product with the program");
  if (reduced) rest_on_reduction(program, reduction_of(program));
  program.make = [make, plain = program, cycles, reduced] {
    std::unique_ptr<model::Model> model = make();
    if (reduced) (void)reduce(*model, plain, cycles);
    return model;
  };
  return "";
}

}  // namespace waymark::load
