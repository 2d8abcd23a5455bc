// What a run may not go on doing for ever, as a question about a program; and the program with all that the question
// puts around it. A search for cycles and the certifier of its script make it here, so that both see the same graph:
// the automaton is translated by each of them from the same text, and what is left out follows from the same rules.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/names.hpp"
#include "base/stop.hpp"
#include "load/program.hpp"
#include "ltl/automaton.hpp"
#include "ltl/product.hpp"
#include "model/model.hpp"

namespace waymark::load {

enum class CycleKind : std::uint8_t { ltl, acceptance, progress };

struct Cycles {
  CycleKind kind = CycleKind::ltl;
  ltl::FormulaPtr formula;  // that every run must satisfy; none for acceptance
  bool fair = false;        // only runs count that are weakly fair to every actor

  [[nodiscard]] static Cycles no_acceptance(bool fair) { return {CycleKind::acceptance, nullptr, fair}; }
  [[nodiscard]] static Cycles progress(bool fair);

  // The formula, or what it is called.
  [[nodiscard]] std::string text() const;
  // The same question as read from text(): equal questions have equal texts then.
  [[nodiscard]] Cycles as_told() const;
  // What a cycle is reported as that shows it.
  [[nodiscard]] model::Violation violation() const;
};

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

// What a script of cycles says in its options_text: the program's own options, and the question.
[[nodiscard]] std::string options_for(const Program& program, const Cycles& cycles, bool reduced);
// From now on the program's models are those that a script of cycles is about: watched, and reduced if `reduced`.
// (Fairness needs no copies of states there: ranks see to it.) Answers why not, or an empty text. Throws
// base::InputError if a proposition is none of this program's, and base::Stopped where `stop`, if any, says so.
[[nodiscard]] std::string watch(Program& program, const Cycles& cycles, bool reduced, const base::Stop* stop = nullptr);
// The same as the options_text of a script says it was done when the script was made; the text is a stranger's. Nothing
// if it does not say so, or if this program cannot be made so: `why` tells.
[[nodiscard]] std::optional<Cycles> watch_as(Program& program, const std::string& options_text, std::string& why,
                                             const base::Stop* stop = nullptr);

}  // namespace waymark::load

template <>
struct waymark::base::Names<waymark::load::CycleKind> {
  using enum load::CycleKind;
  static constexpr auto table =
      std::to_array<Named<load::CycleKind>>({{ltl, "ltl"}, {acceptance, "acceptance"}, {progress, "progress"}});
};
