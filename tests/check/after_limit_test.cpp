#include "check/run/after_limit.hpp"

#include <gtest/gtest.h>

#include "graph/graph.hpp"

namespace waymark::check {
namespace {

Coverage covered(std::uint64_t states, double low, double estimate, double high) {
  Coverage coverage;
  coverage.covered = states;
  coverage.low = low;
  coverage.coverage = estimate;
  coverage.high = high;
  return coverage;
}

TEST(AfterLimit, the_first_search_has_four_fifths_of_the_time) {
  EXPECT_DOUBLE_EQ(seconds_of_first(10, 0), 8);
  EXPECT_DOUBLE_EQ(seconds_of_first(10, 2), 6);
}

TEST(AfterLimit, after_a_long_loading_the_first_search_has_half_of_the_rest) {
  EXPECT_DOUBLE_EQ(seconds_of_first(10, 7), 1.5);
  EXPECT_DOUBLE_EQ(seconds_of_first(10, 9), 0.5);
  EXPECT_DOUBLE_EQ(seconds_of_first(10, 11), 0);
}

TEST(AfterLimit, after_full_memory_a_quarter_more_is_taken_but_four_seconds_at_least) {
  EXPECT_DOUBLE_EQ(seconds_after_memory(100, std::nullopt), 25);
  EXPECT_DOUBLE_EQ(seconds_after_memory(0.2, std::nullopt), 4);
  EXPECT_DOUBLE_EQ(seconds_after_memory(100, 7), 7);
  EXPECT_DOUBLE_EQ(seconds_after_memory(100, -1), 0);
}

// 1,000 states that are 10% (5 to 20%) of all: there are 10,000 (5,000 to 20,000), of which 4,000 are a half of all.
TEST(AfterLimit, a_share_scales_the_estimate_of_all_states) {
  const std::optional<Share> share = share_of(4000, covered(1000, 0.05, 0.1, 0.2));
  ASSERT_TRUE(share);
  EXPECT_DOUBLE_EQ(share->low, 0.2);
  EXPECT_DOUBLE_EQ(share->estimate, 0.4);
  EXPECT_DOUBLE_EQ(share->high, 0.8);
}

TEST(AfterLimit, no_share_is_more_than_all) {
  const std::optional<Share> share = share_of(8000, covered(1000, 0.05, 0.15, 0.2));
  ASSERT_TRUE(share);
  EXPECT_DOUBLE_EQ(share->low, 0.4);
  EXPECT_DOUBLE_EQ(share->estimate, 1);
  EXPECT_DOUBLE_EQ(share->high, 1);
}

TEST(AfterLimit, an_estimate_that_says_nothing_or_is_refuted_makes_no_share) {
  EXPECT_FALSE(share_of(8000, covered(1000, 0, 0.1, 0.2)));       // between 0 and 1.6 times all
  EXPECT_FALSE(share_of(30'000, covered(1000, 0.05, 0.1, 0.2)));  // there are at most 20,000
  EXPECT_FALSE(share_of(8000, covered(0, 0, 0, 0)));
  EXPECT_TRUE(share_of(3000, covered(1000, 0, 0.1, 0.2)));  // at most 60%
}

// Searches by turns: the first answers as it is told to, and the further ones search the graph.
struct Asked {
  load::Program program;
  Settings settings;
  base::Budget budget{std::uint64_t{1} << 26};
  base::Stop stop;
  Result first;

  Asked() {
    program.path = "drawn.graph";
    program.make = [] { return graph::Graph::parse("0 1\n1 2\n2 0\n2 3\nend 3\n", 0, "drawn.graph"); };
    first.verdict = Verdict::incomplete;
    first.why = search::Why::memory;
    first.search = Strategy::bfs;
    first.states = 100;
    first.detail = "the memory is used up";
  }
  [[nodiscard]] Result answered(const AfterLimit& after) {
    const auto search = [this](const Context& context) {
      EXPECT_NE(context.stop, &stop);
      return first;
    };
    return search_and_go_on(search, program, settings, {budget, {}, &stop}, after);
  }
};

TEST(AfterLimit, a_sample_that_turns_out_to_be_all_states_decides) {
  Asked asked;
  const Result result = asked.answered({.coverage = true});
  EXPECT_EQ(result.verdict, Verdict::holds);
  EXPECT_EQ(result.states, 4);
  ASSERT_FALSE(result.notes.empty());
  EXPECT_EQ(result.notes.front(),
            "Found by a further search, in a sample of the states. The first one ended with 100 states: the memory is "
            "used up.");
}

TEST(AfterLimit, what_an_interrupt_has_ended_ends) {
  Asked asked;
  asked.stop.request(base::Stop::Why::interrupted);
  EXPECT_EQ(asked.answered({.coverage = true}).verdict, Verdict::incomplete);
}

TEST(AfterLimit, other_limits_have_no_further_searches) {
  for (const search::Why why : {search::Why::interrupted, search::Why::depth, search::Why::endless}) {
    Asked asked;
    asked.first.why = why;
    EXPECT_EQ(asked.answered({.coverage = true}).verdict, Verdict::incomplete);
  }
}

TEST(AfterLimit, a_command_whose_time_is_over_does_not_go_on) {
  Asked asked;
  asked.settings.limits.seconds = 1;
  asked.first.why = search::Why::time;
  const auto long_ago = std::chrono::steady_clock::now() - std::chrono::hours(1);
  EXPECT_EQ(asked.answered({.coverage = true, .began = long_ago}).verdict, Verdict::incomplete);
}

}  // namespace
}  // namespace waymark::check
