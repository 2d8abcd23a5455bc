#include "base/bytes.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace waymark::base {
namespace {

TEST(Zigzag, gives_small_numbers_to_small_differences_of_either_sign) {
  std::uint64_t code = 0;
  for (std::int64_t i = 0; i < 1000; ++i) {
    ASSERT_EQ(zigzag(static_cast<std::uint64_t>(i)), code++);
    ASSERT_EQ(zigzag(static_cast<std::uint64_t>(-i - 1)), code++);
  }
}

TEST(Zigzag, is_undone) {
  for (unsigned shift = 0; shift < 64; ++shift) {
    for (const std::uint64_t low : {0u, 1u, 2u, 3u}) {
      const std::uint64_t value = (std::numeric_limits<std::uint64_t>::max() >> shift) - low;
      ASSERT_EQ(from_zigzag(zigzag(value)), value);
      ASSERT_EQ(zigzag(from_zigzag(value)), value);
    }
  }
}

TEST(Bytes, are_copied_whole_or_not_at_all) {
  ByteSink sink;
  sink.raw({{1, 2, 3}});
  ByteSource source(sink.bytes());
  std::array<std::uint8_t, 2> two = {};
  source.copy(two);
  EXPECT_EQ(two, (std::array<std::uint8_t, 2>{1, 2}));
  source.copy(two);
  EXPECT_EQ(two, (std::array<std::uint8_t, 2>{1, 2}));
  EXPECT_TRUE(source.failed());
}

}  // namespace
}  // namespace waymark::base
