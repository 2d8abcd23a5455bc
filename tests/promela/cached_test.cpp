// Cached searches on real models: the states they visit are those of the exact search, or they say what is missing.
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>

#include "promela/executor.hpp"
#include "promela/program/compile.hpp"
#include "promela/syntax/parse.hpp"
#include "search/breadth_first.hpp"
#include "search/cached_breadth_first.hpp"
#include "search/depth_first.hpp"
#include "store/cache.hpp"
#include "store/exact.hpp"

namespace waymark::promela {
namespace {

using States = std::set<std::vector<model::Word>>;
using search::Why;

constexpr std::uint64_t memory = std::uint64_t{1} << 28;

class Notes final : public search::StepListener {
 public:
  Notes(store::Store& store, std::uint64_t most) : store_(store), left_(most) {}
  void started(std::uint64_t root) override { note(root); }
  void stepped(const search::Stepped& step) override {
    if (step.found.seen == store::Seen::fresh) note(step.found.number);
    if (--left_ == 0) enough_.request(base::Stop::Why::interrupted);
  }
  States states;
  [[nodiscard]] base::Stop& enough() { return enough_; }

 private:
  void note(std::uint64_t number) {
    const auto words = store_.words(number);
    states.emplace(words.begin(), words.end());
  }
  store::Store& store_;
  std::uint64_t left_;
  base::Stop enough_;
};

struct Explored {
  search::Outcome outcome;
  States states;
};

Explored explore(model::Model& model, const std::function<std::unique_ptr<search::Search>(search::Parts)>& make,
                 store::Store& store, base::Budget& budget, std::uint64_t most) {
  Notes notes(store, most);
  search::Parts parts{model, &store, budget, {}, {}, {&notes}};
  parts.limits.errors = 0;
  parts.limits.stop = &notes.enough();
  Explored run;
  run.outcome = make(std::move(parts))->run();
  run.states = std::move(notes.states);
  return run;
}

Explored exact(model::Model& model) {
  base::Budget budget(memory);
  store::Exact store(budget);
  const auto make = [](search::Parts parts) -> std::unique_ptr<search::Search> {
    return std::make_unique<search::BreadthFirst>(std::move(parts));
  };
  return explore(model, make, store, budget, ~std::uint64_t{0});
}

Explored cached(model::Model& model, bool depth_first, std::uint64_t states, std::uint64_t most) {
  base::Budget budget(memory);
  const std::uint32_t spacing = depth_first ? 1 : search::CachedBreadthFirst::spacing;
  store::Cache cache(budget, {.states = states, .bytes = memory, .spacing = spacing});
  const auto make = [&](search::Parts parts) -> std::unique_ptr<search::Search> {
    if (depth_first) return std::make_unique<search::DepthFirst>(std::move(parts));
    return std::make_unique<search::CachedBreadthFirst>(std::move(parts), cache);
  };
  return explore(model, make, cache, budget, most);
}

TEST(CachedSearch, visits_the_states_of_the_exact_search) {
  int complete = 0;
  int small = 0;
  for (const char* name : {"leader_election", "peterson", "snoopy_cache", "alternating_bit", "sorting_network",
                           "unless_rendezvous", "run_parameters", "philosophers"}) {
    Executor model(compile(parse_file(std::string(WAYMARK_SOURCE_DIR "/tests/promela/corpus/") + name + ".pml")));
    const Explored truth = exact(model);
    ASSERT_EQ(truth.outcome.why, Why::finished) << name;
    const std::uint64_t most = std::max<std::uint64_t>(20 * truth.outcome.tallies.transitions, 1000);
    for (const bool depth_first : {true, false}) {
      for (const unsigned percent : {5u, 25u, 50u, 95u, 100u}) {
        const std::uint64_t states = std::max<std::uint64_t>(1, truth.states.size() * percent / 100);
        const Explored run = cached(model, depth_first, states, most);
        ASSERT_EQ(run.outcome.tallies.errors == 0, run.outcome.findings.empty());
        if (run.outcome.why != Why::finished) {
          ASSERT_NE(percent, 100u) << name;
          ASSERT_TRUE(run.outcome.why == Why::memory || run.outcome.why == Why::interrupted);
          ASSERT_NE(run.outcome.verdict, search::Verdict::holds);
          continue;
        }
        ++complete;
        small += percent <= 50 ? 1 : 0;
        ASSERT_EQ(run.states, truth.states) << name << " " << percent;
        ASSERT_EQ(run.outcome.verdict, truth.outcome.verdict);
      }
    }
  }
  EXPECT_GT(complete, 40);
  EXPECT_GT(small, 5);
}

}  // namespace
}  // namespace waymark::promela
