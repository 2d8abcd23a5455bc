#include "model/races.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace waymark::model {
namespace {

const RacingAccess writes{"B", true, "n", "m.c:3"};
const RacingAccess reads{"A", false, "n", "m.c:7"};

TEST(RaceLog, TakesTwoAccessesInEitherOrderForOne) {
  RaceLog log;
  log.add(writes, reads);
  log.add(reads, writes);
  EXPECT_EQ(log.all(), (std::vector<Race>{{writes, reads}}));
}

TEST(RaceLog, NamesTheSameThreadsInWhateverOrderTheyCame) {
  const RacingAccess other{"A", true, "n", "m.c:3"};
  RaceLog one;
  one.add(writes, reads);
  one.add(other, reads);
  RaceLog two;
  two.add(other, reads);
  two.add(writes, reads);
  EXPECT_EQ(one.all(), two.all());
  EXPECT_EQ(one.all().size(), 1u);
}

TEST(RaceLog, TakesReadsAndWritesOfOnePlaceForOne) {
  RaceLog log;
  log.add(writes, reads);
  log.add(writes, {"A", true, "n", "m.c:7"});
  log.add(writes, {"A", true, "n", "m.c:8"});
  EXPECT_EQ(log.all().size(), 2u);
}

TEST(RaceLog, TakesThemFromSeveralThreads) {
  RaceLog log;
  const auto add = [&] {
    for (int line = 0; line < 100; ++line) log.add(writes, {"A", false, "n", "m.c:" + std::to_string(line)});
  };
  std::thread other(add);
  add();
  other.join();
  EXPECT_EQ(log.all().size(), 100u);
}

}  // namespace
}  // namespace waymark::model
