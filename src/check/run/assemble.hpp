// The one place that knows all stores and searches: puts one together as the settings say.
#pragma once

#include <functional>
#include <memory>

#include "check/plan/settings.hpp"
#include "check/run/context.hpp"
#include "check/run/stores.hpp"
#include "check/say/result.hpp"
#include "load/program.hpp"
#include "model/coverage.hpp"
#include "model/model.hpp"
#include "observe/recorder.hpp"
#include "search/limits.hpp"
#include "search/search.hpp"

namespace waymark::check {

// A search, with what it works on.
struct Assembled {
  std::unique_ptr<store::WordsHash> hash;  // which the store asks, if any
  std::unique_ptr<store::Store> store;     // none: the search keeps states itself, or none
  std::unique_ptr<model::Draw> draw;       // of a search that estimates and records: by which it samples
  std::unique_ptr<search::Search> search;
  // After a complete search by a team: hands what its members have recorded to the first. For all members at once.
  std::function<void(observe::LeanRecorder&)> collect;
};

[[nodiscard]] search::Limits search_limits(const Settings& settings, base::Stop* stop);

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
// How cycles are sought.
struct CycleWay {
  Strategy strategy = Strategy::nested;
  unsigned jobs = 1;  // workers

  [[nodiscard]] bool by_components() const { return strategy == Strategy::components; }
};
// By components, and fair ones if such are asked for, where that `pays`. Swarms, --shortest and teams know none; nor do
// stores that may take one state for another: components that are none would be seen. Fair cycles are then sought in
// copies of states (model::Fair).
[[nodiscard]] Strategy strategy_for_cycles(const SearchSettings& settings, bool pays, const Team& team);
// A search for cycles through accepting states of the model. `judged` says what else is judged, and what such a cycle
// is called.
[[nodiscard]] Assembled assemble_for_cycles(const Settings& settings, model::Model& model,
                                            const load::ModelFactory& make, const search::Judged& judged,
                                            const CycleWay& way, const Context& context);

}  // namespace waymark::check
