#include "check/assemble.hpp"

#include <fmt/format.h>
#include <sodium/core.h>
#include <sodium/randombytes.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "model/composite_state.hpp"
#include "script/sample.hpp"
#include "search/cached_breadth_first.hpp"
#include "search/cycles/colour_map.hpp"
#include "search/cycles/component_search.hpp"
#include "search/cycles/nested.hpp"
#include "search/cycles/shortest_cycle.hpp"
#include "search/depth_first.hpp"
#include "search/estimate/coverage.hpp"
#include "search/estimate/probes.hpp"
#include "search/estimate/random_walk.hpp"

namespace waymark::check {

namespace {

// As many searches as the settings ask for, each of a subject of its own.
Assembled make_swarm(const Settings& settings, search::Swarm::Order order, std::function<search::Subject()> subject,
                     const Context& context) {
  search::Swarm::Settings form{.runs = *settings.swarm, .order = order, .seed = settings.seed};
  form.functions = settings.hash_functions;
  form.jobs = std::min(workers(settings.jobs), form.runs);
  // The other half is for paths and for states that are still to be expanded.
  form.array = context.budget.limit() / form.jobs / 2;
  auto swarm = std::make_unique<search::Swarm>(form, std::move(subject), context.budget,
                                               search_limits(settings, context), context.progress);
  Assembled assembled;
  assembled.swarm = swarm.get();
  assembled.search = std::move(swarm);
  return assembled;
}

// Models of the program, each with what is judged in it.
std::function<search::Subject()> subjects(const Settings& settings, const load::ModelFactory& make) {
  return [properties = settings.properties, make] {
    search::Subject made{make(), {}};
    made.judged = judged(properties, *made.model);
    return made;
  };
}

search::Swarm::Order swarm_order(const Settings& settings) {
  if (!settings.search) return search::Swarm::Order::both_in_turn;
  return settings.search == Order::dfs ? search::Swarm::Order::depth_first : search::Swarm::Order::breadth_first;
}

ChosenStore choose_store(const Settings& settings, model::Model& model, const Context& context) {
  base::Budget& budget = context.budget;
  if (settings.store == StoreKind::cache) return make_cache(settings, budget);
  if (settings.estimate.estimator == Estimator::probes) return make_capped(budget);
  if (settings.estimate.wanted) return make_thinned(settings, budget);
  if (settings.order() == Order::random || settings.store == StoreKind::disk) return {};
  return make_store(settings, model, budget,
                    {.words = settings.order() == Order::bfs,
                     .numbers = !settings.script.empty(),
                     .in_any_order = context.transport != nullptr});
}

std::unique_ptr<search::Search> make_search(const Settings& settings, Assembled& assembled, search::Parts parts,
                                            const Recorders& recorders) {
  const ChosenStore& chosen = assembled.chosen;
  if (chosen.capped != nullptr) {
    const std::uint64_t most = *settings.limits.states;
    const search::ProbesSettings form{.first = most * settings.estimate.first / 100,
                                      .most = most,
                                      .depth_first = settings.estimate.first_search == Order::dfs,
                                      .together = settings.estimate.together,
                                      .seed = settings.seed};
    return std::make_unique<search::Probes>(parts, *chosen.capped, form);
  }
  if (chosen.thinned != nullptr) {
    return std::make_unique<search::Coverage>(std::move(parts), *chosen.thinned, assembled.draw.get(),
                                              recorders.sample);
  }
  if (settings.order() == Order::dfs) return std::make_unique<search::DepthFirst>(std::move(parts), recorders.states);
  if (settings.order() == Order::random) {
    search::Walks walks;
    walks.seed = settings.seed;
    walks.count = settings.walks;
    if (settings.limits.depth) walks.length = *settings.limits.depth;
    return std::make_unique<search::RandomWalk>(std::move(parts), walks);
  }
  if (settings.store == StoreKind::disk) {
    // The other half is for the tree by which states were met, and for a script.
    search::DelayedBreadthFirst::Settings form{settings.disk, parts.budget.free() / 2, {}};
    CHECK(sodium_init() >= 0);
    randombytes_buf(form.key.data(), form.key.size());
    auto delayed = std::make_unique<search::DelayedBreadthFirst>(std::move(parts), form);
    assembled.delayed = delayed.get();
    return delayed;
  }
  if (chosen.cache != nullptr) return std::make_unique<search::CachedBreadthFirst>(std::move(parts), *chosen.cache);
  auto breadth_first = std::make_unique<search::BreadthFirst>(std::move(parts));
  assembled.breadth_first = breadth_first.get();
  return breadth_first;
}

cluster::Start start_of(Mapping mapping) {
  switch (mapping) {
    case Mapping::fixed:
    case Mapping::balanced:
      return cluster::Start::spread;
    case Mapping::first:
      return cluster::Start::first;
    case Mapping::shared:
      return cluster::Start::shared;
  }
  CHECK(false);
}

// Workers of one process remember so many states that they sent to the others, each of which keeps its share of them:
// about as many as a level of a middling search has. They take half a kilobyte each in most programs.
constexpr std::uint32_t remembered_by_workers = 4096;

std::uint32_t remembered_for_each(const ClusterSettings& asked, const Context& context) {
  return context.one_process ? remembered_by_workers / (context.transport->ranks() - 1) : asked.remembered;
}

void refuse_unfit_model(const ClusterSettings& asked, const model::Model& model) {
  const bool has_aspects = dynamic_cast<const model::Partitionable*>(&model) != nullptr;
  if (asked.partition != model::PartitionKey::whole && !has_aspects) {
    throw base::InputError("waymark: error: --partition is for programs with threads or processes; leave it out");
  }
  if (asked.by_parts && dynamic_cast<const model::CompositeState*>(&model) == nullptr) {
    throw base::InputError("waymark: error: --by-parts is for Java, whose states have parts that recur; leave it out");
  }
}

std::unique_ptr<cluster::DistributedBfs> make_levels(const Settings& settings, ChosenStore& chosen, search::Parts parts,
                                                     const Context& context) {
  const ClusterSettings& asked = settings.cluster;
  cluster::Transport& transport = *context.transport;
  cluster::DistributedBfs::Settings form{.remembered = remembered_for_each(asked, context),
                                         .counts = !settings.script.empty(),
                                         .partition = asked.partition,
                                         .lookahead = asked.lookahead,
                                         .asks_first = asked.ask_first,
                                         .by_parts = context.one_process || asked.by_parts,
                                         .compact = chosen.level_compact,
                                         .start = start_of(asked.mapping)};
  if (asked.mapping != Mapping::fixed) {
    chosen.store.reset();
    auto replaceable = std::make_unique<cluster::SwappableStore>(
        [settings, &model = parts.model, context] { return choose_store(settings, model, context).store; });
    form.store = replaceable.get();
    form.move_at = asked.move_at.value_or(parts.budget.limit() / 2);
    chosen.store = std::move(replaceable);
    parts.store = chosen.store.get();
  }
  return std::make_unique<cluster::DistributedBfs>(std::move(parts), transport, form);
}

// How several workers keep states, where they can.
std::optional<store::Coding::Kind> coding_of(StoreKind kind) {
  switch (kind) {
    case StoreKind::exact:
      return store::Coding::Kind::as_it_is;
    case StoreKind::collapse:
      return store::Coding::Kind::collapse;
    case StoreKind::tree:
      return store::Coding::Kind::tree;
    default:
      return std::nullopt;
  }
}

std::unique_ptr<search::ColourMap> make_colour_map(const Settings& settings, base::Budget& budget,
                                                   const ChosenStore& chosen) {
  if (chosen.bits != nullptr) return std::make_unique<search::ByBits>(budget, *chosen.bits);
  // An automatic store may come to take states for others.
  const bool exact = !is_approximate(settings.store) && chosen.stages == nullptr;
  return std::make_unique<search::ByNumber>(budget, exact);
}

}  // namespace

bool Assembled::may_omit() const {
  if (chosen.thinned != nullptr || chosen.capped != nullptr)
    return false;  // what these leave out they do not take for known
  if (parallel != nullptr) return parallel->statistics().may_omit;
  return swarm != nullptr || (chosen.store && chosen.store->promise() == store::Promise::may_omit);
}

search::Limits search_limits(const Settings& settings, const Context& context) {
  search::Limits limits;
  limits.errors = settings.limits.errors;
  if (settings.limits.depth) limits.depth = *settings.limits.depth;
  if (settings.limits.states && !settings.estimate.wanted) limits.states = *settings.limits.states;
  limits.stop = context.stop;
  return limits;
}

std::string why_one_worker(const Settings& settings, const load::Program& program, const Context& context) {
  if (settings.order() != Order::bfs) return fmt::format("--search {} goes one way", base::name(settings.order()));
  if (settings.estimate.wanted) return "--estimate takes samples one after the other";
  if (!coding_of(settings.store) && settings.store != StoreKind::hash_compact) {
    return fmt::format("--store {} is for one", base::name(settings.store));
  }
  if (!settings.checkpoint.empty() || !settings.resume.empty()) return "checkpoints are of what one worker does";
  if (!program.words_differ) return {};
  if (!settings.script.empty() && (settings.limits.states || settings.limits.depth)) {
    return "partial scripts of this program are what one records";
  }
  return !context.listeners.empty() ? "a profile is of what one worker does" : "";
}

unsigned workers_for_states(const Settings& settings, const load::Program& program, const Context& context) {
  if (settings.swarm || context.transport != nullptr || !why_one_worker(settings, program, context).empty()) return 1;
  if (settings.jobs != 0) return settings.jobs;
  // All processors, where several workers find the same, sooner, in little more memory: not with the small stores, nor
  // for whoever counts bytes.
  const bool all = settings.store == StoreKind::exact && !settings.limits.memory && !program.words_differ;
  return all ? workers(0) : 1;
}

std::string why_one_worker_for_cycles(const Settings& settings, const load::Program& program, const Context& context) {
  if (settings.shortest) return "--shortest goes level by level";
  if (settings.properties.fair) return "--fair is about one path";
  if (settings.store == StoreKind::hash_compact) {
    return "which of two states with one hash is met first, and with it what is missed, would depend on who is quicker";
  }
  if (!coding_of(settings.store)) return fmt::format("--store {} is for one", base::name(settings.store));
  if (settings.limits.depth) return "--depth is of one path";
  if (settings.limits.errors != 1) return "--errors goes on along one path";
  if (program.words_differ) return "a state of this program is kept in terms of the model that met it";
  return !context.listeners.empty() ? "a profile is of what one worker does" : "";
}

unsigned workers_for_cycles(const Settings& settings, const load::Program& program, const Context& context) {
  if (settings.jobs <= 1 || settings.swarm || context.transport != nullptr) return 1;
  if (!why_one_worker_for_cycles(settings, program, context).empty()) return 1;
  return std::min(settings.jobs, search::ParallelNested::most_workers);
}

Assembled assemble(const Settings& settings, model::Model& model, const load::Program& program, const Context& context,
                   const Recorders& recorders) {
  search::Judged what = judged(settings.properties, model);  // refuses invariants that are none
  if (settings.swarm) return make_swarm(settings, swarm_order(settings), subjects(settings, program.make), context);
  const unsigned jobs = workers_for_states(settings, program, context);
  if (jobs > 1 && !program.words_differ) {
    search::Parts parts{model,           nullptr,           context.budget,  search_limits(settings, context),
                        std::move(what), context.listeners, context.progress};
    search::ParallelBreadthFirst::Settings form{.jobs = jobs};
    form.batch_threshold = std::max(form.batch_threshold, std::uint64_t{2} * search::Worker::sources_in_a_unit * jobs);
    if (settings.store == StoreKind::hash_compact) {
      form.compact = {settings.seed, settings.hash_bits};
    } else {
      form.coding = *coding_of(settings.store);
    }
    auto parallel =
        std::make_unique<search::ParallelBreadthFirst>(std::move(parts), subjects(settings, program.make), form);
    Assembled assembled;
    assembled.parallel = parallel.get();
    assembled.search = std::move(parallel);
    return assembled;
  }
  Assembled assembled;
  assembled.chosen = choose_store(settings, model, context);
  if (assembled.chosen.thinned != nullptr && !settings.script.empty()) {
    script::Header header;
    header.program = program.text_digest();
    header.options = program.options_digest;
    assembled.draw = std::make_unique<model::Draw>(script::sample_seed(header));
  }
  search::Parts parts{model,           assembled.chosen.store.get(),
                      context.budget,  search_limits(settings, context),
                      std::move(what), context.listeners,
                      context.progress};
  if (context.transport != nullptr) refuse_unfit_model(settings.cluster, model);
  if (context.transport != nullptr && settings.cluster.unordered) {
    const cluster::AsynchronousSearch::Settings form{.remembered = settings.cluster.remembered,
                                                     .partition = settings.cluster.partition};
    auto unordered = std::make_unique<cluster::AsynchronousSearch>(std::move(parts), *context.transport, form);
    assembled.unordered = unordered.get();
    assembled.search = std::move(unordered);
  } else if (context.transport != nullptr) {
    auto levels = make_levels(settings, assembled.chosen, std::move(parts), context);
    assembled.levels = levels.get();
    assembled.search = std::move(levels);
  } else {
    assembled.search = make_search(settings, assembled, std::move(parts), recorders);
  }
  return assembled;
}

bool knows_components(const Settings& settings, const Context& context) {
  const bool exact =
      settings.store == StoreKind::exact || settings.store == StoreKind::collapse || settings.store == StoreKind::tree;
  return exact && context.transport == nullptr && !settings.swarm && !settings.shortest;
}

Assembled assemble_for_cycles(const Settings& settings, model::Model& model, const load::ModelFactory& make,
                              const search::Judged& judged, const CycleWay& way, const Context& context) {
  const auto subject = [make, judged] { return search::Subject{make(), judged}; };
  if (settings.swarm) return make_swarm(settings, search::Swarm::Order::nested, subject, context);
  Assembled assembled;
  if (way.jobs > 1) {
    const search::Parts parts{model,  nullptr,           context.budget,  search_limits(settings, context),
                              judged, context.listeners, context.progress};
    const search::ParallelNested::Settings form{.jobs = way.jobs, .coding = *coding_of(settings.store)};
    auto parallel = std::make_unique<search::ParallelNested>(parts, subject, form);
    assembled.nested = parallel.get();
    assembled.search = std::move(parallel);
    return assembled;
  }
  const bool words = settings.shortest || context.transport != nullptr;
  assembled.chosen = make_store(settings, model, context.budget, {.words = words, .numbers = true});
  search::Parts parts{model,           assembled.chosen.store.get(),
                      context.budget,  search_limits(settings, context),
                      judged,          context.listeners,
                      context.progress};
  if (context.transport != nullptr) {
    const cluster::DistributedBfs::Settings form{.remembered = settings.cluster.remembered,
                                                 .numbers = !settings.checkpoint.empty() || !settings.resume.empty(),
                                                 .lookahead = settings.cluster.lookahead};
    auto owcty = std::make_unique<cluster::Owcty>(parts, *context.transport, form);
    assembled.owcty = owcty.get();
    assembled.search = std::move(owcty);
  } else if (settings.shortest) {
    assembled.search = std::make_unique<search::ShortestCycle>(std::move(parts));
  } else if (way.components) {
    using Cycles = search::ComponentSearch::Cycles;
    const Cycles wanted = settings.properties.fair ? Cycles::fair : Cycles::any;
    assembled.search = std::make_unique<search::ComponentSearch>(std::move(parts), wanted);
  } else {
    assembled.search =
        std::make_unique<search::Nested>(std::move(parts), make_colour_map(settings, context.budget, assembled.chosen));
  }
  return assembled;
}

}  // namespace waymark::check
