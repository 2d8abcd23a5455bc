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
    std::vector<std::vector<std::uint32_t>> choices{{}};
    for (std::uint64_t state = 0; state < parents.size(); ++state) {
      std::uint64_t children = random() % (broadest + 1);
      if (state + 1 == parents.size()) children = 1;  // do not die out
      for (; children > 0 && parents.size() < size; --children) {
        parents.push_back(state);
        choices.emplace_back(1 + (random() % 8 == 0 ? random() % 5 : 0));
        for (std::uint32_t& choice : choices.back()) {
          choice = static_cast<std::uint32_t>(random() % 8 == 0 ? random() : random() % 4);
        }
        ASSERT_TRUE(ancestry.child(choices.back()));
      }
      ASSERT_TRUE(ancestry.close());
    }
    for (std::uint64_t state = 0; state < parents.size(); ++state) {
      const auto line = ancestry.line(state);
      ASSERT_EQ(line.front(), 0u);
      ASSERT_EQ(line.back(), state);
      std::vector<std::uint32_t> way;
      for (std::size_t i = 1; i < line.size(); ++i) {
        ASSERT_EQ(line[i - 1], parents[line[i]]) << "seed " << seed;
        way.insert(way.end(), choices[line[i]].begin(), choices[line[i]].end());
      }
      ASSERT_EQ(ancestry.way(state), way) << "seed " << seed;
    }
  }
}

TEST(Ancestry, finds_a_line_of_a_million_in_one_sweep) {
  constexpr std::uint64_t length = 1'000'000;
  base::Budget budget(plenty);
  Ancestry ancestry(budget);
  for (std::uint64_t i = 0; i < length; ++i) {
    const std::uint32_t choices[] = {static_cast<std::uint32_t>(i % 200)};
    ASSERT_TRUE(ancestry.child(choices));
    ASSERT_TRUE(ancestry.close());
  }
  const auto line = ancestry.line(length);
  ASSERT_EQ(line.size(), length + 1);
  for (std::uint64_t i = 0; i <= length; ++i) ASSERT_EQ(line[i], i);
  const auto way = ancestry.way(length);
  ASSERT_EQ(way.size(), length);
  for (std::uint64_t i = 0; i < length; ++i) ASSERT_EQ(way[i], i % 200);
}

TEST(Ancestry, says_so_when_there_is_no_room) {
  base::Budget budget(100);
  Ancestry ancestry(budget);
  EXPECT_FALSE(ancestry.child({}));
}

}  // namespace
}  // namespace waymark::search
