#include "base/file_format.hpp"

#include <gtest/gtest.h>

#include <array>

namespace waymark::base {
namespace {

constexpr std::array<std::string_view, 3> releases = {"0.1", "0.4", "0.5"};

TEST(FileFormat, that_is_older_is_refused_with_the_release_that_reads_it) {
  EXPECT_EQ(other_format(1, releases), "format 1; waymark 0.1 reads it; this is waymark 0.2, which reads format 3");
  EXPECT_NE(other_format(2, releases).find("; waymark 0.4 reads it;"), std::string::npos);
}

TEST(FileFormat, that_no_release_so_far_has_had_is_refused_as_such) {
  EXPECT_NE(other_format(4, releases).find("format 4; a later waymark reads it;"), std::string::npos);
  EXPECT_NE(other_format(0, releases).find("format 0; no waymark reads it;"), std::string::npos);
}

}  // namespace
}  // namespace waymark::base
