#include "search/hunt/random_walk.hpp"

#include <gtest/gtest.h>

#include <map>

#include "model/tiny.hpp"
#include "searching.hpp"

namespace waymark::search {
namespace {

using model::Step;
using model::Tiny;
using model::TinyStep;

struct Asked {
  std::uint64_t seed;
  std::uint64_t length;
  std::uint64_t runs;
};

Outcome walk(model::Model& model, const Asked& asked, std::vector<std::uint32_t>& choices, Limits limits = {}) {
  base::Budget budget(std::uint64_t{1} << 30);
  AnyStep guide(asked.seed, asked.runs);
  RandomWalk search({model, nullptr, budget, limits, {}, {}}, {.length = asked.length}, guide);
  const Outcome outcome = search.run();
  choices.clear();
  search.choices(choices);
  return outcome;
}

Tiny coin() {
  return Tiny([](std::uint32_t) -> std::vector<TinyStep> {
    return {{Step::moved, 0}, {Step::moved, 1}, {Step::moved, 2}};
  });
}

TEST(RandomWalk, goes_the_same_way_with_the_same_seed_and_another_with_another) {
  Tiny tiny = coin();
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> again;
  std::vector<std::uint32_t> other;
  EXPECT_EQ(walk(tiny, {7, 100, 1}, first).why, Why::sampled);
  EXPECT_EQ(walk(tiny, {7, 100, 1}, again).tallies.transitions, 100u);
  EXPECT_EQ(walk(tiny, {8, 100, 1}, other).verdict, Verdict::incomplete);
  EXPECT_EQ(first, again);
  EXPECT_NE(first, other);
}

TEST(RandomWalk, takes_all_choices_about_equally_often) {
  Tiny tiny = coin();
  std::vector<std::uint32_t> choices;
  EXPECT_EQ(walk(tiny, {1, 30'000, 1}, choices).tallies.transitions, 30'000u);
  std::map<std::uint32_t, int> times;
  for (const std::uint32_t choice : choices) ++times[choice];
  for (std::uint32_t choice = 0; choice < 3; ++choice) EXPECT_NEAR(times[choice], 10'000, 500);
}

TEST(RandomWalk, turns_away_from_pruned_ways) {
  Tiny tiny([](std::uint32_t n) -> std::vector<TinyStep> {
    return {{Step::pruned, 99}, {Step::moved, n + 1}, {Step::pruned, 98}};
  });
  std::vector<std::uint32_t> choices;
  EXPECT_EQ(walk(tiny, {1, 50, 1}, choices).tallies.transitions, 50u);
  EXPECT_EQ(choices, std::vector<std::uint32_t>(50, 1));
}

TEST(RandomWalk, reports_what_it_runs_into_with_the_way_there) {
  // A deadlock in state 20, reached through indivisible sequences.
  Tiny tiny([](std::uint32_t n) -> std::vector<TinyStep> {
    if (n == 20) return {};
    if (n % 2 == 0) return {{Step::intermediate, n + 1}, {Step::moved, n}};
    return {{Step::moved, n + 1}};
  });
  std::vector<std::uint32_t> choices;
  const Outcome outcome = walk(tiny, {3, 1000, 5}, choices);
  ASSERT_EQ(outcome.verdict, Verdict::violation);
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].choices, choices);
  EXPECT_EQ(replay(tiny, choices), Step::moved);
  EXPECT_EQ(tiny.pack().words[0], 20u);
  EXPECT_EQ(outcome.findings[0].length, outcome.tallies.transitions);
}

TEST(RandomWalk, ends_an_indivisible_sequence_that_does_not) {
  Tiny tiny([](std::uint32_t) -> std::vector<TinyStep> { return {{Step::intermediate, 0}}; });
  std::vector<std::uint32_t> choices;
  EXPECT_EQ(walk(tiny, {1, 10, 1}, choices).why, Why::endless);
}

}  // namespace
}  // namespace waymark::search
