// The one place that knows all stores and searches: puts one together as the settings say.
#pragma once

#include <functional>
#include <memory>

#include "check/context.hpp"
#include "check/settings.hpp"
#include "check/stores.hpp"
#include "cluster/search/asynchronous_search.hpp"
#include "cluster/search/distributed_bfs.hpp"
#include "cluster/search/owcty.hpp"
#include "load/program.hpp"
#include "model/coverage.hpp"
#include "model/model.hpp"
#include "search/breadth_first.hpp"
#include "search/delayed_breadth_first.hpp"
#include "search/limits.hpp"
#include "search/parallel/parallel_breadth_first.hpp"
#include "search/parallel/parallel_nested.hpp"
#include "search/parallel/swarm.hpp"
#include "search/search.hpp"

namespace waymark::check {

struct Assembled {
  ChosenStore chosen;                             // without a store for random walks, swarms and states on disk
  const search::Swarm* swarm = nullptr;           // the search, if it is one
  search::BreadthFirst* breadth_first = nullptr;  // the same
  cluster::DistributedBfs* levels = nullptr;      // the same
  cluster::Owcty* owcty = nullptr;                // the same
  const cluster::AsynchronousSearch* unordered = nullptr;  // the same
  const search::DelayedBreadthFirst* delayed = nullptr;    // the same
  const search::ParallelBreadthFirst* parallel = nullptr;  // the same
  const search::ParallelNested* nested = nullptr;          // the same
  std::unique_ptr<model::Draw> draw;  // of a search that estimates and records: by which it samples
  std::unique_ptr<search::Search> search;

  // Whether a new state may be, or may have been, taken for a known one.
  [[nodiscard]] bool may_omit() const;
};

[[nodiscard]] search::Limits search_limits(const Settings& settings, const Context& context);

// Why a search of single states is one worker's, however many there might be; empty if it is not.
[[nodiscard]] std::string why_one_worker(const Settings& settings, const load::Program& program,
                                         const Context& context);

// By how many workers such a search is.
[[nodiscard]] unsigned workers_for_states(const Settings& settings, const load::Program& program,
                                          const Context& context);

// The same of searches for cycles.
[[nodiscard]] std::string why_one_worker_for_cycles(const Settings& settings, const load::Program& program,
                                                    const Context& context);
[[nodiscard]] unsigned workers_for_cycles(const Settings& settings, const load::Program& program,
                                          const Context& context);

// Recorders that are not content with numbers of states.
struct Recorders {
  search::StateListener* states = nullptr;   // for depth-first searches
  search::SampleListener* sample = nullptr;  // for searches that estimate
};
// A search that judges single states of the model; the program gives others, for searches that need several. The model
// and the recorders have to outlive it.
[[nodiscard]] Assembled assemble(const Settings& settings, model::Model& model, const load::Program& program,
                                 const Context& context, const Recorders& recorders = {});
// Whether cycles can be looked for by components. Swarms, --shortest and ranks know none; nor do stores that may take
// one state for another: components that are none would be seen. Fair cycles are looked for in copies of states then
// (model::Fair).
[[nodiscard]] bool knows_components(const Settings& settings, const Context& context);
// How cycles are looked for.
struct CycleWay {
  bool components = false;  // by these, and fair ones if such are asked for; else by nested searches and the like
  unsigned jobs = 1;        // workers
};
// A search for cycles through accepting states of the model. `judged` says what else is judged, and what such a cycle
// is called.
[[nodiscard]] Assembled assemble_for_cycles(const Settings& settings, model::Model& model,
                                            const load::ModelFactory& make, const search::Judged& judged,
                                            const CycleWay& way, const Context& context);

}  // namespace waymark::check
