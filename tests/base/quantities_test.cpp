#include "base/quantities.hpp"

#include <gtest/gtest.h>

namespace waymark::base {
namespace {

TEST(Quantities, writes_numbers_as_people_read_them) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(counted(1, "state"), "1 state");
  EXPECT_EQ(counted(0, "state"), "0 states");
  EXPECT_EQ(size(1023), "1023 B");
  EXPECT_EQ(size(1536), "1.5 KiB");
  EXPECT_EQ(size(std::uint64_t{512} << 20), "512 MiB");
  EXPECT_EQ(size(std::uint64_t{4} << 30), "4 GiB");
  EXPECT_EQ(duration(0.031), "0.03 s");
  EXPECT_EQ(duration(9.999), "10 s");
  EXPECT_EQ(duration(99.4), "99 s");
  EXPECT_EQ(duration(725), "12 min 5 s");
  EXPECT_EQ(duration(5400), "1 h 30 min");
  EXPECT_EQ(rounded(999), "999");
  EXPECT_EQ(rounded(4321), "4.3 k");
  EXPECT_EQ(rounded(999'999), "1.0 M");
}

TEST(Quantities, reads_sizes_as_people_write_them) {
  EXPECT_EQ(parse_size("100000"), 100'000);
  EXPECT_EQ(parse_size("512M"), std::uint64_t{512} << 20);
  EXPECT_EQ(parse_size("1.5g"), std::uint64_t{3} << 29);
  EXPECT_EQ(parse_size("4KiB"), 4096);
  for (const char* bad : {"", "M", "-1", "1X", "1MM", "1e3", "0", "0.5", "99999999999T"}) {
    EXPECT_EQ(parse_size(bad), std::nullopt) << bad;
  }
}

TEST(Quantities, reads_times_as_people_write_them) {
  EXPECT_EQ(parse_time("2.5"), 2.5);
  EXPECT_EQ(parse_time("90s"), 90);
  EXPECT_EQ(parse_time("1h30m"), 5400);
  for (const char* bad : {"", "s", "-1", "1d", "30m1h", "1m1m", "0", "0s", "9999999999"}) {
    EXPECT_EQ(parse_time(bad), std::nullopt) << bad;
  }
}

}  // namespace
}  // namespace waymark::base
