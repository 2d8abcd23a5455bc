// What a run may not go on doing for ever, as a question about a program; and the program with all that the question
// puts around it. A search for cycles and the certifier of its script make it here, so that both see the same graph:
// the automaton is translated by each of them from the same text, and what is left out follows from the same rules.
#pragma once

#include <memory>
#include <string>

#include "base/stop.hpp"
#include "load/program.hpp"
#include "ltl/automaton.hpp"
#include "ltl/product.hpp"
#include "model/model.hpp"

namespace waymark::load {

// A model together with the automaton that watches it.
struct Watched {
  std::unique_ptr<model::Model> model;
  ltl::Product* product = nullptr;  // none if there is no formula
};
// `automaton` accepts what violates the formula; none: there is no formula. Throws base::InputError if a proposition is
// none of this program's.
[[nodiscard]] Watched watched(const Program& program, const Cycles& cycles,
                              const std::shared_ptr<const ltl::Prepared>& automaton, const model::Violation& violation);
// Lets such a model, with or without layers around it, leave out what makes no difference to the answer. Answers why
// nothing is left out, or an empty text.
[[nodiscard]] std::string reduce(model::Model& model, const Program& program, const Cycles& cycles);

// Why states may not stand for others when this is asked, as processes are exchanged or, if some `end`, stay; empty:
// they may.
[[nodiscard]] std::string why_not_symmetric(const Cycles& cycles, bool end);

// From now on the program's models are those that a script of cycles is about: watched, and reduced if `reduced`.
// (Fairness needs no copies of states there: ranks see to it.) Answers why not, or an empty text. Throws
// base::InputError if a proposition is none of this program's, and base::Stopped where `stop`, if any, says so.
[[nodiscard]] std::string watch(Program& program, const Cycles& cycles, bool reduced, const base::Stop* stop = nullptr);

}  // namespace waymark::load
