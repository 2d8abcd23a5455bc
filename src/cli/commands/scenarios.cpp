// 'waymark check --linearizable': which scenario is checked.
#include <optional>
#include <vector>

#include "base/diagnostics.hpp"
#include "check/run/check.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/deliver.hpp"
#include "cli/commands/rules.hpp"
#include "cli/terminal/terminal.hpp"
#include "java/program/scenario.hpp"
#include "load/load.hpp"

namespace waymark::cli {

namespace {

using check::Property;

// Only a search that ends for itself, and writes nothing, is done for smaller scenarios.
bool can_be_smaller(const CheckOptions& options) {
  const check::Settings& settings = options.settings;
  return !settings.cluster.wanted && settings.resume.empty() && !settings.estimate.wanted && !settings.hunt &&
         !settings.swarm && settings.limits.errors == 1 && settings.properties.formulas.empty();
}

bool is_violated(const CheckOptions& options, const base::Stop& stop) {
  check::Settings settings = options.settings;
  settings.script.clear();
  settings.checkpoint.clear();
  // Who waits may wait for an operation that is left out. All else that happens in the smaller one happens in the
  // whole.
  std::optional<std::vector<Property>>& selected = settings.properties.selected;
  if (!selected) selected = {Property::assertion, Property::exception};
  std::erase(*selected, Property::deadlock);
  base::Stop own(&stop);
  base::Budget budget(memory_limit(settings.limits.memory));
  load::Program program = load::load(source_of(options), &own);
  const check::Result result = check::check(program, settings, {budget, {}, &own});
  return result.verdict == check::Verdict::violation;
}

}  // namespace

std::string least_scenario(const CheckOptions& options, const base::Stop& stop) {
  if (!can_be_smaller(options)) return options.program.java.linearizable;
  CheckOptions asked = options;
  for (const java::Scenario& scenario : java::smaller(java::read_scenario(options.program.java.linearizable))) {
    asked.program.java.linearizable = java::text_of(scenario);
    if (is_violated(asked, stop)) return asked.program.java.linearizable;
  }
  return options.program.java.linearizable;
}

}  // namespace waymark::cli
