#include "base/sample.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace waymark::base {
namespace {

using Values = std::vector<std::int64_t>;

TEST(Sample, HasTheEdges) {
  EXPECT_EQ(sample(16, {}), (Values{-32768, -1, 0, 1, 32767}));
  EXPECT_EQ(sample(64, {}),
            (Values{std::numeric_limits<std::int64_t>::min(), -1, 0, 1, std::numeric_limits<std::int64_t>::max()}));
  EXPECT_EQ(sample(1, {}), (Values{-1, 0}));
}

TEST(Sample, HasConstantsAndTheirNeighboursOnce) {
  EXPECT_EQ(sample(16, {1, 100, 101}), (Values{-32768, -1, 0, 1, 2, 99, 100, 101, 102, 32767}));
}

TEST(Sample, LeavesOutWhatDoesNotFit) {
  EXPECT_EQ(sample(9, {1000, -5000}), (Values{-256, -1, 0, 1, 255}));
  EXPECT_EQ(sample(9, {512}), (Values{-256, -1, 0, 1, 255}));  // 511, its neighbour, is -1
}

TEST(Sample, TakesUnsignedConstantsByTheirBits) {
  EXPECT_EQ(sample(16, {40000}), (Values{-32768, -25537, -25536, -25535, -1, 0, 1, 32767}));
}

TEST(Sample, PassesNoEdgeOfTheWidestNumbers) {
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(sample(64, {least, greatest}), (Values{least, least + 1, -1, 0, 1, greatest - 1, greatest}));
}

}  // namespace
}  // namespace waymark::base
