#include "check/plan/compatibility.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "check/plan/features.hpp"
#include "check/plan/search_options.hpp"
#include "load/program_options.hpp"

namespace waymark::check {

namespace {

using options::Features;

void append(Parts& parts, Parts more) { std::move(more.begin(), more.end(), std::back_inserter(parts)); }

std::string option_of(Property kind) { return fmt::format("--property {}", base::name(kind)); }

std::string option_of(const CycleProperty& property) {
  if (property.kind() != Property::ltl) return option_of(property.kind());
  return property.name.empty() ? fmt::format("--ltl '{}'", property.asked.text())
                               : fmt::format("--ltl {}", property.name);
}

// Of a language.
void add_kinds(const Properties& properties, Parts& parts) {
  using namespace feature;
  for (const Property kind : properties.selected.value_or(std::vector<Property>{})) {
    Features needs;
    if (kind == Property::race) needs.push_back(java_or_c);
    if (kind == Property::leak || kind == Property::overflow) needs.push_back(c_program);
    if (kind == Property::exception) needs.push_back(java_program);
    if (!needs.empty()) parts.push_back({option_of(kind), {.needs = needs}});
  }
}

void add_properties(const Properties& properties, Parts& parts) {
  using namespace feature;
  add_kinds(properties, parts);
  for (const Property kind : properties.selected.value_or(std::vector<Property>{})) {
    if (about_cycles(kind)) parts.push_back({option_of(kind), {.needs = {cycle_search}}});
  }
  const std::vector<std::string>& formulas = properties.formulas;
  if (!formulas.empty() && formulas.front() != "none") parts.push_back({"--ltl", {.needs = {cycle_search}}});
}

}  // namespace

Parts parts_of(const load::Source& source, const Properties& properties) {
  Parts parts = load::parts_of(source);
  add_kinds(properties, parts);
  return parts;
}

Parts parts_of(const Properties& properties, const std::vector<CycleProperty>& cycles, const load::Program& program) {
  using namespace feature;
  Parts parts;
  if (cycles.empty()) parts.push_back({"", {.denies = {feature::cycles}}});
  if (properties.fair) parts.push_back({"--fair", {.needs = {feature::cycles}}});
  for (const CycleProperty& property : cycles) {
    if (property.formula() != nullptr) parts.push_back({option_of(property), {.needs = {no_claim}}});
  }
  if (!cycles.empty() && program.has_claim) {
    parts.push_back({"the never claim of " + program.path, {.denies = {no_claim}, .replaceable = true}});
  }
  return parts;
}

Parts parts_of(const load::Source& source, std::string_view command) {
  Parts parts = load::parts_of(source);
  parts.push_back({fmt::format("'waymark {}'", command), {.denies = {feature::reduction}, .replaceable = true}});
  return parts;
}

Parts parts_of(const Settings& settings, const load::Source& source) {
  Parts parts = load::parts_of(source);
  append(parts, parts_of(settings));
  add_properties(settings.properties, parts);
  return parts;
}

Parts parts_of(const Settings& settings, const std::vector<CycleProperty>& judged, const load::Program& program) {
  using namespace feature;
  Parts parts = parts_of(settings);
  add_properties(settings.properties, parts);
  append(parts, parts_of(settings.properties, judged, program));
  if (judged.empty()) return parts;
  const bool several = judged.size() > 1 || settings.properties.ask_about_states();
  parts.push_back({option_of(judged.front()),
                   {.needs = {cycle_search},
                    .denies = several ? Features{states_only, one_search} : Features{states_only},
                    .replaceable = true}});
  if (settings.shortest) parts.push_back({"--shortest, of cycles,", {.needs = {all_states, one_process}}});
  return parts;
}

}  // namespace waymark::check
