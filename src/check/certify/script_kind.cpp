#include "check/certify/script_kind.hpp"

#include <fmt/format.h>

#include "check/plan/features.hpp"

namespace waymark::check {

Parts parts_of(const CertificationSettings& settings, const ScriptKind& script) {
  using namespace feature;
  options::Features denies;
  if (!script::is_lean(script.form)) denies.push_back(lean_form);
  if (script.form != script::Form::ids) denies.push_back(ids_form);
  if (script.form == script::Form::cycles) denies.push_back(script_of_states);
  if (script.reduced) denies.insert(denies.end(), {all_steps, unreduced_script});
  if (script.sliced) denies.push_back(whole_program);
  if (script.symmetric) denies.push_back(each_state);
  Parts parts{
      {fmt::format("{}, of form {}", script.path, script::name(script.form)), {.denies = denies, .replaceable = true}}};
  const auto add = [&](bool chosen, std::string_view option, options::Features needs,
                       options::Features own_denies = {}) {
    if (chosen) parts.push_back({std::string(option), {.needs = std::move(needs), .denies = std::move(own_denies)}});
  };
  add(settings.count.has_value(), "--count", {lean_form});
  add(settings.explain, "--explain", {lean_form});
  add(settings.cut == script::IdsCut::subtree, "--tune cut=subtree", {ids_form});
  add(settings.trustful, "--trustful", {script_of_states}, {all_steps});
  add(!settings.properties.step_invariants.empty(), "--step-invariant", {script_of_states, all_steps, each_state});
  add(settings.unreduced, "--unreduced", {unreduced_script, each_state});
  add(!settings.slice, "certify without --slice", {whole_program});
  return parts;
}

}  // namespace waymark::check
