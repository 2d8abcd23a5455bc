#include "cli/commands/rules.hpp"

#include <fmt/format.h>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "check/plan/compatibility.hpp"
#include "check/plan/property.hpp"
#include "cluster/transport/join.hpp"
#include "load/derive.hpp"

namespace waymark::cli {

namespace {

using check::Order;
using check::StoreKind;

// Whether every order of steps is explored, inside of library calls as well.
bool explores_all(const CheckOptions& options) {
  const check::Settings& settings = options.settings;
  return settings.reduction == check::Reduction::off || settings.shortest || settings.preemptions;
}

[[noreturn]] void refuse(std::string_view why) { throw base::InputError(fmt::format("waymark: error: {}", why)); }

}  // namespace

base::Chosen<StoreKind> store_of(const CheckOptions& options) {
  if (options.settings.store.by_user) return options.settings.store;
  if (options.settings.swarm) return StoreKind::bitstate;
  // A state of a Java program is a row of numbers, most of them as in the state before.
  return load::is_java(options.program) ? StoreKind::tree : StoreKind::exact;
}

load::Source source_of(const CheckOptions& options) {
  load::Source source = options.program;
  if (!source.java.library.by_user && explores_all(options)) source.java.library = java::LibraryCalls::steps;
  return source;
}

void refuse_conflicts(const CheckOptions& options) {
  check::Settings settings = options.settings;
  settings.store = store_of(options);
  load::Source source = options.program;
  source.promela.sliced = options.slice;
  options::refuse_conflict(check::parts_of(settings, source));
}

bool fits(const CheckOptions& options, const load::Program& program) {
  try {
    refuse_conflicts(options);
    check::Settings settings = options.settings;
    settings.store = store_of(options);
    std::vector<check::CycleProperty> cycles;
    if (!settings.hunt) cycles = check::cycle_properties(settings.properties, program);
    options::refuse_conflict(check::parts_of(settings, cycles, program));
  } catch (const base::InputError&) {
    return false;
  }
  return true;
}

check::AfterLimit after_limit(const CheckOptions& options, const load::Program& program) {
  const check::Settings& settings = options.settings;
  const bool ends_by_number = settings.limits.states || settings.limits.depth;
  const bool other_search = settings.preemptions || settings.hunt || settings.swarm || settings.estimate.wanted;
  const bool kept = !settings.checkpoint.empty() || !settings.resume.empty() || !settings.profile.empty();
  const bool all_states = check::keeps_all(store_of(options));
  if (ends_by_number || other_search || kept || !all_states || settings.cluster.wanted ||
      !options.program.promela.abstract.empty() || !settings.properties.ask_about_states() ||
      !check::cycle_properties(settings.properties, program).empty()) {
    return {};
  }
  CheckOptions further = options;
  further.settings.search.reset();
  further.settings.shortest = false;
  further.settings.script.clear();
  further.settings.store = StoreKind::exact;
  CheckOptions few = further;
  few.settings.preemptions = 1;
  few.settings.reduction = check::Reduction::off;
  further.settings.estimate.wanted = true;
  load::Program marked = program;
  return {.preemptions = load::mark_preemptions(marked).empty() && fits(few, program),
          .coverage = fits(further, program)};
}

void refuse_alone(bool cluster) {
  const unsigned processes = cluster::company().processes;
  if (cluster || processes == 1) return;
  refuse(fmt::format("mpirun has started {} processes, and each would do everything alone; add --cluster", processes));
}

load::Source in_steps(const load::Source& source, std::string_view command) {
  options::refuse_conflict(check::parts_of(source, command));
  load::Source made = source;
  made.java.library = java::LibraryCalls::steps;
  return made;
}

}  // namespace waymark::cli
