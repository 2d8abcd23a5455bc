#include "observe/cached_recorder.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "listening.hpp"
#include "observe/ids_recorder.hpp"
#include "scratch.hpp"
#include "script/reader.hpp"

namespace waymark::observe {
namespace {

// The script of a CachedRecorder, and that of an IdsRecorder, of one search that forgets nothing.
void expect_same_script(const graph::Edges& shape) {
  const tests::Scratch scratch;
  graph::Graph graph(shape);
  base::Budget budget(std::uint64_t{1} << 30);
  CachedRecorder cached(scratch.file("cached"), 1 << 24);
  IdsRecorder ids(scratch.file("ids"), budget);
  (void)search_heard_by<search::DepthFirst>({&ids}, graph, {}, &cached);
  ASSERT_TRUE(cached.finish({})) << cached.why();
  ASSERT_TRUE(ids.finish({})) << ids.why();
  script::Fault fault;
  const auto one = script::File::open(scratch.file("cached"), fault);
  const auto other = script::File::open(scratch.file("ids"), fault);
  ASSERT_TRUE(one != nullptr && other != nullptr) << fault.why;
  EXPECT_EQ(one->digest(), other->digest());
}

TEST(CachedRecorder, of_a_search_that_forgets_nothing_writes_its_ids_script) {
  for (unsigned seed = 0; seed < 50; ++seed) expect_same_script(graph::random_graph(1 + seed, 1 + 3 * seed, seed));
}

// So many states that a search would look ahead, and stand elsewhere when it tells of a step.
TEST(CachedRecorder, of_a_large_search_writes_its_ids_script) {
  expect_same_script(graph::random_graph(20'000, 80'000, 1));
}

TEST(CachedRecorder, writes_nothing_of_a_search_that_was_cut_short) {
  const tests::Scratch scratch;
  graph::Graph graph(graph::random_graph(100, 300, 1));
  search::Limits limits;
  limits.states = 50;
  {
    CachedRecorder recorder(scratch.file("s"), 1 << 24);
    (void)search_heard_by<search::DepthFirst>({}, graph, limits, &recorder);
    EXPECT_FALSE(recorder.finish({}));
    EXPECT_EQ(recorder.why(), not_depth_first);
  }
  {
    CachedRecorder never_started(scratch.file("s"), 1 << 24);
    EXPECT_FALSE(never_started.finish({}));
  }
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

TEST(CachedRecorder, says_so_if_its_steps_cannot_be_kept) {
  const tests::Scratch scratch;
  graph::Graph graph{{0, 1}, {1, 2}};
  CachedRecorder recorder(scratch.file("missing/s"), 1 << 24);
  (void)search_heard_by<search::DepthFirst>({}, graph, {}, &recorder);
  EXPECT_FALSE(recorder.finish({}));
  EXPECT_EQ(recorder.why(), "its steps cannot be kept beside it: No such file or directory");
}

}  // namespace
}  // namespace waymark::observe
