#include "check/plan/property.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "base/escaped.hpp"
#include "base/nearest.hpp"

namespace waymark::check {

namespace {

constexpr std::string_view kind_separator = ", ";

}  // namespace

std::vector<Property> Properties::kinds() const {
  return selected.value_or(std::vector{Property::deadlock, Property::assertion});
}

bool Properties::includes(Property kind) const {
  const std::vector<Property> all = kinds();
  return std::find(all.begin(), all.end(), kind) != all.end();
}

bool Properties::ask_about_states() const {
  const std::vector<Property> all = kinds();
  return !invariants.empty() || !std::all_of(all.begin(), all.end(), about_cycles);
}

std::vector<Property> asked(const Properties& properties, const load::Program& program) {
  std::vector<Property> kinds = properties.kinds();
  if (program.has_exceptions && !properties.selected) kinds.push_back(Property::exception);
  if (program.is_scenario) kinds.push_back(Property::linearizability);
  if (!properties.invariants.empty()) kinds.push_back(Property::invariant);
  if (!properties.step_invariants.empty()) kinds.push_back(Property::step_invariant);
  return kinds;
}

std::string judged_text(const Properties& properties, const load::Program& program) {
  std::vector<Property> kinds = asked(properties, program);
  std::erase_if(kinds, [](Property kind) { return about_cycles(kind) || kind == Property::invariant; });
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  std::string text;
  for (const Property kind : kinds) text += fmt::format("{}{}", text.empty() ? "" : kind_separator, base::name(kind));
  for (const std::string& each : properties.invariants) text += "; invariant " + base::escaped(each, ";");
  for (const std::string& each : properties.step_invariants) text += "; step-invariant " + base::escaped(each, ";");
  return text;
}

std::vector<Property> named_in(std::string_view judged_text) {
  std::vector<Property> kinds;
  std::string_view rest = judged_text.substr(0, judged_text.find(';'));
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(kind_separator), rest.size());
    if (const auto kind = base::named<Property>(rest.substr(0, end))) kinds.push_back(*kind);
    rest.remove_prefix(std::min(end + kind_separator.size(), rest.size()));
  }
  return kinds;
}

search::Judged judged(const Properties& properties) {
  search::Judged judged;
  const auto waive = [&](Property kind) { judged.waived.emplace_back(base::name(kind)); };
  judged.deadlock = properties.includes(Property::deadlock);
  if (!properties.includes(Property::assertion)) waive(Property::assertion);
  if (properties.selected && !properties.includes(Property::exception)) waive(Property::exception);
  return judged;
}

search::Judged judged_beside_cycles() {
  search::Judged judged;
  judged.deadlock = false;
  for (const Property kind : {Property::assertion, Property::exception}) judged.waived.emplace_back(base::name(kind));
  return judged;
}

search::Judged judged(const Properties& properties, model::Model& model) {
  search::Judged all = judged(properties);
  for (const std::string& text : properties.invariants) all.invariants.push_back({model.watch_invariant(text), text});
  return all;
}

Property CycleProperty::kind() const { return *base::named<Property>(base::name(asked.kind)); }

model::Violation CycleProperty::violation() const {
  model::Violation violation = asked.violation();
  if (!name.empty()) violation.detail = fmt::format("{}: {}", name, violation.detail);
  return violation;
}

namespace {

// The formula that the text is. One that is no formula may be the name of one with a typo.
ltl::FormulaPtr read_formula(const std::string& text, const load::Program& program) {
  try {
    return program.front_end->formula(text);
  } catch (const base::InputError&) {
    std::vector<std::string> names;
    for (const load::NamedFormula& named : program.formulas) names.push_back(named.name);
    const std::string meant = base::did_you_mean(text, names);
    if (meant.empty()) throw;
    throw base::InputError(fmt::format("waymark: error: --ltl: the program has no formula '{}'{}", text, meant));
  }
}

}  // namespace

std::vector<CycleProperty> cycle_properties(const Properties& properties, const load::Program& program) {
  std::vector<CycleProperty> out;
  const auto formula = [&](const std::string& name, const ltl::FormulaPtr& read) {
    out.push_back({name, {load::CycleKind::ltl, read, properties.fair}});
  };
  const auto add = [&](const load::NamedFormula& named) { formula(named.name, named.formula); };
  const bool none = properties.formulas.size() == 1 && properties.formulas.front() == "none";
  if (properties.formulas.empty()) {
    for (const load::NamedFormula& named : program.formulas) add(named);
  }
  for (const std::string& text : properties.formulas) {
    if (none) break;
    const auto named = std::find_if(program.formulas.begin(), program.formulas.end(),
                                    [&](const load::NamedFormula& candidate) { return candidate.name == text; });
    if (named != program.formulas.end()) {
      add(*named);
    } else {
      formula("", read_formula(text, program));
    }
  }
  if (properties.includes(Property::acceptance)) out.push_back({"", load::Cycles::no_acceptance(properties.fair)});
  if (properties.includes(Property::progress)) out.push_back({"", load::Cycles::progress(properties.fair)});
  return out;
}

load::Criteria criteria(const Properties& properties, const load::Program& program) {
  load::Criteria criteria;
  criteria.assertion = properties.includes(Property::assertion);
  criteria.deadlock = properties.includes(Property::deadlock);
  criteria.steps = !properties.step_invariants.empty();
  criteria.invariants = properties.invariants;
  for (const CycleProperty& property : cycle_properties(properties, program)) {
    criteria.cycles.push_back(property.asked.as_told());
  }
  return criteria;
}

std::vector<std::string> left_out(const std::vector<CycleProperty>& judged, const load::Program& program) {
  std::vector<std::string> out;
  for (const load::NamedFormula& named : program.formulas) {
    const bool is_judged = std::any_of(judged.begin(), judged.end(),
                                       [&](const CycleProperty& property) { return property.name == named.name; });
    if (!is_judged) out.push_back("ltl " + named.name);
  }
  return out;
}

}  // namespace waymark::check
