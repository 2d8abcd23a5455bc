#include "check/plan/unproved.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "check/plan/compatibility.hpp"
#include "load/derive.hpp"

namespace waymark::check {

namespace {

constexpr std::string_view remedy = "make one by 'waymark check --script' with that question";

[[noreturn]] void refuse_question(std::string_view why) {
  throw base::InputError(fmt::format("waymark: error: {}", why));
}

// The option that asks it.
std::string asking(const CycleProperty& property) {
  if (property.kind() != Property::ltl) return fmt::format("--property {}", base::name(property.kind()));
  return fmt::format("--ltl '{}'", property.asked.text());
}

std::string in_words(const load::Cycles& shown) {
  switch (shown.kind) {
    case load::CycleKind::ltl:
      return shown.text();
    case load::CycleKind::acceptance:
      return "that no cycle is accepting";
    case load::CycleKind::progress:
      return "that no cycle goes without progress";
  }
  CHECK(false);
}

}  // namespace

std::vector<CycleProperty> asked_cycles(const Properties& properties, const load::Program& program) {
  Properties asked = properties;
  if (asked.formulas.empty()) asked.formulas = {"none"};
  return cycle_properties(asked, program);
}

void refuse_unproved(const Properties& properties, const load::Program& program,
                     const std::optional<load::Cycles>& shown) {
  const std::vector<CycleProperty> asked = asked_cycles(properties, program);
  if (!shown) {
    if (!asked.empty()) {
      refuse_question(fmt::format("{} asks about cycles, and this script shows states and steps; {}",
                                  asking(asked.front()), remedy));
    }
    return options::refuse_conflict(parts_of(properties, {}, program));  // of fairness
  }
  const std::string what = fmt::format("this script shows only {}", in_words(*shown));
  const auto refuse_states = [&](const std::string& option) {
    refuse_question(fmt::format("{} asks about states, and {}; {}", option, what, remedy));
  };
  for (const Property kind : properties.selected.value_or(std::vector<Property>{})) {
    if (!about_cycles(kind)) refuse_states(fmt::format("--property {}", base::name(kind)));
  }
  if (!properties.invariants.empty()) refuse_states("--invariant");
  if (!properties.step_invariants.empty()) refuse_states("--step-invariant");
  for (const CycleProperty& property : asked) {
    if (property.asked.kind == shown->kind && property.asked.as_told().text() == shown->as_told().text()) continue;
    refuse_question(fmt::format("{} is asked, and {}; {}", asking(property), what, remedy));
  }
  if (!asked.empty() && shown->fair && !properties.fair) {
    refuse_question(
        fmt::format("{}, of weakly fair runs; add --fair, or make one by 'waymark check --script' without it", what));
  }
}

std::vector<std::string> expressions_of(const Properties& properties, const load::Program& program) {
  std::vector<std::string> all = properties.invariants;
  for (const CycleProperty& property : asked_cycles(properties, program)) {
    if (property.asked.kind != load::CycleKind::ltl) continue;
    for (std::string& one : ltl::propositions(*property.asked.as_told().formula)) all.push_back(std::move(one));
  }
  return all;
}

void refuse_unshown(const std::vector<std::string>& expressions, const load::Program& program) {
  const auto unshown = load::unshown(program, expressions);
  if (!unshown) return;
  refuse_question(
      fmt::format("the script was made without regard to '{}', so that its steps pass over changes of it; make one by "
                  "'waymark check --invariant ... --script'",
                  *unshown));
}

void refuse_invisible(const Properties& properties, const std::vector<std::string>& visible) {
  for (const std::string& text : properties.invariants) {
    if (std::find(visible.begin(), visible.end(), text) != visible.end()) continue;
    refuse_question(
        fmt::format("the script was made with partial order reduction and without regard to --invariant '{}'; make one "
                    "by 'waymark check --invariant ... --script' or with --por off",
                    text));
  }
}

void refuse_unvouched(const Properties& properties, const std::vector<Property>& vouched) {
  for (const Property kind : properties.selected.value_or(std::vector<Property>{})) {
    if (about_cycles(kind) || about_single_states(kind)) continue;
    if (std::find(vouched.begin(), vouched.end(), kind) != vouched.end()) continue;
    refuse_question(
        fmt::format("--property {0} asks about steps that a trustful script leaves out, and this one does not say that "
                    "they were judged; make one by 'waymark check --property {0} --script'",
                    base::name(kind)));
  }
}

void refuse_cut_away(const Properties& properties, const load::Criteria& criteria) {
  const auto refuse_unless = [](bool shown, const std::string& what) {
    if (shown) return;
    refuse_question(
        fmt::format("the script is of a slice that was made without regard to {}; make one by 'waymark check --slice "
                    "--script' with that question, or without --slice",
                    what));
  };
  refuse_unless(criteria.deadlock || !properties.includes(Property::deadlock), "deadlock");
  refuse_unless(criteria.assertion || !properties.includes(Property::assertion), "assertions");
  refuse_unless(criteria.steps || properties.step_invariants.empty(), "--step-invariant");
  const std::vector<std::string>& known = criteria.invariants;
  for (const std::string& text : properties.invariants) {
    refuse_unless(std::find(known.begin(), known.end(), text) != known.end(), fmt::format("--invariant '{}'", text));
  }
}

}  // namespace waymark::check
