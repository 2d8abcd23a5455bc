#include "search/ancestry.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace waymark::search {
namespace {

constexpr std::uint64_t plenty = std::numeric_limits<std::uint64_t>::max();

// Writes down a random tree, numbered level by level, and asks for every line of descent.
TEST(Ancestry, knows_the_line_of_every_state_of_a_random_tree) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    const std::uint64_t size = 1 + random() % 500;
    const std::uint64_t broadest = 1 + random() % 4;
    base::Budget budget(plenty);
    Ancestry ancestry(budget);
    std::vector<std::uint64_t> parents{0};
    for (std::uint64_t state = 0; state < parents.size(); ++state) {
      std::uint64_t children = random() % (broadest + 1);
      if (state + 1 == parents.size()) children = 1;  // do not die out
      for (; children > 0 && parents.size() < size; --children) {
        parents.push_back(state);
        ASSERT_TRUE(ancestry.child());
      }
      ASSERT_TRUE(ancestry.close());
    }
    for (std::uint64_t state = 0; state < parents.size(); ++state) {
      const auto line = ancestry.line(state);
      ASSERT_EQ(line.front(), 0u);
      ASSERT_EQ(line.back(), state);
      for (std::size_t i = 1; i < line.size(); ++i) ASSERT_EQ(line[i - 1], parents[line[i]]) << "seed " << seed;
    }
  }
}

TEST(Ancestry, finds_a_line_of_a_million_in_one_sweep) {
  constexpr std::uint64_t length = 1'000'000;
  base::Budget budget(plenty);
  Ancestry ancestry(budget);
  for (std::uint64_t i = 0; i < length; ++i) {
    ASSERT_TRUE(ancestry.child());
    ASSERT_TRUE(ancestry.close());
  }
  const auto line = ancestry.line(length);
  ASSERT_EQ(line.size(), length + 1);
  for (std::uint64_t i = 0; i <= length; ++i) ASSERT_EQ(line[i], i);
}

TEST(Ancestry, says_so_when_there_is_no_room) {
  base::Budget budget(100);
  Ancestry ancestry(budget);
  EXPECT_FALSE(ancestry.child());
}

}  // namespace
}  // namespace waymark::search
