#include "cli/settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "cli/terminal.hpp"

namespace waymark::cli {

load::Source source_of(const Options& options) {
  load::Source source;
  source.program = options.program;
  source.arguments = options.arguments;
  source.classpath = options.classpath;
  source.jdk = options.jdk;
  source.symmetry = *base::named<load::Symmetry>(options.symmetry);
  source.garbage = *base::named<load::Garbage>(options.garbage);
  source.spurious = options.spurious;
  source.frames = options.frames;
  source.races = std::find(options.properties.begin(), options.properties.end(), "race") != options.properties.end();
  source.defines = options.defines;
  return source;
}

check::Properties properties_of(const Options& options) {
  check::Properties properties;
  if (options.properties_given) {
    properties.selected.emplace();
    for (const std::string& kind : options.properties) {
      if (kind == "none" && options.properties.size() == 1) continue;
      const auto property = base::named<check::Property>(kind);
      if (!property || !check::selectable(*property)) {
        throw base::InputError(fmt::format(
            "waymark: error: --property {}: there are deadlock, assertion, exception, race, acceptance and progress, "
            "or none alone",
            kind));
      }
      properties.selected->push_back(*property);
    }
  }
  properties.invariants = options.invariants;
  properties.step_invariants = options.step_invariants;
  properties.formulas = options.formulas;
  properties.fair = options.fair;
  return properties;
}

check::Settings settings_of(const Options& options) {
  check::Settings settings;
  settings.properties = properties_of(options);
  if (options.search_given) settings.search = base::named<check::Order>(options.search);
  settings.shortest = options.shortest;
  if (options.por_given) settings.reduction = options.por ? check::Reduction::on : check::Reduction::off;
  settings.store = *base::named<check::StoreKind>(options.store);
  settings.cache.states = options.cache_states;
  settings.cache.policy = base::named<check::Policy>(options.replace);
  settings.hash_bits = options.hash_bits;
  settings.hash_functions = options.hash_functions;
  if (options.swarm != 0) settings.swarm = options.swarm;
  settings.jobs = options.jobs;
  settings.estimate.wanted = options.estimate;
  settings.estimate.estimator = *base::named<check::Estimator>(options.estimator);
  settings.estimate.first = options.first;
  settings.estimate.first_search = *base::named<check::Order>(options.first_search);
  settings.estimate.together = options.together;
  settings.limits.memory = options.memory;
  settings.limits.seconds = options.seconds;
  settings.limits.depth = options.depth;
  settings.limits.states = options.states;
  settings.limits.errors = options.errors;
  settings.seed = options.seed;
  settings.walks = options.walks;
  settings.script = options.script;
  settings.tool = "waymark " WAYMARK_VERSION;
  return settings;
}

std::uint64_t memory_limit(const Options& options) { return options.memory.value_or(machine_memory() / 4 * 3); }

void refuse_impossible(const Options& options) {
  const auto refuse = [](const std::string& why) { throw base::InputError("waymark: error: " + why); };
  if (properties_of(options).includes(check::Property::race) && !load::is_java(source_of(options))) {
    refuse("--property race is for Java programs; there are no data races in a model's atomic statements");
  }
  if (options.shortest && options.search != "bfs") {
    refuse(fmt::format("--shortest needs --search bfs; --search {} does not look for short counterexamples",
                       options.search));
  }
  if (!options.script.empty() && options.search == "random") {
    refuse("--script needs --search bfs or dfs: random walks do not see all states");
  }
  if (!options.profile.empty() && options.search != "bfs") refuse("--profile shows levels, which need --search bfs");
  if (options.store != "cache" && (options.cache_states || !options.replace.empty())) {
    refuse(
        fmt::format("--cache-states and --replace are for --store cache; --store {} forgets nothing", options.store));
  }
  if (options.replace == "cost-exact" && options.search != "dfs") {
    refuse("--replace cost-exact finds components depth-first: add --search dfs, or use --replace cost");
  }
  if (options.estimate && (options.search != "bfs" || options.store_given || !options.script.empty())) {
    refuse("--estimate has its own way to search and to store; it goes with neither --search, --store nor --script");
  }
  if (options.estimator == "probes" && !options.states) {
    refuse("--estimator probes is for evaluation and needs --states N");
  }
  if (options.estimator == "sample" && (options.first_search != "bfs" || options.together != 1)) {
    refuse("--first-search and --together are for --estimator probes");
  }
  if (options.estimate && options.shortest) refuse("--estimate looks at a sample; --shortest needs all states");
  if (options.store == "cache" && options.shortest) {
    refuse("--store cache may come to a state by a longer way first; --shortest needs exact, collapse or tree");
  }
  if (options.store == "cache" && !options.script.empty() && options.search != "dfs") {
    refuse(
        "--store cache explores states again and again; for --script add --search dfs, or use exact, collapse or tree");
  }
  if (check::is_approximate(settings_of(options).store) && options.shortest) {
    refuse(fmt::format("--store {} may miss states of a shorter way; --shortest needs exact, collapse or tree",
                       options.store));
  }
  if (options.store == "bitstate" && !options.script.empty()) {
    refuse(
        "--store bitstate does not number known states, so --script cannot record; use hash-compact, exact, collapse "
        "or tree");
  }
  if (options.search == "random" && !options.formulas.empty() && options.formulas.front() != "none") {
    refuse("--search random cannot judge a formula; leave --search to the default");
  }
  if (options.swarm != 0 && (options.estimate || options.shortest || !options.script.empty() ||
                             options.search == "random" || options.store != "bitstate")) {
    refuse("--swarm uses --store bitstate; it goes with neither --script, --shortest, --estimate nor --search random");
  }
  if (options.search == "random" && options.store_given) {
    refuse("--search random remembers no states, so there is nothing to --store");
  }
}

}  // namespace waymark::cli
