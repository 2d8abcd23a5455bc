#include "observe/raw_recorder.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "listening.hpp"
#include "observe/ids_recorder.hpp"
#include "scratch.hpp"

namespace waymark::observe {
namespace {

std::shared_ptr<const script::File> opened(const std::string& path) {
  script::Fault fault;
  auto file = script::File::open(path, fault);
  EXPECT_NE(file, nullptr) << fault.why;
  return file;
}

// Where nothing is explored twice, numbering the states leaves nothing out and gives what an IdsRecorder hears.
TEST(RawRecorder, of_a_search_that_forgets_nothing_becomes_its_ids_script) {
  const tests::Scratch scratch;
  for (unsigned seed = 0; seed < 50; ++seed) {
    graph::Graph graph(graph::random_graph(1 + seed, 1 + 3 * seed, seed));
    base::Budget budget(std::uint64_t{1} << 30);
    RawRecorder raw(scratch.file("raw"));
    IdsRecorder ids(scratch.file("ids"), budget);
    const auto outcome = search_heard_by<search::DepthFirst>({&ids}, graph, {}, &raw);
    ASSERT_TRUE(raw.finish({})) << raw.why();
    ASSERT_TRUE(ids.finish({})) << ids.why();
    EXPECT_EQ(opened(scratch.file("raw"))->header().transitions, outcome.tallies.transitions);
    script::Removed removed;
    script::Fault fault;
    ASSERT_TRUE(script::number_states(opened(scratch.file("raw")), scratch.file("numbered"), 1 << 24, removed, fault))
        << fault.why;
    EXPECT_EQ(removed.explorations, 0u);
    ASSERT_EQ(opened(scratch.file("numbered"))->digest(), opened(scratch.file("ids"))->digest()) << "seed " << seed;
  }
}

// So many states that a search would look ahead, and stand elsewhere when it tells of a step.
TEST(RawRecorder, of_a_large_search_becomes_its_ids_script) {
  const tests::Scratch scratch;
  graph::Graph graph(graph::random_graph(20'000, 80'000, 1));
  base::Budget budget(std::uint64_t{1} << 30);
  RawRecorder raw(scratch.file("raw"));
  IdsRecorder ids(scratch.file("ids"), budget);
  EXPECT_GT(search_heard_by<search::DepthFirst>({&ids}, graph, {}, &raw).tallies.states, std::uint64_t{1} << 14);
  ASSERT_TRUE(raw.finish({})) << raw.why();
  ASSERT_TRUE(ids.finish({})) << ids.why();
  script::Removed removed;
  script::Fault fault;
  ASSERT_TRUE(script::number_states(opened(scratch.file("raw")), scratch.file("numbered"), 1 << 24, removed, fault))
      << fault.why;
  EXPECT_EQ(opened(scratch.file("numbered"))->digest(), opened(scratch.file("ids"))->digest());
}

TEST(RawRecorder, writes_nothing_of_a_search_that_was_cut_short) {
  const tests::Scratch scratch;
  graph::Graph graph(graph::random_graph(100, 300, 1));
  search::Limits limits;
  limits.states = 50;
  {
    RawRecorder recorder(scratch.file("s"));
    (void)search_heard_by<search::DepthFirst>({}, graph, limits, &recorder);
    EXPECT_FALSE(recorder.finish({}));
    EXPECT_EQ(recorder.why(), not_depth_first);
  }
  {
    RawRecorder never_started(scratch.file("s"));
    EXPECT_FALSE(never_started.finish({}));
  }
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

}  // namespace
}  // namespace waymark::observe
