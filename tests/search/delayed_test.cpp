// States on disk, looked up many at a time: all that a search says is what BreadthFirst says, however many that are.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "graph/graph.hpp"
#include "heard.hpp"
#include "refusal.hpp"
#include "scratch.hpp"
#include "search/delayed_breadth_first.hpp"
#include "searching.hpp"
#include "sprinkled.hpp"

namespace waymark::search {
namespace {

using graph::Graph;

Outcome delayed(model::Model& model, const Options& options, std::uint64_t bytes, const std::string& directory) {
  base::Budget budget(options.memory);
  Outcome outcome;
  {
    Parts parts{model, nullptr, budget, options.limits, options.judged, options.listeners};
    outcome = DelayedBreadthFirst(parts, {directory, bytes, {1, 2, 3}}).run();
  }
  EXPECT_EQ(budget.used(), 0u);
  return outcome;
}

void expect_as_in_memory(model::Model& model, Options options, std::uint64_t bytes, const tests::Scratch& scratch) {
  Heard in_memory;
  options.listeners = {&in_memory};
  const Outcome expected = search(Order::breadth_first, model, options);
  Heard on_disk;
  options.listeners = {&on_disk};
  const Outcome outcome = delayed(model, options, bytes, scratch.path().string());
  ASSERT_EQ(on_disk.text, in_memory.text);
  expect_same(outcome, expected);
}

TEST(Delayed, says_of_random_graphs_what_a_search_in_memory_says) {
  const tests::Scratch scratch;
  for (unsigned seed = 0; seed < 400; ++seed) {
    Graph graph(sprinkled(seed, 60));
    Options options;
    options.judged.deadlock = seed % 2 == 0;
    if (seed % 4 < 2) options.judged.waived = {"assertion"};
    if (seed % 7 == 0) options.limits.depth = seed % 5;
    if (seed % 5 == 0) options.limits.states = 10 + seed % 30;
    if (seed % 3 == 0) options.judged.invariants = {{graph.watch("0"), "0"}};
    if (seed % 6 == 0) options.judged.invariants.clear();
    for (const std::uint64_t bytes : {std::uint64_t{1}, std::uint64_t{20'000}, std::uint64_t{1} << 24}) {
      expect_as_in_memory(graph, options, bytes, scratch);
      ASSERT_FALSE(HasFatalFailure()) << "seed " << seed << ", " << bytes << " bytes";
    }
  }
}

TEST(Delayed, says_the_same_where_files_are_many_and_joined) {
  const tests::Scratch scratch;
  Options options;
  options.judged.deadlock = false;
  options.judged.waived = {"assertion"};
  for (unsigned seed = 0; seed < 3; ++seed) {
    Graph graph(sprinkled(seed, 30'000));
    expect_as_in_memory(graph, options, 200'000, scratch);
  }
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

TEST(Delayed, cannot_be_where_nothing_can_be_written) {
  const auto graph = Graph::parse("0 1\nend 1\n");
  const tests::Scratch scratch;
  const std::string why =
      tests::refusal_of([&] { static_cast<void>(delayed(*graph, {}, 1000, scratch.file("nowhere"))); });
  EXPECT_EQ(why,
            scratch.file("nowhere") +
                ": error: states cannot be kept there: No such file or directory; name another directory by --disk");
}

TEST(Delayed, without_room_to_put_states_aside_is_incomplete) {
  const auto graph = Graph::parse("0 1\nend 1\n");
  const tests::Scratch scratch;
  Options options;
  options.memory = 100'000;
  const Outcome outcome = delayed(*graph, options, 200'000, scratch.path().string());
  EXPECT_EQ(outcome.verdict, Verdict::incomplete);
  EXPECT_EQ(outcome.why, Why::memory);
}

}  // namespace
}  // namespace waymark::search
