// The one place that knows all concrete types. It puts a search together as the options say and refuses, with a reason,
// what does not go together.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "cli/options.hpp"
#include "model/model.hpp"
#include "search/limits.hpp"
#include "search/outcome.hpp"
#include "search/search.hpp"
#include "search/swarm.hpp"
#include "store/cache.hpp"
#include "store/store.hpp"

namespace waymark::cli {

// Makes another model of the program, for searches that need several.
using ModelFactory = std::function<std::unique_ptr<model::Model>()>;

struct Assembled {
  std::unique_ptr<store::Store> store;   // none for random walks
  const store::Cache* cache = nullptr;   // the store, if it is one
  const search::Swarm* swarm = nullptr;  // the search, if it is one
  std::unique_ptr<search::Search> search;
};

// What a search asks of its store: the words of states that it is to expand, or the numbers of known ones.
struct Demands {
  bool words = false;
  bool numbers = false;
};
[[nodiscard]] std::unique_ptr<store::Store> make_store(const Options& options, base::Budget& budget,
                                                       const Demands& demands);
// Whether the store may take a new state for a known one from the first state on.
[[nodiscard]] bool is_approximate(const Options& options);
// What became of --store auto, for a person; empty if it was not used or memory was never short.
[[nodiscard]] std::string tell_changes(const store::Store* store);
// Why a search ended where it did, for a person; empty if it is complete.
[[nodiscard]] std::string explain(const search::Outcome& outcome, const Options& options);
// Throws base::InputError.
void refuse_impossible(const Options& options);
// Whether --property names it.
[[nodiscard]] bool selected(const Options& options, std::string_view kind);
// Without invariants.
[[nodiscard]] search::Judged judged(const Options& options);
// With invariants, which the model compiles.
[[nodiscard]] search::Judged judged(const Options& options, model::Model& model);
[[nodiscard]] search::Limits limits(const Options& options);
// As many searches as --swarm asks for, each of a subject of its own.
[[nodiscard]] std::unique_ptr<search::Swarm> make_swarm(const Options& options, search::Swarm::Order order,
                                                        std::function<search::Swarm::Subject()> subject,
                                                        const std::vector<search::Observer*>& observers,
                                                        base::Budget& budget);
// What came of a swarm, for a person.
[[nodiscard]] std::string tell_runs(const search::Swarm& swarm, const search::Outcome& outcome, const Options& options);
[[nodiscard]] std::uint64_t memory_limit(const Options& options);
[[nodiscard]] Assembled assemble(const Options& options, model::Model& model, const ModelFactory& make,
                                 const std::vector<search::Observer*>& observers, base::Budget& budget);

}  // namespace waymark::cli
