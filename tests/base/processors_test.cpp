// How many processors a process has.
#include "base/processors.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "scratch.hpp"

namespace waymark::base {
namespace {

class Groups : public testing::Test {
 protected:
  void say(const std::string& file, const std::string& text) {
    const std::filesystem::path path = scratch_.file(file);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  [[nodiscard]] std::optional<double> granted() const { return granted_time(scratch_.file("self"), scratch_.file("")); }

  tests::Scratch scratch_;
};

TEST_F(Groups, of_the_second_version_grant_what_the_least_of_them_grants) {
  EXPECT_EQ(granted(), std::nullopt);
  say("self", "0::/box/inner\n");
  EXPECT_EQ(granted(), std::nullopt);
  say("box/cpu.max", "max 100000\n");
  EXPECT_EQ(granted(), std::nullopt);
  say("box/inner/cpu.max", "350000 100000\n");
  EXPECT_EQ(granted(), 3.5);
  say("box/cpu.max", "200000 100000\n");
  EXPECT_EQ(granted(), 2.0);
  say("box/inner/deeper/cpu.max", "100000 100000\n");
  EXPECT_EQ(granted(), 2.0);
}

TEST_F(Groups, of_the_first_version_are_those_of_the_processor_alone) {
  say("self", "7:memory:/box\n3:cpu,cpuacct:/box\n2:cpuset:/\n");
  say("memory/box/cpu.cfs_quota_us", "100000\n");
  say("memory/box/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(granted(), std::nullopt);
  say("cpu/box/cpu.cfs_quota_us", "-1\n");
  say("cpu/box/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(granted(), std::nullopt);
  say("cpu/box/cpu.cfs_quota_us", "50000\n");
  EXPECT_EQ(granted(), 0.5);
}

TEST_F(Groups, that_say_nothing_sensible_grant_all_there_is) {
  say("self", "0::/\nnonsense\n:::\n");
  say("cpu.max", "few 100000\n");
  EXPECT_EQ(granted(), std::nullopt);
  say("cpu.max", "100000 0\n");
  EXPECT_EQ(granted(), std::nullopt);
}

TEST(Processors, are_those_on_which_the_process_may_run) {
  const unsigned before = processors();
  // In a thread of its own, which ends with that.
  std::thread([] {
    cpu_set_t set;
    ASSERT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
    int last = CPU_SETSIZE - 1;
    while (!CPU_ISSET(last, &set)) --last;
    CPU_ZERO(&set);
    CPU_SET(last, &set);
    ASSERT_EQ(sched_setaffinity(0, sizeof set, &set), 0);
    EXPECT_EQ(processors(), 1u);
  }).join();
  EXPECT_EQ(processors(), before);
}

}  // namespace
}  // namespace waymark::base
