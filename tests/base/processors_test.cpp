// How many processors a process has, and in which order its workers take them.
#include "base/processors.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "base/places.hpp"
#include "scratch.hpp"
#ifdef WAYMARK_HWLOC
#include <hwloc.h>
#endif

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
  const std::vector<unsigned> before = allowed_units();
  ASSERT_FALSE(before.empty());
  EXPECT_LE(processors(), before.size());
  // In a thread of its own, which ends with that.
  std::thread([&] {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(before.back(), &set);
    ASSERT_EQ(sched_setaffinity(0, sizeof set, &set), 0);
    EXPECT_EQ(allowed_units(), std::vector<unsigned>{before.back()});
    EXPECT_EQ(processors(), 1u);
  }).join();
  EXPECT_EQ(allowed_units(), before);
}

#ifdef WAYMARK_HWLOC

std::vector<unsigned> order_of(const char* machine, const std::vector<unsigned>& allowed) {
  hwloc_topology_t topology = nullptr;
  EXPECT_EQ(hwloc_topology_init(&topology), 0);
  EXPECT_EQ(hwloc_topology_set_synthetic(topology, machine), 0);
  EXPECT_EQ(hwloc_topology_load(topology), 0);
  const std::vector<unsigned> order = in_order(topology, allowed);
  hwloc_topology_destroy(topology);
  return order;
}

using Units = std::vector<unsigned>;

TEST(Places, are_taken_core_by_core_and_only_then_twice_on_a_core) {
  const Units all{0, 1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(order_of("package:2 core:2 pu:2", all), (Units{0, 2, 4, 6, 1, 3, 5, 7}));
  EXPECT_EQ(order_of("package:2 core:4 pu:1", all), all);
  // As many systems number them: the second of each core behind all the first.
  EXPECT_EQ(order_of("package:2 core:2 pu:2(indexes=0,4,1,5,2,6,3,7)", all), all);
  EXPECT_EQ(order_of("pu:8", all), all);
}

TEST(Places, are_those_that_are_allowed) {
  EXPECT_EQ(order_of("package:2 core:2 pu:2", {1, 2, 3, 6}), (Units{1, 2, 6, 3}));
  EXPECT_EQ(order_of("package:2 core:2 pu:2", {}), Units{});
  EXPECT_EQ(order_of("package:1 core:2 pu:1", {0, 1, 7}), (Units{0, 1}));
}

TEST(Places, bind_all_workers_but_the_first_where_each_has_a_unit_and_nobody_elsewhere) {
  const Units allowed = allowed_units();
  const auto workers = static_cast<unsigned>(allowed.size());
  for (const unsigned other : {1u, workers - 1, workers + 1}) {
    EXPECT_TRUE(Places(other, true).units().empty()) << other;
  }
  EXPECT_TRUE(Places(workers, false).units().empty());
  const Places places(workers, true);
  if (workers < 2 || processors() != workers) GTEST_SKIP() << "there is one unit, or time for fewer than there are";
  Units sorted = places.units();
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted, allowed);
  for (unsigned worker = 1; worker < workers; ++worker) {
    std::thread([&] {
      places.take(worker);
      EXPECT_EQ(allowed_units(), Units{places.units()[worker]});
    }).join();
  }
  EXPECT_EQ(allowed_units(), allowed);
}

#endif

}  // namespace
}  // namespace waymark::base
