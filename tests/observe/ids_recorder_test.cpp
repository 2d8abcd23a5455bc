#include "observe/ids_recorder.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "listening.hpp"
#include "scratch.hpp"

namespace waymark::observe {
namespace {

TEST(IdsRecorder, writes_down_what_the_search_did_step_by_step) {
  const tests::Scratch scratch;
  for (unsigned seed = 0; seed < 50; ++seed) {
    graph::Graph graph(graph::random_graph(1 + seed, 1 + 3 * seed, seed));
    base::Budget budget(std::uint64_t{1} << 30);
    IdsRecorder recorder(scratch.file("s"), budget);
    Noting noting;
    const auto outcome = search_heard_by<search::DepthFirst>({&noting, &recorder}, graph);
    ASSERT_TRUE(recorder.finish({})) << recorder.why();
    script::Fault fault;
    const auto file = script::File::open(scratch.file("s"), fault);
    ASSERT_NE(file, nullptr) << fault.why;
    EXPECT_EQ(recorder.file_bytes(), std::filesystem::file_size(scratch.file("s")));
    EXPECT_EQ(file->header().states, outcome.tallies.states);
    EXPECT_EQ(file->header().transitions, outcome.tallies.transitions);
    script::IdsReader reader(file, 1 << 24);
    script::IdsStep step;
    for (const Noting::Event& event : noting.events) {
      ASSERT_TRUE(reader.next(step)) << "seed " << seed;
      ASSERT_EQ(step.back, event.left);
      ASSERT_EQ(step.id, event.number + 1);
      ASSERT_EQ(step.fresh, event.fresh);
    }
    EXPECT_FALSE(reader.next(step));
    EXPECT_TRUE(reader.finished());
  }
}

TEST(IdsRecorder, writes_nothing_of_a_search_that_was_not_depth_first_or_cut_short) {
  const tests::Scratch scratch;
  graph::Graph graph(graph::random_graph(100, 300, 1));
  base::Budget budget(std::uint64_t{1} << 30);
  {
    IdsRecorder recorder(scratch.file("s"), budget);
    (void)search_heard_by<search::BreadthFirst>({&recorder}, graph);
    EXPECT_FALSE(recorder.finish({}));
    EXPECT_EQ(recorder.why(), not_depth_first);
  }
  {
    IdsRecorder recorder(scratch.file("s"), budget);
    search::Limits limits;
    limits.states = 50;
    (void)search_heard_by<search::DepthFirst>({&recorder}, graph, limits);
    EXPECT_FALSE(recorder.finish({}));
    EXPECT_EQ(recorder.why(), not_depth_first);
  }
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

TEST(IdsRecorder, gives_up_within_its_budget_and_gives_it_back) {
  const tests::Scratch scratch;
  graph::Graph graph(graph::random_graph(20'000, 60'000, 1));
  base::Budget little(1000);
  {
    IdsRecorder recorder(scratch.file("s"), little);
    const auto outcome = search_heard_by<search::DepthFirst>({&recorder}, graph);
    EXPECT_EQ(outcome.verdict, search::Verdict::holds);
    EXPECT_FALSE(recorder.finish({}));
    EXPECT_EQ(recorder.why(), "there is not enough memory to record a script");
  }
  EXPECT_EQ(little.used(), 0u);
  base::Budget enough(std::uint64_t{1} << 30);
  {
    IdsRecorder recorder(scratch.file("s"), enough);
    (void)search_heard_by<search::DepthFirst>({&recorder}, graph);
    EXPECT_GT(enough.used(), 20'000u * 8);
  }
  EXPECT_EQ(enough.used(), 0u);
}

}  // namespace
}  // namespace waymark::observe
