#include "cli/assemble.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <thread>
#include <utility>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "cli/program.hpp"
#include "cli/terminal.hpp"
#include "report/format.hpp"
#include "search/breadth_first.hpp"
#include "search/cached_breadth_first.hpp"
#include "search/coverage.hpp"
#include "search/depth_first.hpp"
#include "search/probes.hpp"
#include "search/random_walk.hpp"
#include "store/auto.hpp"
#include "store/bitstate.hpp"
#include "store/cache.hpp"
#include "store/capped.hpp"
#include "store/collapse.hpp"
#include "store/exact.hpp"
#include "store/hash_compact.hpp"
#include "store/policies.hpp"
#include "store/thinned.hpp"
#include "store/tree.hpp"

namespace waymark::cli {

namespace {

// Kinds of violation that --property selects; all others are errors of the program whoever asks.
constexpr std::array<std::string_view, 6> selectable = {"deadlock", "assertion",  "exception",
                                                        "race",     "acceptance", "progress"};

constexpr std::uint64_t most_bit_bytes = std::uint64_t{1} << 30;  // of --store bitstate, unless --memory says how much

std::unique_ptr<store::Replacement> make_policy(const Options& options) {
  const std::string name = options.replace.empty() ? "rungs" : options.replace;
  if (name == "random") return std::make_unique<store::Random>(options.seed);
  if (name == "age") return std::make_unique<store::Age>();
  if (name == "hits") return std::make_unique<store::Hits>();
  if (name == "most-hits") return std::make_unique<store::MostHits>();
  if (name == "stratified") return std::make_unique<store::Stratified>();
  if (name == "depth") return std::make_unique<store::Depth>();
  if (name == "rungs") return std::make_unique<store::Rungs>();
  CHECK(name == "cost" || name == "cost-exact");
  return std::make_unique<store::Cost>();
}

// The cache leaves a quarter of the memory to the search itself.
std::unique_ptr<store::Cache> make_cache(const Options& options, base::Budget& budget) {
  store::Cache::Settings form;
  if (options.cache_states) form.states = *options.cache_states;
  form.bytes = budget.limit() / 4 * 3;
  if (options.search == "bfs") form.spacing = search::CachedBreadthFirst::spacing;
  if (options.replace == "cost-exact") form.costs = store::Cache::Costs::exact;
  return std::make_unique<store::Cache>(budget, make_policy(options), form);
}

// States of the first part and of the sample are to be as many as options.first says. One of the sample needs several
// times its memory: beside the living stand as many dead, and the ways to all of them.
std::unique_ptr<store::Thinned> make_thinned(const Options& options, base::Budget& budget) {
  constexpr std::uint64_t times = 5;
  const std::uint64_t share = budget.limit() / (options.first + (100 - options.first) * times);
  store::Room first{.bytes = share * options.first};
  store::Room sample{.bytes = share * (100 - options.first)};
  if (options.states) {
    first.states = *options.states * options.first / 100;
    sample.states = *options.states - first.states;
  }
  return std::make_unique<store::Thinned>(budget, first, sample, options.seed);
}

std::string explain_cache(const Options& options) {
  const std::string which = options.search == "dfs" ? "the states on the stack" : "the open states and their ancestors";
  if (!options.cache_states) return fmt::format("{} do not fit into {}", which, report::size(memory_limit(options)));
  return fmt::format("{} do not fit into a cache of {}", which, report::counted(*options.cache_states, "state"));
}

}  // namespace

bool selected(const Options& options, std::string_view kind) {
  return std::find(options.properties.begin(), options.properties.end(), kind) != options.properties.end();
}

std::unique_ptr<store::Store> make_store(const Options& options, base::Budget& budget, const Demands& demands) {
  const store::Words words = demands.words ? store::Words::to_expand : store::Words::none;
  if (options.store == "exact") return std::make_unique<store::Exact>(budget);
  if (options.store == "collapse") return std::make_unique<store::Collapse>(budget);
  if (options.store == "hash-compact") {
    return std::make_unique<store::HashCompact>(
        budget, store::HashCompact::Settings{options.seed, options.hash_bits, words, 0});
  }
  if (options.store == "auto") {
    store::Auto::Settings form{options.seed, options.hash_functions, words, store::Auto::Stage::bitstate};
    if (demands.numbers) form.last = store::Auto::Stage::hash_compact;
    return std::make_unique<store::Auto>(budget, form);
  }
  if (options.store == "bitstate") {
    const std::uint64_t bytes = options.memory ? budget.limit() / 2 : std::min(budget.limit() / 2, most_bit_bytes);
    auto made = store::Bitstate::make(budget, {bytes, options.hash_functions, options.seed, words});
    if (!made)
      throw base::InputError("waymark: error: there is no memory for --store bitstate; give it less by --memory");
    return made;
  }
  CHECK(options.store == "tree");
  return std::make_unique<store::Tree>(budget);
}

bool is_approximate(const Options& options) { return options.store == "hash-compact" || options.store == "bitstate"; }

std::string tell_changes(const store::Store* store) {
  const auto* changing = dynamic_cast<const store::Auto*>(store);
  if (changing == nullptr || changing->changes().empty()) return "";
  std::string text;
  for (const store::Auto::Change& change : changing->changes()) {
    text += fmt::format("{} {} from {} on", text.empty() ? "Memory was short: store" : ",", store::name(change.to),
                        report::counted(change.states, "state"));
  }
  return text + ".";
}

std::string explain(const search::Outcome& outcome, const Options& options) {
  switch (outcome.why) {
    case search::Why::finished:
    case search::Why::errors:
      return "";
    case search::Why::time:
      return fmt::format("the time of {} is over", report::duration(options.seconds.value_or(0)));
    case search::Why::memory:
      if (options.store == "cache") return explain_cache(options);
      if (options.states) return fmt::format("there are more than {}", report::counted(*options.states, "state"));
      return fmt::format("the memory of {} is used up", report::size(memory_limit(options)));
    case search::Why::depth:
      return fmt::format("nothing was explored beyond --depth {}", options.depth.value_or(0));
    case search::Why::interrupted:
      return "interrupted";
    case search::Why::endless:
      return "an indivisible sequence does not end";
    case search::Why::sampled:
      return "random walks see only some of the states";
    case search::Why::omissions:
      return fmt::format("--store {} may have missed states", options.store);
    case search::Why::unsupported:
      return fmt::format("{}: not supported: {}", outcome.unsupported.location, outcome.unsupported.detail);
  }
  return "";
}

void refuse_impossible(const Options& options) {
  const auto refuse = [](const std::string& why) { throw base::InputError("waymark: error: " + why); };
  for (const std::string& kind : options.properties) {
    if (kind == "none" && options.properties.size() == 1) continue;
    if (std::find(selectable.begin(), selectable.end(), kind) == selectable.end()) {
      refuse(fmt::format(
          "--property {}: there are deadlock, assertion, exception, race, acceptance and progress, or none alone",
          kind));
    }
  }
  if (selected(options, "race") && !is_java(options)) {
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
  if (is_approximate(options) && options.shortest) {
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

search::Judged judged(const Options& options) {
  search::Judged judged;
  judged.deadlock = selected(options, "deadlock");
  if (!selected(options, "assertion")) judged.waived.emplace_back("assertion");
  if (options.properties_given && !selected(options, "exception")) judged.waived.emplace_back("exception");
  return judged;
}

search::Judged judged(const Options& options, model::Model& model) {
  search::Judged all = judged(options);
  for (const std::string& text : options.invariants) all.invariants.push_back({model.watch(text), text});
  return all;
}

search::Limits limits(const Options& options) {
  search::Limits limits;
  limits.errors = options.errors;
  if (options.depth) limits.depth = *options.depth;
  if (options.states && !options.estimate) limits.states = *options.states;
  if (options.seconds) limits.time = std::chrono::duration<double>(*options.seconds);
  limits.interrupt = &interrupted();
  return limits;
}

std::unique_ptr<search::Swarm> make_swarm(const Options& options, search::Swarm::Order order,
                                          std::function<search::Swarm::Subject()> subject,
                                          const std::vector<search::Observer*>& observers, base::Budget& budget) {
  search::Swarm::Settings form{.runs = options.swarm, .order = order, .seed = options.seed};
  form.functions = options.hash_functions;
  form.jobs = options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  form.jobs = std::min(form.jobs, form.runs);
  // The other half is for paths and for states that are still to be expanded.
  form.array = budget.limit() / form.jobs / 2;
  return std::make_unique<search::Swarm>(form, std::move(subject), budget, limits(options), observers);
}

std::string tell_runs(const search::Swarm& swarm, const search::Outcome& outcome, const Options& options) {
  return fmt::format("{} of {}, which met {} to {} states; all together they met {}{}.", swarm.begun(),
                     report::counted(options.swarm, "run"), report::grouped(swarm.fewest()),
                     report::grouped(swarm.most()), outcome.estimate && outcome.estimate->sampled < 1 ? "some " : "",
                     report::counted(outcome.tallies.states, "state"));
}

std::uint64_t memory_limit(const Options& options) { return options.memory.value_or(machine_memory() / 4 * 3); }

Assembled assemble(const Options& options, model::Model& model, const ModelFactory& make,
                   const std::vector<search::Observer*>& observers, base::Budget& budget) {
  Assembled assembled;
  if (options.swarm != 0) {
    (void)judged(options, model);  // refuses invariants that are none
    const auto subject = [&options, make] {
      search::Swarm::Subject made{make(), {}};
      made.judged = judged(options, *made.model);
      return made;
    };
    search::Swarm::Order order = search::Swarm::Order::both_in_turn;
    if (options.search_given) {
      order = options.search == "dfs" ? search::Swarm::Order::depth_first : search::Swarm::Order::breadth_first;
    }
    auto swarm = make_swarm(options, order, subject, observers, budget);
    assembled.swarm = swarm.get();
    assembled.search = std::move(swarm);
    return assembled;
  }
  store::Cache* cache = nullptr;
  store::Thinned* thinned = nullptr;
  store::Capped* capped = nullptr;
  if (options.store == "cache") {
    auto made = make_cache(options, budget);
    assembled.cache = cache = made.get();
    assembled.store = std::move(made);
  } else if (options.estimator == "probes") {
    auto made = std::make_unique<store::Capped>(budget);
    capped = made.get();
    assembled.store = std::move(made);
  } else if (options.estimate) {
    auto made = make_thinned(options, budget);
    thinned = made.get();
    assembled.store = std::move(made);
  } else if (options.search != "random") {
    assembled.store =
        make_store(options, budget, {.words = options.search == "bfs", .numbers = !options.script.empty()});
  }
  search::Parts parts{model, assembled.store.get(), budget, limits(options), judged(options, model), observers};
  if (capped != nullptr) {
    const search::ProbesSettings form{.first = *options.states * options.first / 100,
                                      .most = *options.states,
                                      .depth_first = options.first_search == "dfs",
                                      .together = options.together,
                                      .seed = options.seed};
    assembled.search = std::make_unique<search::Probes>(parts, *capped, form);
  } else if (thinned != nullptr) {
    assembled.search = std::make_unique<search::Coverage>(std::move(parts), *thinned);
  } else if (options.search == "bfs" && cache != nullptr) {
    assembled.search = std::make_unique<search::CachedBreadthFirst>(std::move(parts), *cache);
  } else if (options.search == "bfs") {
    assembled.search = std::make_unique<search::BreadthFirst>(std::move(parts));
  } else if (options.search == "dfs") {
    assembled.search = std::make_unique<search::DepthFirst>(std::move(parts));
  } else {
    search::Walks walks;
    walks.seed = options.seed;
    walks.count = options.walks;
    if (options.depth) walks.length = *options.depth;
    assembled.search = std::make_unique<search::RandomWalk>(std::move(parts), walks);
  }
  return assembled;
}

}  // namespace waymark::cli
