#include "containers/budgeted_stack.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace waymark::containers {
namespace {

struct Value {
  std::uint64_t first = 0;
  std::uint32_t second = 0;
  friend bool operator==(const Value&, const Value&) = default;
};

void expect_same(BudgetedStack<Value>& stack, const std::vector<Value>& expected) {
  ASSERT_EQ(stack.size(), expected.size());
  ASSERT_EQ(stack.empty(), expected.empty());
  if (!expected.empty()) {
    ASSERT_EQ(stack.top(), expected.back());
  }
}

// Up and down over the borders of its pieces, in strides of all lengths.
TEST(BudgetedStack, is_a_stack) {
  std::mt19937 random(1);
  base::Budget budget(std::uint64_t{1} << 30);
  {
    BudgetedStack<Value> stack(budget);
    std::vector<Value> expected;
    for (unsigned turn = 0; turn < 2000; ++turn) {
      const std::size_t stride = std::size_t{1} << random() % 15;
      const std::size_t fewer = std::min(expected.size(), std::size_t{random() % stride + 1});
      const std::uint32_t what = random() % 4;
      if (what < 2) {
        for (std::size_t i = 0; i < stride / 2; ++i) {
          const Value value{random(), turn};
          ASSERT_TRUE(stack.push(value));
          expected.push_back(value);
        }
      } else if (what == 2) {
        expected.resize(expected.size() - fewer);
        stack.shrink(expected.size());
      } else {
        for (std::size_t i = 0; i < fewer; ++i) {
          expected.pop_back();
          stack.pop();
          if (i % 64 == 0) expect_same(stack, expected);
        }
      }
      expect_same(stack, expected);
      for (std::size_t i = random() % 100; i < expected.size(); i += 97) ASSERT_EQ(stack[i], expected[i]);
    }
    EXPECT_GT(budget.used(), 0u);
  }
  EXPECT_EQ(budget.used(), 0u);
}

TEST(BudgetedStack, lies_in_pieces_one_after_the_other) {
  base::Budget budget(std::uint64_t{1} << 30);
  BudgetedStack<std::uint32_t> stack(budget);
  for (std::uint32_t i = 0; i < 1'000'000; ++i) ASSERT_TRUE(stack.push(i));
  std::uint32_t expected = 0;
  for (std::uint64_t at = 0; at < stack.size();) {
    const std::span<const std::uint32_t> piece = stack.piece(at);
    ASSERT_FALSE(piece.empty());
    for (const std::uint32_t value : piece) ASSERT_EQ(value, expected++);
    at += piece.size();
  }
  EXPECT_EQ(expected, 1'000'000u);
}

TEST(BudgetedStack, takes_no_more_than_it_is_granted) {
  base::Budget budget(std::uint64_t{5} << 20);
  BudgetedStack<std::uint64_t> stack(budget);
  std::uint64_t pushed = 0;
  while (stack.push(pushed)) ++pushed;
  EXPECT_GT(pushed * sizeof(std::uint64_t), std::uint64_t{4} << 20);
  EXPECT_LE(pushed * sizeof(std::uint64_t), std::uint64_t{5} << 20);
  EXPECT_FALSE(stack.push(0));
  EXPECT_EQ(stack.size(), pushed);
  EXPECT_EQ(stack.top(), pushed - 1);
  stack.pop();
  EXPECT_TRUE(stack.push(7));
  EXPECT_EQ(stack.top(), 7u);
}

}  // namespace
}  // namespace waymark::containers
