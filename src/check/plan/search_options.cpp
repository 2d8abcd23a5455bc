#include "check/plan/search_options.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/check.hpp"
#include "check/plan/features.hpp"
#include "model/preemptions.hpp"

namespace waymark::check {

namespace {

using options::Agents;
using options::choice;
using options::choice_with_default;
using options::Demand;
using options::Features;
using options::flag;
using options::Group;
using options::number;
using options::Option;
using options::Part;
using options::size;
using options::time;
using options::value;

constexpr std::uint64_t most_states = std::uint64_t{1} << 40;

// Of all that stores offer, what this one does not.
Features denied_by(StoreKind kind, Order order) {
  using namespace feature;
  const Features all{all_states, least_depths, numbers,      cache,      disk,
                     hashes,     bits,         later_errors, from_start, cycle_search};
  switch (kind) {
    case StoreKind::exact:
    case StoreKind::tree:
      return without(all, {all_states, least_depths, numbers, later_errors, from_start, cycle_search});
    case StoreKind::disk:
      return without(all, {least_depths, numbers, disk});
    case StoreKind::cache:
      if (order == Order::dfs) return without(all, {numbers, cache, later_errors, from_start});
      return without(all, {cache, later_errors, from_start});
    case StoreKind::hash_compact:
      return without(all, {numbers, hashes, later_errors, from_start, cycle_search});
    case StoreKind::bitstate:
      return without(all, {bits, later_errors, from_start, cycle_search});
    case StoreKind::automatic:
      return without(all, {least_depths, numbers, bits, later_errors, from_start, cycle_search});
  }
  CHECK(false);
}

Demand of_order(const SearchSettings& settings) {
  using namespace feature;
  if (settings.order() == Order::dfs) {
    return {.needs = {order_choice}, .denies = {breadth_first, levels, checkpoints, least_depths}, .replaceable = true};
  }
  if (settings.hunt) return {.needs = {order_choice}};
  return {};
}

Demand of_store(const SearchSettings& settings) {
  using namespace feature;
  const StoreKind store = settings.store;
  Demand demand{.denies = denied_by(store, settings.order()), .replaceable = true};
  if (settings.store.by_user) demand.needs.push_back(store_choice);
  if (store == StoreKind::disk) demand.needs.push_back(breadth_first);
  if (is_approximate(store) || store == StoreKind::automatic) demand.gives.push_back(randomness);
  return demand;
}

Demand of_checkpoints(const Settings& settings) {
  using namespace feature;
  return {.needs = {breadth_first, all_states, checkpoints, settings.cluster.wanted ? one_search : states_only},
          .denies = {later_errors, from_start}};
}

Group how_group(SearchSettings& settings) {
  using namespace feature;
  Option order = choice<Order>("--search", "ORDER", settings.search, "bfs or dfs")
                     .with_more("bfs finds short counterexamples and writes lean scripts, dfs writes ids scripts")
                     .demanding([&settings] { return of_order(settings); })
                     .for_agents();
  order.standard = base::name(settings.order());
  Option store =
      choice<StoreKind>("--store", "STORE", settings.store,
                        "exact (fastest), tree (smallest), disk, cache, hash-compact, bitstate or auto")
          .with_more(
              "disk keeps 128 bits of each state on --disk; cache forgets states; hash-compact and bitstate may miss "
              "states, so they prove nothing; auto starts as exact, then becomes tree, hash-compact and bitstate as "
              "memory runs short. For Java the default is tree")
          .demanding([&settings] { return of_store(settings); })
          .for_agents();
  store.standard = base::name(settings.store.value);
  return {how_to_search,
          "",
          {flag("--hunt", settings.hunt, "Sample runs until one violates a property, for programs that are too large")
               .with_more("Runs have few preemptions, priorities with change points, or the order of steps that do not "
                          "commute drawn at random, in turn, until --time is up. What is found is shown with as few "
                          "preemptions as can be found, then in few steps. Nothing is proved")
               .demanding({.needs = {order_choice, own_states},
                           .denies = {order_choice, breadth_first, levels, checkpoints, least_depths, numbers,
                                      store_choice, all_states, cache, disk, hashes, bits, cycle_search, later_errors,
                                      counted_states, from_start},
                           .gives = {feature::hunt, randomness}})
               .for_agents(),
           std::move(order), std::move(store), por_option(settings),
           flag("--shortest", settings.shortest, "Report a shortest counterexample")
               .with_more("Of states, by --search bfs without reduction; of cycles, the shortest path and cycle")
               .demanding({.needs = {breadth_first, least_depths, own_states}, .denies = {reduction}})
               .for_agents()}};
}

Option seed_option(SearchSettings& settings) {
  return number("--seed", "N", settings.seed, "Seed of --hunt, --estimate, --swarm and of approximate stores")
      .demanding({.needs = {feature::randomness}});
}

Group more_group(Settings& settings) {
  using namespace feature;
  return {
      "More on the search",
      "search",
      {value("--disk", "DIR", &settings.disk, "Where --store disk writes its unnamed files [the current directory]")
           .demanding({.needs = {feature::disk}}),
       choice<SymmetryUse>("--symmetry", "auto|off", settings.symmetry,
                           "Take states for one that differ in the numbers of alike processes [off]")
           .with_more("Promela: processes are found and checked to be alike; the result names them")
           .demanding({.needs = {promela_program, exchanges}, .denies = {own_states}}),
       value("--preemptions", "K", &settings.preemptions,
             "Explore runs with at most K preemptions, first those with fewer")
           .within(0, model::FewPreemptions::most)
           .with_more("A step preempts another process or thread if that one moved last and can still move. Without "
                      "reduction. If a run has more than K, the verdict is incomplete")
           .demanding({.needs = {breadth_first, all_states, processes, own_steps, own_states, one_process, states_only},
                       .denies = {reduction, any_reduction, levels, checkpoints, depth_limit}})
           .for_agents(),
       value("--swarm", "N", &settings.swarm,
             "Run N searches with --store bitstate, with different orders and hash functions, until --time is up")
           .within(1, 65535)
           .demanding({.needs = {store_choice, bits},
                       .denies = {all_states, least_depths, numbers, levels, checkpoints, cache, feature::disk, hashes},
                       .gives = {randomness}}),
       flag("--estimate", settings.estimate.wanted,
            "If the states do not fit into --memory, estimate which share of them was covered")
           .demanding({.denies = {order_choice, store_choice, all_states, least_depths, checkpoints, cache,
                                  feature::disk, hashes, bits},
                       .gives = {randomness}}),
       errors_option(settings.limits), states_option(settings.limits), seed_option(settings)}};
}

Group tuning(SearchSettings& settings) {
  using namespace feature;
  return options::tuning_group(
      {number("hash-bits", "N", settings.hash_bits, "--store hash-compact: bits kept of each state")
           .within(8, 64)
           .demanding({.needs = {hashes}}),
       number("hash-functions", "N", settings.hash_functions, "--store bitstate: bits that a state sets")
           .within(1, 16)
           .demanding({.needs = {bits}}),
       value("cache-states", "N", &settings.cache_states, "--store cache: most states to keep [what fits into memory]")
           .within(1, std::uint64_t{1} << 31)
           .demanding({.needs = {cache}}),
       value("runs", "N", &settings.runs,
             "--hunt: most runs, each of at most --depth steps, or 100000 [until --time is up; without --time, 10000]")
           .within(1, std::uint64_t{1} << 40)
           .demanding({.needs = {feature::hunt}})});
}

// All of them.
std::vector<Group> rows(Settings& settings) {
  std::vector<Group> all = search_groups(settings);
  for (Group& group : cluster_groups(settings.cluster)) all.push_back(std::move(group));
  all.push_back(search_limits(settings));
  all.push_back(
      {"",
       "",
       {script_option(settings), checkpoint_option(settings), resume_option(settings), profile_option(settings)}});
  return all;
}

}  // namespace

Group limits_group(Limits& limits) {
  return {"Limits",
          "",
          {time("--time", limits.seconds, "Stop after this time, as in 90s, 5m or 1h30m").for_agents(),
           size("--memory", limits.memory, "Most memory to use, as in 512M or 4G [75% of RAM]").for_agents()}};
}

Group search_limits(Settings& settings) {
  using namespace feature;
  Group group = limits_group(settings.limits);
  group.options.insert(group.options.begin(),
                       value("--depth", "N", &settings.limits.depth, "Explore no deeper than N steps")
                           .demanding({.needs = {depth_limit}})
                           .for_agents());
  const auto shared = [&settings] {
    if (settings.cluster.wanted && settings.jobs > 1) return Demand{.denies = {one_rank}};
    return Demand{};
  };
  group.options.push_back(
      value("--jobs", "N", &settings.jobs, "Worker threads [depends on the search]")
          .within(1, 256)
          .with_more("Several workers search breadth-first with --store exact, tree or hash-compact, search "
                     "for cycles, work for each process of a --cluster, run the searches of a --swarm, or --hunt. "
                     "Without --jobs there is one per processor in a swarm or a hunt, and in a breadth-first search of "
                     "Promela or extracted C with --store exact and without --memory; else one")
          .demanding(shared)
          .for_agents());
  return group;
}

std::vector<Group> search_groups(Settings& settings) {
  return {how_group(settings), more_group(settings), tuning(settings)};
}

std::vector<Group> cluster_groups(ClusterSettings& cluster) {
  using namespace feature;
  const auto key = [](Option option, Demand demand) {
    return std::move(option).needing({"--cluster"}).demanding(std::move(demand));
  };
  return {
      {"Cluster",
       "cluster",
       {flag("--cluster", cluster.wanted,
             "Search together with all processes that mpirun started: each keeps a part of the states")
            .demanding({.needs = {breadth_first, all_states}, .denies = {one_process}})}},
      options::tuning_group(
          {key(number("remember", "N", cluster.remembered,
                      "--cluster: how many sent states each process remembers for each other, and does not send again")
                   .within(0, 1u << 24),
               {}),
           key(choice_with_default(
                   "partition", "WHAT", cluster.partition,
                   "--cluster: which part of a state decides the process that keeps it: all of it, the program "
                   "counters and variables of its threads (in Promela, processes), those of every second thread "
                   "(half), the program counter of the innermost call (counter), or all program counters (counters)"),
               {.needs = {processes, states_only}}),
           key(number("lookahead", "N", cluster.lookahead,
                      "--cluster: generations in which a process searches for states of its own behind a state that it "
                      "sends")
                   .within(0, 4),
               {.needs = {whole_states}}),
           key(choice_with_default(
                   "mapping", "HOW", cluster.mapping,
                   "--cluster: fixed (each process keeps an equal part), balanced (a process short of memory gives "
                   "states away), first (balanced, starting with one process) or shared (balanced, all start with all "
                   "states)"),
               {.needs = {whole_states, states_only, one_rank}, .gives = {moving_states}}),
           key(size("move-at", cluster.move_at,
                    "--cluster: memory in use by one process at which mapping moves states [half of --memory]"),
               {.needs = {moving_states}}),
           key(flag("ask-first", cluster.ask_first,
                    "--cluster: send the 128-bit fingerprint of a state first, and the state only if it is new; the "
                    "verdict then rests on fingerprints"),
               {.needs = {levels, states_only}, .denies = {whole_states, all_states_sent}}),
           key(flag("by-parts", cluster.by_parts,
                    "--cluster, Java: do not send parts of a state, such as objects, that the receiver has"),
               {.needs = {java_program, levels, all_states_sent, states_only},
                .denies = {whole_states, checkpoints}})})};
}

Option por_option(SearchSettings& settings) {
  const auto demand = [&settings] {
    if (settings.reduction == Reduction::off) return Demand{.denies = {feature::reduction}, .replaceable = true};
    return Demand{.needs = {feature::any_reduction}};
  };
  return choice<Reduction>("--por", "on|off", settings.reduction, "Partial-order reduction [on]")
      .demanding(demand)
      .for_agents();
}

Option errors_option(Limits& limits) {
  return number("--errors", "N", limits.errors, "Stop after N violations; 0: never")
      .demanding({.needs = {feature::later_errors}});
}

Option states_option(Limits& limits) {
  return value("--states", "N", &limits.states, "Most states to keep [what fits into memory]")
      .within(10, most_states)
      .demanding({.needs = {feature::counted_states}});
}

Option script_option(OutputSettings& settings) {
  return value("--script", "FILE", &settings.script, "A certificate, for 'waymark certify'")
      .with_more(
          "It is written if no property is violated. Several searches write one script each, with the "
          "property's name before the extension")
      .demanding({.needs = {feature::numbers}})
      .written_by_agents(".way");
}

Option checkpoint_option(Settings& settings) {
  return value("--checkpoint", "FILE", &settings.checkpoint, "Save the search regularly, for --resume")
      .with_more("It is saved when a limit or a signal ends the search, too")
      .demanding([&settings] { return of_checkpoints(settings); });
}

Option resume_option(Settings& settings) {
  return value("--resume", "FILE", &settings.resume, "Continue the search of a checkpoint")
      .with_more("Program and options must be the same")
      .demanding([&settings] { return of_checkpoints(settings); });
}

Option profile_option(OutputSettings& settings) {
  using namespace feature;
  return value("--profile", "FILE", &settings.profile, "Depth and rate of new states over time, as CSV")
      .demanding({.needs = {breadth_first, levels, from_start, one_process}});
}

std::vector<Part> parts_of(const Settings& settings) {
  Settings copy = settings;
  Settings usual;
  const std::vector<Group> all = rows(copy);
  std::vector<Part> parts = options::parts_of(all, rows(usual));
  const bool implied = settings.swarm || settings.estimate.wanted || settings.hunt;
  if (!settings.store.by_user && !implied) {
    parts.push_back({fmt::format("--store {}", base::name(settings.store.value)), of_store(settings)});
  }
  if (settings.estimate.wanted && !settings.script.empty()) {
    parts.push_back({"--estimate with --script", {.denies = {feature::depth_limit}}});
  }
  parts.push_back(options::nowhere_given(all, parts));
  return parts;
}

}  // namespace waymark::check
