// Where rows differ, against looking at each word.
#include "containers/differences.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace waymark::containers {
namespace {

TEST(Differences, are_those_of_all_words_in_their_order) {
  std::mt19937 random(1);
  const auto word_below = [&](std::uint32_t end) { return static_cast<Word>(random() % end); };
  std::size_t all = 0;
  for (unsigned round = 0; round < 2000; ++round) {
    std::vector<Word> one(random() % 40);
    for (Word& word : one) word = word_below(3);
    std::vector<Word> other = one;
    for (std::size_t changes = random() % 4; changes > 0 && !other.empty(); --changes) {
      other[random() % other.size()] = word_below(3) << 31;
    }
    std::vector<std::uint32_t> expected;
    for (std::uint32_t i = 0; i < one.size(); ++i) {
      if (one[i] != other[i]) expected.push_back(i);
    }
    std::vector<std::uint32_t> found;
    each_difference(one, other, [&](std::uint32_t i) {
      found.push_back(i);
      other[i] = one[i];
    });
    EXPECT_EQ(found, expected);
    EXPECT_EQ(other, one);
    all += found.size();
  }
  EXPECT_GT(all, 1000u);
}

}  // namespace
}  // namespace waymark::containers
