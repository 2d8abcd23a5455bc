#include "cli/rules.hpp"

#include <fmt/format.h>

#include <array>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "cluster/transport/join.hpp"

namespace waymark::cli {

namespace {

using check::Estimator;
using check::Order;
using check::Policy;
using check::StoreKind;
using Asked = const CheckOptions&;

Order order(Asked asked) { return asked.settings.order(); }
bool records(Asked asked) { return !asked.settings.script.empty(); }
bool estimates(Asked asked) { return asked.settings.estimate.wanted; }
bool shortest(Asked asked) { return asked.settings.shortest; }
bool checkpoints(Asked asked) { return !asked.settings.checkpoint.empty() || !asked.settings.resume.empty(); }
bool keeps_all(StoreKind kind) {
  return kind == StoreKind::exact || kind == StoreKind::collapse || kind == StoreKind::tree;
}

bool uses_chance(Asked asked) {
  const StoreKind store = store_of(asked);
  return order(asked) == Order::random || asked.settings.cache.policy == Policy::random || estimates(asked) ||
         asked.settings.swarm || check::is_approximate(store) || store == StoreKind::automatic;
}

constexpr std::string_view no_races =
    "--property race is for Java programs; there are no data races in a model's atomic statements";
bool races_of_a_model(const check::Properties& properties, const load::Source& source) {
  return properties.includes(check::Property::race) && !load::is_java(source);
}

// Asks about every order of steps, inside of calls as well.
bool looks_at_all(Asked asked) {
  return asked.settings.reduction == check::Reduction::off || shortest(asked) || order(asked) == Order::random;
}

// In the order in which they are told.
constexpr std::array all_rules{
    Rule{[](Asked it) { return races_of_a_model(it.settings.properties, it.program); }, no_races},
    Rule{[](Asked it) {
           return looks_at_all(it) &&
                  (it.program.library == load::Library::atomic || !it.program.library_packages.empty());
         },
         "--library atomic takes a call as one step, and --por off, --shortest and --search random ask about every "
         "order "
         "of steps; use --library steps"},
    Rule{[](Asked it) { return shortest(it) && order(it) != Order::bfs; },
         "--shortest needs --search bfs; --search {search} does not look for short counterexamples"},
    Rule{[](Asked it) { return records(it) && order(it) == Order::random; },
         "--script needs --search bfs or dfs: random walks do not see all states"},
    Rule{[](Asked it) { return !it.profile.empty() && order(it) != Order::bfs; },
         "--profile shows levels, which need --search bfs"},
    Rule{[](Asked it) {
           return (it.settings.cache.states || it.settings.cache.policy) && store_of(it) != StoreKind::cache;
         },
         "--cache-states and --replace are for --store cache; --store {store} forgets nothing"},
    Rule{[](Asked it) { return it.settings.cache.policy == Policy::cost_exact && order(it) != Order::dfs; },
         "--replace cost-exact finds components depth-first: add --search dfs, or use --replace cost"},
    Rule{[](Asked it) { return it.settings.disk != "." && store_of(it) != StoreKind::disk; },
         "--disk is for --store disk; --store {store} keeps states in memory"},
    Rule{[](Asked it) { return store_of(it) == StoreKind::disk && (order(it) != Order::bfs || it.settings.swarm); },
         "--store disk is for --search bfs, which meets states again level by level; it does not go with --swarm"},
    Rule{[](Asked it) {
           return store_of(it) == StoreKind::disk && (it.settings.limits.errors != 1 || !it.profile.empty());
         },
         "--store disk goes up to the first violation, and shows no levels; leave out --errors and --profile"},
    Rule{[](Asked it) { return estimates(it) && (order(it) != Order::bfs || it.store); },
         "--estimate has its own way to search and to store; it goes with neither --search nor --store"},
    Rule{[](Asked it) { return estimates(it) && records(it) && it.settings.limits.depth; },
         "--estimate with --script estimates what lies beyond the states explored; leave out --depth"},
    Rule{[](Asked it) { return it.settings.estimate.estimator == Estimator::probes && !it.settings.limits.states; },
         "--estimator probes is for evaluation and needs --states N"},
    Rule{[](Asked it) {
           const check::EstimateSettings& made = it.settings.estimate;
           return made.estimator == Estimator::sample && (made.first_search != Order::bfs || made.together != 1);
         },
         "--first-search and --together are for --estimator probes"},
    Rule{[](Asked it) { return estimates(it) && shortest(it); },
         "--estimate looks at a sample; --shortest needs all states"},
    Rule{[](Asked it) { return store_of(it) == StoreKind::cache && shortest(it); },
         "--store cache may come to a state by a longer way first; --shortest needs exact, collapse or tree"},
    Rule{[](Asked it) { return store_of(it) == StoreKind::cache && records(it) && order(it) != Order::dfs; },
         "--store cache explores states again and again; for --script add --search dfs, or use exact, collapse or "
         "tree"},
    Rule{[](Asked it) { return check::is_approximate(store_of(it)) && shortest(it); },
         "--store {store} may miss states of a shorter way; --shortest needs exact, collapse or tree"},
    Rule{[](Asked it) { return store_of(it) == StoreKind::bitstate && records(it); },
         "--store bitstate does not number known states, so --script cannot record; use hash-compact, exact, collapse "
         "or tree"},
    Rule{[](Asked it) {
           const std::vector<std::string>& formulas = it.settings.properties.formulas;
           return order(it) == Order::random && !formulas.empty() && formulas.front() != "none";
         },
         "--search random cannot judge a formula; leave --search to the default"},
    Rule{[](Asked it) {
           return it.settings.swarm && (estimates(it) || shortest(it) || records(it) || order(it) == Order::random ||
                                        store_of(it) != StoreKind::bitstate);
         },
         "--swarm uses --store bitstate; it goes with neither --script, --shortest, --estimate nor --search random"},
    Rule{[](Asked it) {
           return it.cluster && (order(it) != Order::bfs || estimates(it) || it.settings.swarm || !it.profile.empty() ||
                                 !keeps_all(store_of(it)));
         },
         "--cluster searches breadth-first and keeps all states; it needs --search bfs and --store exact, collapse or "
         "tree, and goes with neither --estimate, --swarm nor --profile"},
    Rule{[](Asked it) {
           const check::ClusterSettings& cluster = it.settings.cluster;
           return cluster.mapping == check::Mapping::fixed && cluster.move_at;
         },
         "--move-at is about states that move, and with --mapping fixed none do; use balanced, first or shared"},
    Rule{[](Asked it) {
           const check::ClusterSettings& cluster = it.settings.cluster;
           const check::Limits& limits = it.settings.limits;
           return cluster.unordered &&
                  (cluster.ask_first || records(it) || shortest(it) || checkpoints(it) || cluster.lookahead != 0 ||
                   cluster.mapping != check::Mapping::fixed || limits.errors != 1 || limits.depth || limits.states);
         },
         "--unordered has no levels, and ends with the violation that it meets first; it goes with neither --script, "
         "--shortest, --checkpoint, --resume, --lookahead, --mapping, --ask-first, --errors, --depth nor --states"},
    Rule{[](Asked it) {
           const check::ClusterSettings& cluster = it.settings.cluster;
           return cluster.ask_first && (cluster.lookahead != 0 || cluster.mapping != check::Mapping::fixed);
         },
         "--ask-first sends only what is asked for, and knows states by where they are kept from the beginning; it "
         "goes with neither --lookahead nor --mapping"},
    Rule{[](Asked it) {
           const check::ClusterSettings& cluster = it.settings.cluster;
           return cluster.by_parts && (cluster.ask_first || cluster.unordered || checkpoints(it) ||
                                       cluster.lookahead != 0 || cluster.mapping != check::Mapping::fixed);
         },
         "--by-parts tells a state by what went before it to the same process; it goes with neither --ask-first, "
         "--unordered, --lookahead, --mapping, --checkpoint nor --resume"},
    Rule{[](Asked it) {
           return it.cluster && it.settings.jobs > 1 && it.settings.cluster.mapping != check::Mapping::fixed;
         },
         "--mapping moves states between processes, and with --jobs a process is several ranks; leave one of them out"},
    Rule{[](Asked it) { return checkpoints(it) && (order(it) != Order::bfs || it.settings.swarm || estimates(it)); },
         "--checkpoint and --resume are for a breadth-first search that keeps all states; they need --search bfs, and "
         "go with neither --swarm nor --estimate"},
    Rule{[](Asked it) { return checkpoints(it) && !keeps_all(store_of(it)); },
         "--checkpoint and --resume need a store that keeps all states as they are, which --store {store} does not; "
         "use exact, collapse or tree"},
    Rule{[](Asked it) { return checkpoints(it) && it.settings.limits.errors != 1; },
         "--checkpoint keeps no violations, so the search has to end with the first; leave out --errors"},
    Rule{[](Asked it) { return checkpoints(it) && (!it.profile.empty()); },
         "--checkpoint and --resume do not go with --profile, which follows a search from its beginning"},
    Rule{[](Asked it) { return order(it) == Order::random && it.store.has_value(); },
         "--search random remembers no states, so there is nothing to --store"},
    Rule{[](Asked it) { return it.hash_bits && store_of(it) != StoreKind::hash_compact; },
         "--hash-bits is for --store hash-compact, and --store {store} keeps no such hashes; leave it out"},
    Rule{[](Asked it) {
           return it.hash_functions && store_of(it) != StoreKind::bitstate && store_of(it) != StoreKind::automatic;
         },
         "--hash-functions is for --store bitstate and auto, and --store {store} sets no bits; leave it out"},
    Rule{[](Asked it) { return it.walks && order(it) != Order::random; },
         "--walks is for --search random, and --search {search} makes none; leave it out"},
    Rule{
        [](Asked it) { return it.seed && !uses_chance(it); },
        "--seed is for --search random, --replace random, --estimate, --swarm and stores that hash; nothing is left to "
        "chance here; leave it out"},
};

[[noreturn]] void refuse(std::string_view why) { throw base::InputError(fmt::format("waymark: error: {}", why)); }

}  // namespace

std::span<const Rule> rules() { return all_rules; }

check::StoreKind store_of(const CheckOptions& options) {
  if (options.store) return *options.store;
  if (options.settings.swarm) return StoreKind::bitstate;
  // A state of a Java program is a row of numbers, most of them as in the state before.
  return load::is_java(options.program) ? StoreKind::tree : StoreKind::exact;
}

load::Source source_of(const CheckOptions& options) {
  load::Source source = options.program;
  if (!source.library && load::is_java(source) && looks_at_all(options)) source.library = load::Library::steps;
  return source;
}

void refuse_impossible(const CheckOptions& options) {
  for (const Rule& rule : all_rules) {
    if (!rule.broken(options)) continue;
    refuse(fmt::format(fmt::runtime(rule.why), fmt::arg("search", base::name(order(options))),
                       fmt::arg("store", base::name(store_of(options)))));
  }
}

void refuse_alone(bool cluster) {
  const unsigned processes = cluster::company().processes;
  if (cluster || processes == 1) return;
  refuse(fmt::format("mpirun has started {} processes, and each would do everything alone; add --cluster", processes));
}

void refuse_impossible(const check::Properties& properties, const load::Source& source) {
  if (races_of_a_model(properties, source)) refuse(no_races);
}

load::Source in_steps(const load::Source& source, std::string_view command) {
  if (source.library == load::Library::atomic || !source.library_packages.empty()) {
    refuse(
        fmt::format("--library atomic takes a call as one step, and {} takes all steps; use --library steps", command));
  }
  load::Source made = source;
  if (load::is_java(source)) made.library = load::Library::steps;
  return made;
}

}  // namespace waymark::cli
