// Rungs against their definition.
#include "store/rungs.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace waymark::store {
namespace {

using Order = std::vector<std::uint32_t>;

Order drain(Rungs& rungs) {
  Order order;
  for (std::uint32_t slot = rungs.choose(); slot != Rungs::none; slot = rungs.choose()) order.push_back(slot);
  return order;
}

TEST(Rungs, stay_until_they_leave_little_room_for_others_and_then_every_other_one) {
  base::Budget budget(1 << 20);
  Rungs rungs;
  ASSERT_TRUE(rungs.prepare(budget, 32));  // at least two others
  for (std::uint32_t slot = 0; slot < 10; ++slot) rungs.offer(slot, slot);
  for (const std::uint32_t slot : {1u, 3u, 5u, 7u}) {
    EXPECT_EQ(rungs.upcoming(), slot);
    EXPECT_EQ(rungs.choose(), slot);
  }
  // One other is left, 9: now those at 2 and 6 are others, too, and older.
  EXPECT_EQ(rungs.choose(), 2u);
  rungs.offer(10, 10);
  rungs.offer(12, 12);
  EXPECT_EQ(rungs.choose(), 6u);
  EXPECT_EQ(rungs.choose(), 9u);
  // 10 is the only other; of the rungs 0, 4, 8, 12, those at 4 and 12 go.
  EXPECT_EQ(rungs.choose(), 4u);
  EXPECT_EQ(rungs.choose(), 12u);
  EXPECT_EQ(drain(rungs), (Order{8, 10, 0}));
}

TEST(Rungs, refuse_when_there_is_no_memory) {
  base::Budget little(10);
  EXPECT_FALSE(Rungs().prepare(little, 100));
  EXPECT_EQ(little.used(), 0u);
}

}  // namespace
}  // namespace waymark::store
