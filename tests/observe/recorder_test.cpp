#include "observe/recorder.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "certify/recording.hpp"

namespace waymark::observe {
namespace {

search::Judged nothing_judged() {
  search::Judged judged;
  judged.deadlock = false;
  return judged;
}

TEST(LeanRecorder, writes_no_complete_script_of_a_search_that_was_cut_short) {
  const certify::Scratch scratch;
  graph::Graph graph(graph::random_graph(100, 300, 1));
  base::Budget budget(std::uint64_t{1} << 30);
  store::Exact store(budget);
  LeanRecorder recorder(budget);
  search::Limits limits;
  limits.depth = 3;
  const auto outcome = search::BreadthFirst({graph, &store, budget, limits, nothing_judged(), {&recorder}}).run();
  ASSERT_EQ(outcome.why, search::Why::depth);
  EXPECT_FALSE(recorder.write(scratch.file("s"), {}));
  EXPECT_EQ(recorder.why(), "the search was not a complete breadth-first one");
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

TEST(LeanRecorder, gives_up_within_its_budget_and_gives_it_back) {
  const certify::Scratch scratch;
  graph::Graph graph(graph::random_graph(20'000, 60'000, 1));
  base::Budget plenty(std::uint64_t{1} << 30);
  base::Budget little(1000);
  {
    store::Exact store(plenty);
    LeanRecorder recorder(little);
    const auto outcome = search::BreadthFirst({graph, &store, plenty, {}, nothing_judged(), {&recorder}}).run();
    ASSERT_EQ(outcome.verdict, search::Verdict::holds);
    EXPECT_FALSE(recorder.write(scratch.file("s"), {}));
    EXPECT_EQ(recorder.why(), "there is not enough memory to record a script");
  }
  EXPECT_EQ(little.used(), 0u);
}

TEST(LeanRecorder, puts_sync_points_at_even_distances) {
  const certify::Scratch scratch;
  graph::Graph graph(graph::random_graph(50'000, 200'000, 5));
  certify::record(graph, scratch.file("s"));
  script::SyncReader reader(certify::open(scratch.file("s")), 1 << 24);
  std::uint64_t last = 0;
  unsigned points = 0;
  while (const script::SyncPoint* point = reader.next()) {
    EXPECT_GE(point->transitions - last, 4096u);
    EXPECT_LT(point->transitions - last, 4500u);
    last = point->transitions;
    ++points;
  }
  EXPECT_FALSE(reader.failed());
  EXPECT_GT(points, 40u);
}

}  // namespace
}  // namespace waymark::observe
