// Every search with every store on every toy: the same states, transitions and errors, those of a plain walk.
#include <gtest/gtest.h>

#include <memory>
#include <tuple>

#include "containers/pools.hpp"
#include "graph/graph.hpp"
#include "oracle.hpp"
#include "searching.hpp"
#include "sprinkled.hpp"
#include "store/auto.hpp"
#include "store/tree.hpp"

namespace waymark::search {
namespace {

using graph::Graph;

class EveryStore : public testing::TestWithParam<std::tuple<Order, std::string>> {
 protected:
  void expect_the_oracle_s_answers(model::Model& model, const std::string& what) {
    const Oracle oracle(model);
    base::Budget budget(std::uint64_t{1} << 30);
    {
      const auto& [order, name] = GetParam();
      std::unique_ptr<store::Store> store;
      if (name == "exact") store = std::make_unique<store::Exact>(budget);
      if (name == "tree") store = std::make_unique<store::Tree>(budget);
      const auto words = order == Order::breadth_first ? store::Words::to_expand : store::Words::none;
      if (name == "hash_compact") {
        store = std::make_unique<store::HashCompact>(budget, store::HashCompact::Settings{.words = words});
      }
      if (name == "bitstate") store = store::Bitstate::make(budget, {.bytes = 1 << 20, .words = words});
      if (name == "automatic") store = std::make_unique<store::Auto>(budget, store::Auto::Settings{.words = words});
      const bool exact = store->promise() == store::Promise::exact;
      const Outcome outcome = search_over(order, model, *store, budget, everything());
      ASSERT_EQ(outcome.tallies.states, oracle.states()) << what;
      ASSERT_EQ(outcome.tallies.explored, oracle.states()) << what;
      ASSERT_EQ(outcome.tallies.transitions, oracle.transitions()) << what;
      ASSERT_EQ(outcome.tallies.errors, oracle.errors()) << what;
      const Verdict good = exact ? Verdict::holds : Verdict::incomplete;
      ASSERT_EQ(outcome.verdict, oracle.errors() == 0 ? good : Verdict::violation) << what;
      ASSERT_EQ(outcome.why, exact ? Why::finished : Why::omissions) << what;
      ASSERT_TRUE(!exact || outcome.missed == 0) << what;
      for (const Finding& finding : outcome.findings) expect_it_leads_there(model, finding);
    }
    ASSERT_EQ(budget.used(), 0u) << what;
  }

 private:
  static void expect_it_leads_there(model::Model& model, const Finding& finding) {
    const model::Step last = replay(model, finding.choices);
    if (finding.violation.kind != "deadlock") {
      ASSERT_EQ(last, model::Step::failed);
      ASSERT_EQ(model.violation().detail, finding.violation.detail);
      return;
    }
    std::vector<model::Transition> enabled;
    model.enabled(enabled);
    ASSERT_TRUE(enabled.empty());
    ASSERT_FALSE(model.facts().proper_end);
  }
};

INSTANTIATE_TEST_SUITE_P(, EveryStore,
                         testing::Combine(testing::Values(Order::depth_first, Order::breadth_first),
                                          testing::Values("exact", "tree", "hash_compact", "bitstate", "automatic")),
                         [](const auto& combination) {
                           return testing::PrintToString(std::get<0>(combination.param)) + "_over_" +
                                  std::get<1>(combination.param);
                         });

TEST_P(EveryStore, counts_as_a_plain_walk_on_graphs_drawn_by_hand) {
  for (const char* text : {"", "0 0\n", "0 1\n0 2\n1 3\n2 3\n", "0 1\n1 2\n2 0\nfail 2\n", "0 1\nend 1\n",
                           "0 1\n1 2\n1 3\n2 4\n2 0\n3 4\n3 4\n4 0\npass 1\npass 2\npass 3\n"}) {
    for (const std::uint32_t padding : {0u, 1u, 20u}) {
      expect_the_oracle_s_answers(*Graph::parse(text, padding), text);
    }
  }
}

TEST_P(EveryStore, counts_as_a_plain_walk_on_random_graphs) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    Graph graph(sprinkled(seed, 60));
    expect_the_oracle_s_answers(graph, "seed " + std::to_string(seed));
    if (HasFatalFailure()) return;
  }
  for (unsigned seed = 0; seed < 4; ++seed) {
    Graph graph(sprinkled(seed, 20'000));
    expect_the_oracle_s_answers(graph, "large, seed " + std::to_string(seed));
  }
}

}  // namespace
}  // namespace waymark::search
