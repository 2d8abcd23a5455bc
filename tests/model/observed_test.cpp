#include "model/observed.hpp"

#include <gtest/gtest.h>

namespace waymark::model {
namespace {

Probe probe(std::uint32_t which, bool evaluated, bool seen) {
  return {Probe::Kind::condition, "x", "m:1", which, evaluated, seen};
}

TEST(Observed, the_sum_has_seen_what_either_has) {
  Observed one;
  one.probes = {probe(1, true, false), probe(2, false, false)};
  Observed other;
  other.together = true;
  other.sees_threads = false;
  other.probes = {probe(2, true, true), probe(3, true, false)};
  one.add(other);
  EXPECT_TRUE(one.together);
  EXPECT_FALSE(one.sees_threads);
  ASSERT_EQ(one.probes.size(), 3u);
  EXPECT_FALSE(one.probes[0].seen);
  EXPECT_TRUE(one.probes[1].evaluated && one.probes[1].seen);
  EXPECT_EQ(one.probes[2].which, 3u);
}

TEST(Observed, those_of_one_place_are_one) {
  Observed twice;
  twice.probes = {probe(1, false, false), probe(1, true, true)};
  Observed sum;
  sum.add(twice);
  ASSERT_EQ(sum.probes.size(), 1u);
  EXPECT_TRUE(sum.probes[0].evaluated && sum.probes[0].seen);
}

}  // namespace
}  // namespace waymark::model
