// Each policy against its definition.
#include "store/policies.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <vector>

namespace waymark::store {
namespace {

constexpr std::uint32_t no_state = Replacement::none;

class Policies : public testing::Test {
 protected:
  base::Budget budget_{1 << 20};
  std::vector<std::uint32_t> drain(Replacement& policy) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t slot = policy.choose(); slot != no_state; slot = policy.choose()) order.push_back(slot);
    return order;
  }
};

using Order = std::vector<std::uint32_t>;

TEST_F(Policies, age_takes_the_oldest_first_even_if_it_was_offered_last) {
  Age age;
  ASSERT_TRUE(age.prepare(budget_, 8));
  for (std::uint32_t slot = 0; slot < 5; ++slot) age.entered(slot);
  for (const std::uint32_t slot : {4u, 2u, 3u}) age.offered(slot, {});
  EXPECT_EQ(age.choose(), 2u);  // 0 and 1 are older, but not to be had
  age.offered(1, {});
  EXPECT_EQ(age.choose(), 1u);
  age.entered(2);
  age.offered(0, {});
  age.offered(2, {});
  EXPECT_EQ(drain(age), (Order{0, 3, 4, 2}));
}

TEST_F(Policies, hits_takes_the_least_met_first_and_most_hits_the_most_met) {
  Hits fewest;
  MostHits most;
  for (Replacement* policy : {static_cast<Replacement*>(&fewest), static_cast<Replacement*>(&most)}) {
    ASSERT_TRUE(policy->prepare(budget_, 8));
    policy->offered(0, {.hits = 2});
    policy->offered(1, {.hits = 0});
    policy->offered(2, {.hits = 255});
    policy->offered(3, {.hits = 1});
    policy->met(1, {.hits = 7});
  }
  EXPECT_EQ(drain(fewest), (Order{3, 0, 1, 2}));
  EXPECT_EQ(drain(most), (Order{2, 1, 0, 3}));
}

TEST_F(Policies, depth_takes_the_deepest_first) {
  Depth depth;
  ASSERT_TRUE(depth.prepare(budget_, 8));
  const std::uint32_t depths[] = {3, 0, 4'000'000'000, 17, 1000, 4};
  for (std::uint32_t slot = 0; slot < 6; ++slot) depth.offered(slot, {.depth = depths[slot]});
  EXPECT_EQ(drain(depth), (Order{2, 4, 3, 5, 0, 1}));
}

TEST_F(Policies, cost_takes_the_cheapest_first_up_to_infinity) {
  Cost cost;
  ASSERT_TRUE(cost.prepare(budget_, 8));
  const float costs[] = {1e38f, 1, std::numeric_limits<float>::infinity(), 3, 2, 1e9f, 1e9f};
  for (std::uint32_t slot = 0; slot < 7; ++slot) cost.offered(slot, {.cost = costs[slot]});
  EXPECT_EQ(drain(cost), (Order{1, 4, 3, 5, 6, 0, 2}));
}

TEST_F(Policies, stratified_empties_one_level_in_eight_before_the_next) {
  Stratified stratified;
  ASSERT_TRUE(stratified.prepare(budget_, 32));
  for (std::uint32_t slot = 0; slot < 24; ++slot) stratified.offered(slot, {.depth = slot});
  EXPECT_EQ(stratified.choose(), 0u);
  EXPECT_EQ(stratified.choose(), 8u);
  EXPECT_EQ(stratified.choose(), 16u);
  EXPECT_EQ(stratified.choose(), 1u);
  stratified.offered(0, {.depth = 0});  // its turn comes again
  const Order rest = drain(stratified);
  EXPECT_EQ(rest.size(), 21u);
  EXPECT_EQ(rest.front(), 9u);
  EXPECT_EQ(rest.back(), 0u);
}

TEST_F(Policies, rungs_stay_until_they_leave_little_room_for_others_and_then_every_other_one) {
  Rungs rungs;
  ASSERT_TRUE(rungs.prepare(budget_, 32));  // at least two others
  for (std::uint32_t slot = 0; slot < 10; ++slot) rungs.offered(slot, {.depth = slot});
  for (const std::uint32_t slot : {1u, 3u, 5u, 7u}) EXPECT_EQ(rungs.choose(), slot);
  // One other is left, 9: now those at 2 and 6 are others, too, and older.
  EXPECT_EQ(rungs.choose(), 2u);
  rungs.offered(10, {.depth = 10});
  rungs.offered(12, {.depth = 12});
  EXPECT_EQ(rungs.choose(), 6u);
  EXPECT_EQ(rungs.choose(), 9u);
  // 10 is the only other; of the rungs 0, 4, 8, 12, those at 4 and 12 go.
  EXPECT_EQ(rungs.choose(), 4u);
  EXPECT_EQ(rungs.choose(), 12u);
  EXPECT_EQ(drain(rungs), (Order{8, 10, 0}));
}

TEST_F(Policies, random_takes_each_once_and_none_is_favoured) {
  std::vector<int> first(10);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    ASSERT_TRUE(random.prepare(budget_, 10));
    for (std::uint32_t slot = 0; slot < 10; ++slot) random.offered(slot, {});
    const Order order = drain(random);
    ASSERT_EQ(std::set<std::uint32_t>(order.begin(), order.end()).size(), 10u);
    ++first[order[0]];
  }
  for (const int count : first) {  // 200 expected, with a deviation of 13
    EXPECT_GT(count, 130);
    EXPECT_LT(count, 270);
  }
}

TEST_F(Policies, refuse_when_there_is_no_memory) {
  base::Budget little(10);
  EXPECT_FALSE(Random(1).prepare(little, 100));
  EXPECT_FALSE(Age().prepare(little, 100));
  EXPECT_FALSE(Rungs().prepare(little, 100));
  EXPECT_FALSE(Cost().prepare(little, 100));
  EXPECT_EQ(little.used(), 0u);
}

}  // namespace
}  // namespace waymark::store
