#include "base/budget.hpp"

#include <gtest/gtest.h>

namespace waymark::base {
namespace {

TEST(Budget, remembers_the_most_that_was_used_at_a_time) {
  Budget budget(100);
  ASSERT_TRUE(budget.take(30));
  EXPECT_EQ(budget.peak(), 30u);
  ASSERT_TRUE(budget.take(50));
  budget.give_back(70);
  ASSERT_TRUE(budget.take(20));
  budget.give_back(10);
  EXPECT_EQ(budget.used(), 20u);
  EXPECT_EQ(budget.peak(), 80u);
  EXPECT_FALSE(budget.take(90));  // what is refused was never used
  EXPECT_EQ(budget.peak(), 80u);
}

}  // namespace
}  // namespace waymark::base
