#include "check/lift/exchanges.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"
#include "check/lift/lasso.hpp"
#include "check/plan/property.hpp"
#include "load/derive.hpp"
#include "load/exchanges.hpp"
#include "ltl/formula.hpp"

namespace waymark::check {

std::string use_symmetry(load::Program& program, const Settings& settings) {
  const auto refused = [](const std::string& why) { return fmt::format("No symmetry: {}.", why); };
  std::vector<std::string> unchanged = settings.properties.invariants;
  std::vector<CycleProperty> cycles;
  if (!settings.hunt) cycles = cycle_properties(settings.properties, program);
  for (const CycleProperty& property : cycles) {
    if (const std::string why = load::why_not_symmetric(property.asked, false); !why.empty()) return refused(why);
    if (property.formula() == nullptr) continue;
    for (std::string& proposition : ltl::propositions(*property.formula())) unchanged.push_back(std::move(proposition));
  }
  std::sort(unchanged.begin(), unchanged.end());
  unchanged.erase(std::unique(unchanged.begin(), unchanged.end()), unchanged.end());
  load::Program symmetric = program;
  if (const std::string why = load::use_symmetry(symmetric, unchanged); !why.empty()) return refused(why);
  for (const CycleProperty& property : cycles) {
    const std::string why = load::why_not_symmetric(property.asked, symmetric.symmetry->ends);
    if (!why.empty()) return refused(why);
  }
  program = std::move(symmetric);
  return tell_symmetry(program);
}

std::string tell_symmetry(const load::Program& program) {
  return fmt::format("Symmetry: {}; a state stands for up to {:.0f}.", program.symmetry->groups,
                     program.symmetry->order);
}

void undo_exchanges(Result& result, const load::Program& program, const load::Program& plain,
                    const Properties& properties, const base::Stop* stop) {
  for (Found& found : result.found) {
    const bool stuck = found.violation.kind == base::name(Property::deadlock) || found.cycle == found.choices.size();
    const auto undone = program.symmetry->undo({found.choices, found.cycle, found.steps, stuck}, stop);
    CHECK(undone.has_value());
    if (undone->steps != found.steps) result.shortest = false;
    found.choices = undone->choices;
    found.cycle = undone->cycle;
    found.steps = undone->steps;
    CHECK(is_shown(judged_run(found, result, properties), plain, stop));
  }
  if (!result.found.empty()) result.view = plain.view;
}

std::vector<std::uint32_t> plain_choices(const std::vector<std::uint32_t>& choices, const load::Program& program,
                                         const base::Stop* stop) {
  search::Finding finding;
  finding.choices = choices;
  const Lasso lasso = project(finding, *program.make(), *program.symmetry->make());
  const auto undone = program.symmetry->undo({lasso.choices, std::nullopt, lasso.steps, false}, stop);
  return undone ? undone->choices : std::vector<std::uint32_t>{};
}

}  // namespace waymark::check
