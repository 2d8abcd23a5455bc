// Properties, and the searches that judge them: single states are judged by every search and by certifiers, cycles
// only by searches that look for them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/names.hpp"
#include "load/cycles.hpp"
#include "load/derivation.hpp"
#include "load/program.hpp"
#include "search/limits.hpp"

namespace waymark::check {

// The first six can be selected; the others are asked about by giving an expression.
enum class Property : std::uint8_t {
  deadlock,
  assertion,
  exception,
  race,
  leak,
  overflow,
  acceptance,
  progress,
  invariant,
  step_invariant,
  ltl,
  linearizability,  // of a scenario
};
[[nodiscard]] constexpr bool selectable(Property property) { return property <= Property::progress; }
// What no single state or step shows.
[[nodiscard]] constexpr bool about_cycles(Property property) {
  return property == Property::acceptance || property == Property::progress || property == Property::ltl;
}

struct Properties {
  // Kinds of violation to look for, if they were selected; all that --property does not know are errors of the program
  // in any case.
  std::optional<std::vector<Property>> selected;
  std::vector<std::string> invariants;
  std::vector<std::string> step_invariants;  // judged by certifiers alone
  std::vector<std::string> formulas;  // names or texts; empty: those of the program; `none` alone: not even these
  bool fair = false;                  // of cycles, only those that are weakly fair to every process

  // Those selected, or deadlock and assertion.
  [[nodiscard]] std::vector<Property> kinds() const;
  [[nodiscard]] bool includes(Property kind) const;
  // Whether any state is to be judged for itself.
  [[nodiscard]] bool ask_about_states() const;
};

// All that is asked about single states and steps, and which of the cycles were selected, as reports tell it.
[[nodiscard]] std::vector<Property> asked(const Properties& properties, const load::Program& program);

// What is judged of states and steps, as the headers of scripts and checkpoints name it; other sets have other texts.
[[nodiscard]] std::string judged_text(const Properties& properties, const load::Program& program);
// The kinds that such a text names; behind it may stand what the program is called.
[[nodiscard]] std::vector<Property> named_in(std::string_view judged_text);
// Whether a state alone shows whether it holds there.
[[nodiscard]] constexpr bool about_single_states(Property property) {
  return property == Property::deadlock || property == Property::invariant;
}

// What is judged in single states; without invariants.
[[nodiscard]] search::Judged judged(const Properties& properties);
// What a search for cycles judges in single states: only errors of the program that nobody can waive.
[[nodiscard]] search::Judged judged_beside_cycles();
// With invariants, which the model compiles.
[[nodiscard]] search::Judged judged(const Properties& properties, model::Model& model);

// What a run may not go on doing for ever: a search of its own for each.
struct CycleProperty {
  std::string name;  // of a formula
  load::Cycles asked;

  [[nodiscard]] Property kind() const;
  [[nodiscard]] const ltl::Formula* formula() const { return asked.formula.get(); }
  // What a cycle is reported as that shows it.
  [[nodiscard]] model::Violation violation() const;
};
// The formulas in the program's text included. Throws base::InputError.
[[nodiscard]] std::vector<CycleProperty> cycle_properties(const Properties& properties, const load::Program& program);
// By what a program is sliced of which this is asked: all of it together.
[[nodiscard]] load::Criteria criteria(const Properties& properties, const load::Program& program);
// The formulas in the program's text that are not among these, by their names.
[[nodiscard]] std::vector<std::string> left_out(const std::vector<CycleProperty>& judged, const load::Program& program);

}  // namespace waymark::check

template <>
struct waymark::base::Names<waymark::check::Property> {
  using enum check::Property;
  static constexpr auto table = std::to_array<Named<check::Property>>({{deadlock, "deadlock"},
                                                                       {assertion, "assertion"},
                                                                       {exception, "exception"},
                                                                       {race, "race"},
                                                                       {leak, "leak"},
                                                                       {overflow, "overflow"},
                                                                       {acceptance, "acceptance"},
                                                                       {progress, "progress"},
                                                                       {invariant, "invariant"},
                                                                       {step_invariant, "step-invariant"},
                                                                       {ltl, "ltl"},
                                                                       {linearizability, "linearizability"}});
};
