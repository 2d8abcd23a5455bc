#include "check/run/assemble.hpp"

#include <fmt/format.h>
#include <sodium/core.h>
#include <sodium/randombytes.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "cluster/search/distributed_bfs.hpp"
#include "cluster/search/owcty.hpp"
#include "model/composite_state.hpp"
#include "script/sample.hpp"
#include "search/breadth_first.hpp"
#include "search/cached_breadth_first.hpp"
#include "search/cycles/colour_map.hpp"
#include "search/cycles/component_search.hpp"
#include "search/cycles/nested.hpp"
#include "search/cycles/shortest_cycle.hpp"
#include "search/delayed_breadth_first.hpp"
#include "search/depth_first.hpp"
#include "search/estimate/coverage.hpp"
#include "search/hunt/hunt.hpp"
#include "search/parallel/parallel_breadth_first.hpp"
#include "search/parallel/parallel_nested.hpp"
#include "search/parallel/swarm.hpp"
#include "search/preemption_order.hpp"

namespace waymark::check {

namespace {

cluster::MovingOwnership::Start start_of(Mapping mapping) {
  using Start = cluster::MovingOwnership::Start;
  switch (mapping) {
    case Mapping::fixed:
    case Mapping::balanced:
      return Start::spread;
    case Mapping::first:
      return Start::first;
    case Mapping::shared:
      return Start::shared;
  }
  CHECK(false);
}

search::Swarm::Order swarm_order(const SearchSettings& settings) {
  if (!settings.search) return search::Swarm::Order::both_in_turn;
  return settings.search == Order::dfs ? search::Swarm::Order::depth_first : search::Swarm::Order::breadth_first;
}

// What all searches of a model have in common; one function for each kind of search.
class Assembler {
 public:
  using Subjects = std::function<search::Subject()>;  // other models of the program, each with what is judged in it

  Assembler(const Settings& settings, model::Model& model, search::Judged judged, Subjects others, Context context)
      : settings_(settings),
        model_(model),
        judged_(std::move(judged)),
        others_(std::move(others)),
        context_(std::move(context)) {}

  // As many searches as the settings ask for, each of a subject of its own.
  [[nodiscard]] Assembled swarm(search::Swarm::Order order) const {
    search::Swarm::Settings form{.runs = *settings_.swarm, .order = order, .seed = settings_.seed};
    form.functions = settings_.hash_functions;
    form.jobs = std::min(workers(settings_.jobs), form.runs);
    // The other half is for paths and for states that are still to be expanded.
    form.array = context_.budget.limit() / form.jobs / 2;
    Assembled made;
    made.search = std::make_unique<search::Swarm>(form, others_, context_.budget, limits(), context_.progress);
    return made;
  }

  [[nodiscard]] Assembled parallel(unsigned jobs) const {
    search::ParallelBreadthFirst::Settings form{.jobs = jobs};
    form.batch_threshold = std::max(form.batch_threshold, std::uint64_t{2} * search::Worker::sources_in_a_unit * jobs);
    form.small = settings_.store == StoreKind::tree;
    if (settings_.store == StoreKind::hash_compact) form.compact = {settings_.seed, settings_.hash_bits};
    return over<search::ParallelBreadthFirst>({}, others_, form);
  }

  [[nodiscard]] Assembled coverage(std::unique_ptr<model::Draw> draw, search::SampleListener* listener) const {
    auto store = make_sample(settings_, context_.budget);
    store::ThresholdSample& sample = *store;
    Assembled made = over<search::Coverage>({nullptr, std::move(store)}, sample, settings_.seed, draw.get(), listener);
    made.draw = std::move(draw);
    return made;
  }

  // Over a cache, or over all states.
  [[nodiscard]] Assembled depth_first(search::StateListener* listener) const {
    return over<search::DepthFirst>(
        settings_.store == StoreKind::cache
            ? Hashed<store::Store>{nullptr, make_cache(settings_, context_.budget)}
            : make_store(settings_, model_, context_.budget, {.numbers = !settings_.script.empty()}),
        listener);
  }

  [[nodiscard]] Assembled hunt() const {
    constexpr std::uint64_t runs_without_end = 10'000;  // where nothing else would end the hunt
    search::Hunt::Settings form{.jobs = workers(settings_.jobs), .seed = settings_.seed};
    form.runs = settings_.runs.value_or(settings_.limits.seconds ? 0 : runs_without_end);
    form.length = settings_.limits.depth.value_or(form.length);
    return over<search::Hunt>({}, others_, form);
  }

  [[nodiscard]] Assembled on_disk() const {
    // The other half is for the tree by which states were met, and for a script.
    search::DelayedBreadthFirst::Settings form{settings_.disk, context_.budget.free() / 2, {}};
    CHECK(sodium_init() >= 0);
    randombytes_buf(form.key.data(), form.key.size());
    return over<search::DelayedBreadthFirst>({}, form);
  }

  [[nodiscard]] Assembled cached() const {
    auto store = make_cache(settings_, context_.budget);
    store::Cache& cache = *store;
    return over<search::CachedBreadthFirst>({nullptr, std::move(store)}, cache);
  }

  [[nodiscard]] Assembled breadth_first() const { return over<search::BreadthFirst>(words_and_numbers()); }

  [[nodiscard]] Assembled by_preemptions() const {
    return over<search::PreemptionOrder>(numbers(true), std::uint64_t{*settings_.preemptions});
  }

  [[nodiscard]] Assembled levels() const {
    const ClusterSettings& asked = settings_.cluster;
    cluster::DistributedBfs::Settings form{
        .remembered = asked.remembered,
        .keeps = settings_.script.empty() ? cluster::Frontier::Keeps::nothing : cluster::Frontier::Keeps::in_degrees,
        .partition = asked.partition,
        .exchange = cluster::WholeStates{.lookahead = asked.lookahead}};
    if (asked.ask_first) form.exchange = cluster::FingerprintsFirst{};
    if (asked.by_parts) form.exchange = cluster::Deltas{};
    Hashed<store::Store> kept;
    if (asked.mapping != Mapping::fixed) {
      auto swappable = std::make_unique<cluster::SwappableStore>(
          [assembler = *this] { return assembler.words_and_numbers().store; });
      const std::uint64_t move_at = asked.move_at.value_or(context_.budget.limit() / 2);
      form.exchange = cluster::WholeStates{
          .lookahead = asked.lookahead,
          .moving = cluster::MovingOwnership::Settings{swappable.get(), move_at, start_of(asked.mapping)}};
      kept.store = std::move(swappable);
    } else if (settings_.store == StoreKind::hash_compact) {
      auto [hash, compact] = make_level_compact(settings_, model_, context_.budget);
      CHECK(asked.by_parts);
      form.exchange = cluster::Deltas{compact.get()};
      kept = {std::move(hash), std::move(compact)};
    } else {
      kept = words_and_numbers();
    }
    Assembled made{std::move(kept.hash), std::move(kept.store), nullptr, nullptr, {}};
    auto search = std::make_unique<cluster::DistributedBfs>(parts(made.store.get()), context_.team.transport(), form);
    made.collect = [levels = search.get()](observe::LeanRecorder& lean) {
      levels->collect([&lean](std::span<const std::uint8_t> row) { lean.add_row(row); },
                      [&lean](std::uint64_t state, std::uint64_t count) { lean.set_arrivals(state, count); });
    };
    made.search = std::move(search);
    return made;
  }

  // Searches for cycles.
  [[nodiscard]] Assembled nested(unsigned jobs) const {
    if (jobs > 1) {
      const search::ParallelNested::Settings form{.jobs = jobs, .small = settings_.store == StoreKind::tree};
      return over<search::ParallelNested>({}, others_, form);
    }
    if (settings_.store == StoreKind::bitstate) {
      auto store = make_bitstate(settings_, context_.budget, store::Words::none);
      auto colours = std::make_unique<search::ByBits>(context_.budget, *store);
      return over<search::Nested>({nullptr, std::move(store)}, std::move(colours));
    }
    // An automatic store may come to take states for others.
    const bool exact = !is_approximate(settings_.store) && settings_.store != StoreKind::automatic;
    return over<search::Nested>(numbers(false), std::make_unique<search::ByNumber>(context_.budget, exact));
  }

  [[nodiscard]] Assembled owcty() const {
    const bool numbered = !settings_.checkpoint.empty() || !settings_.resume.empty();
    const cluster::DistributedBfs::Settings form{
        .remembered = settings_.cluster.remembered,
        .keeps = numbered ? cluster::Frontier::Keeps::numbers : cluster::Frontier::Keeps::nothing,
        .exchange = cluster::WholeStates{.lookahead = settings_.cluster.lookahead}};
    return over<cluster::Owcty>(numbers(true), context_.team.transport(), form);
  }

  [[nodiscard]] Assembled shortest_cycle() const { return over<search::ShortestCycle>(numbers(true)); }

  [[nodiscard]] Assembled components() const {
    using Cycles = search::ComponentSearch::Cycles;
    return over<search::ComponentSearch>(numbers(false), settings_.properties.fair ? Cycles::fair : Cycles::any);
  }

 private:
  [[nodiscard]] search::Limits limits() const { return search_limits(settings_, context_.stop); }
  [[nodiscard]] search::Parts parts(store::Store* store) const {
    return {model_, store, context_.budget, limits(), judged_, context_.listeners, context_.progress};
  }
  [[nodiscard]] Hashed<store::Store> words_and_numbers() const {
    return make_store(settings_, model_, context_.budget, {.words = true, .numbers = !settings_.script.empty()});
  }
  [[nodiscard]] Hashed<store::Store> numbers(bool words) const {
    return make_store(settings_, model_, context_.budget, {.words = words, .numbers = true});
  }

  template <typename Search, typename... More>
  [[nodiscard]] Assembled over(Hashed<store::Store> kept, More&&... more) const {
    Assembled made{std::move(kept.hash), std::move(kept.store), nullptr, nullptr, {}};
    made.search = std::make_unique<Search>(parts(made.store.get()), std::forward<More>(more)...);
    return made;
  }

  const Settings& settings_;
  model::Model& model_;
  search::Judged judged_;
  Subjects others_;
  Context context_;
};

// Which states such a script samples follows from what it is tied to.
std::unique_ptr<model::Draw> make_draw(const load::Program& program) {
  script::Header header;
  header.program = program.text_digest();
  header.options = program.options_digest();
  return std::make_unique<model::Draw>(script::sample_seed(header));
}

}  // namespace

search::Limits search_limits(const Settings& settings, base::Stop* stop) {
  search::Limits limits;
  limits.errors = settings.limits.errors;
  if (settings.limits.depth) limits.depth = *settings.limits.depth;
  if (settings.limits.states && !settings.estimate.wanted) limits.states = *settings.limits.states;
  limits.stop = stop;
  return limits;
}

std::string why_one_worker(const Settings& settings, const load::Program& program, const Context& context) {
  if (settings.order() != Order::bfs) return fmt::format("--search {} goes one way", base::name(settings.order()));
  if (settings.estimate.wanted) return "--estimate takes samples one after the other";
  if (settings.preemptions) return "--preemptions goes in the order of preemptions";
  if (!keeps_all(settings.store) && settings.store != StoreKind::hash_compact) {
    return fmt::format("--store {} is for one", base::name(settings.store.value));
  }
  if (!settings.checkpoint.empty() || !settings.resume.empty()) return "checkpoints are of what one worker does";
  if (!program.words_differ) return {};
  if (!settings.script.empty() && (settings.limits.states || settings.limits.depth)) {
    return "partial scripts of this program are what one records";
  }
  return !context.listeners.empty() ? "a profile is of what one worker does" : "";
}

unsigned workers_for_states(const Settings& settings, const load::Program& program, const Context& context) {
  if (settings.swarm || settings.hunt || !why_one_worker(settings, program, context).empty()) return 1;
  if (settings.jobs.by_user) return workers(settings.jobs);
  // All processors, where several workers find the same, sooner, in little more memory: not with the small stores, nor
  // where bytes are limited.
  const bool all = settings.store == StoreKind::exact && !settings.limits.memory && !program.words_differ;
  return all ? workers(0) : 1;
}

std::string why_one_worker_for_cycles(const Settings& settings, const load::Program& program, const Context& context) {
  if (settings.shortest) return "--shortest goes level by level";
  if (settings.properties.fair) return "--fair is about one path";
  if (settings.store == StoreKind::hash_compact) {
    return "which of two states with one hash is met first, and with it what is missed, would depend on who is quicker";
  }
  if (!keeps_all(settings.store)) return fmt::format("--store {} is for one", base::name(settings.store.value));
  if (settings.limits.depth) return "--depth is of one path";
  if (settings.limits.errors != 1) return "--errors goes on along one path";
  if (program.words_differ) return "a state of this program is kept in terms of the model that met it";
  return !context.listeners.empty() ? "a profile is of what one worker does" : "";
}

unsigned workers_for_cycles(const Settings& settings, const load::Program& program, const Context& context) {
  if (settings.jobs <= 1 || settings.swarm) return 1;
  if (!why_one_worker_for_cycles(settings, program, context).empty()) return 1;
  return std::min(workers(settings.jobs), search::ParallelNested::most_workers);
}

Assembled assemble(const Settings& settings, model::Model& model, const load::Program& program, const Context& context,
                   const Recorders& recorders) {
  const auto others = [properties = settings.properties, make = program.make] {
    search::Subject made{make(), {}};
    made.judged = judged(properties, *made.model);
    return made;
  };
  // Refuses invariants that are none.
  const Assembler assembler(settings, model, judged(settings.properties, model), others, context);
  if (settings.swarm) return assembler.swarm(swarm_order(settings));
  if (settings.hunt) return assembler.hunt();
  if (settings.preemptions) return assembler.by_preemptions();
  if (!context.team.alone()) return assembler.levels();
  if (const unsigned jobs = workers_for_states(settings, program, context); jobs > 1 && !program.words_differ) {
    return assembler.parallel(jobs);
  }
  if (settings.estimate.wanted) {
    return assembler.coverage(settings.script.empty() ? nullptr : make_draw(program), recorders.sample);
  }
  if (settings.order() == Order::dfs) return assembler.depth_first(recorders.states);
  if (settings.store == StoreKind::disk) return assembler.on_disk();
  return settings.store == StoreKind::cache ? assembler.cached() : assembler.breadth_first();
}

Strategy strategy_for_cycles(const SearchSettings& settings, bool pays, const Team& team) {
  if (settings.swarm) return Strategy::swarm;
  if (!team.alone()) return Strategy::owcty;
  if (settings.shortest) return Strategy::bfs;
  return pays && keeps_all(settings.store) ? Strategy::components : Strategy::nested;
}

Assembled assemble_for_cycles(const Settings& settings, model::Model& model, const load::ModelFactory& make,
                              const search::Judged& judged, const CycleWay& way, const Context& context) {
  const auto others = [make, judged] { return search::Subject{make(), judged}; };
  const Assembler assembler(settings, model, judged, others, context);
  if (way.strategy == Strategy::swarm) return assembler.swarm(search::Swarm::Order::nested);
  if (way.strategy == Strategy::owcty) return assembler.owcty();
  if (way.strategy == Strategy::bfs) return assembler.shortest_cycle();
  return way.by_components() ? assembler.components() : assembler.nested(way.jobs);
}

}  // namespace waymark::check
