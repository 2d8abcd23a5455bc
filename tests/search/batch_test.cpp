// States that are expanded many at a time: all that a search says is what it says when it takes them one by one.
#include <gtest/gtest.h>

#include "graph/graph.hpp"
#include "searching.hpp"
#include "sprinkled.hpp"

namespace waymark::search {
namespace {

using graph::Graph;

Said searched_together_from(std::uint64_t together, model::Model& model, const Options& options) {
  return said_by<BreadthFirst>(model, options, [&](BreadthFirst& search) { search.batch_threshold(together); });
}

void expect_no_difference(model::Model& model, const Options& options) {
  const Said one_by_one = searched_together_from(std::numeric_limits<std::uint64_t>::max(), model, options);
  for (const std::uint64_t from : {0, 20}) {
    const Said together = searched_together_from(from, model, options);
    ASSERT_EQ(together.heard, one_by_one.heard);
    expect_same(together.outcome, one_by_one.outcome);
  }
}

TEST(Batch, makes_no_difference_on_random_graphs) {
  for (unsigned seed = 0; seed < 600; ++seed) {
    Graph graph(sprinkled(seed, 20 + seed % 3 * 200));
    Options options;
    options.judged.deadlock = seed % 2 == 0;
    if (seed % 4 < 2) options.judged.waived = {"assertion"};
    if (seed % 7 == 0) options.limits.depth = seed % 5;
    if (seed % 5 == 0) options.limits.states = 10 + seed % 300;
    if (seed % 3 == 0) options.limits.errors = seed % 4;
    if (seed % 6 == 1) options.judged.invariants = {{graph.watch("0"), "0"}, {graph.watch("1"), "1"}};
    expect_no_difference(graph, options);
    ASSERT_FALSE(HasFatalFailure()) << "seed " << seed;
  }
}

TEST(Batch, ends_where_memory_does_as_one_by_one) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Graph graph(sprinkled(seed, 3'000));
    Options options;
    options.judged.deadlock = false;
    options.judged.waived = {"assertion"};
    options.memory = 120'000 + seed * 3'000;
    const Said one_by_one = searched_together_from(std::numeric_limits<std::uint64_t>::max(), graph, options);
    const Said together = searched_together_from(0, graph, options);
    ASSERT_EQ(together.outcome.verdict, one_by_one.outcome.verdict);
    ASSERT_EQ(together.outcome.why, one_by_one.outcome.why);
    const std::string& shorter = together.heard.size() < one_by_one.heard.size() ? together.heard : one_by_one.heard;
    ASSERT_EQ(together.heard.substr(0, shorter.size()), one_by_one.heard.substr(0, shorter.size()));
  }
}

}  // namespace
}  // namespace waymark::search
