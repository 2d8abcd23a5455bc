#include "base/source.hpp"

#include <gtest/gtest.h>

namespace waymark::base {
namespace {

TEST(Source, counts_lines_and_columns_from_one) {
  const Source source("m.pml", "ab\n\nc");
  EXPECT_EQ(source.at(0), (Position{0, 1, 1}));
  EXPECT_EQ(source.at(1), (Position{0, 1, 2}));
  EXPECT_EQ(source.at(3), (Position{0, 2, 1}));
  EXPECT_EQ(source.at(4), (Position{0, 3, 1}));
  EXPECT_EQ(source.at(5), (Position{0, 3, 2}));  // behind the last byte
  EXPECT_EQ(source.name({0, 3, 2}), "m.pml:3:2");
  EXPECT_EQ(source.line({0, 3, 1}), "c");
}

TEST(Source, follows_line_markers_into_other_files_and_back) {
  const std::string text =
      "# 1 \"m.pml\"\nfirst\n# 7 \"inc \\\"x\\\".h\" 1\nseventh\n# 3 \"m.pml\" 2\nthird\n#line 90\nfar\n";
  const Source source("m.pml", text);
  EXPECT_EQ(source.name(source.at(text.find("first"))), "m.pml:1:1");
  EXPECT_EQ(source.name(source.at(text.find("venth"))), "inc \"x\".h:7:3");
  EXPECT_EQ(source.name(source.at(text.find("third"))), "m.pml:3:1");
  EXPECT_EQ(source.name(source.at(text.find("far"))), "m.pml:90:1");
  EXPECT_EQ(source.line(source.at(text.find("seventh"))), "seventh");
  EXPECT_FALSE(source.at(0).known());  // a marker is on nobody's line
}

TEST(Source, leaves_other_lines_with_a_hash_alone) {
  const Source source("m.pml", "#define N 3\nx");
  EXPECT_EQ(source.at(0), (Position{0, 1, 1}));
  EXPECT_EQ(source.at(12), (Position{0, 2, 1}));
}

TEST(Source, has_no_line_for_an_unknown_place) {
  const Source source("m.pml", "x\n");
  EXPECT_EQ(source.line({}), "");
  EXPECT_EQ(source.line({0, 40, 1}), "");
  EXPECT_EQ(source.line({9, 1, 1}), "");
  EXPECT_EQ(source.name({}), "m.pml");
}

TEST(Source, survives_markers_that_lie) {
  const Source source("m.pml", "# 99999999999999999999 \"\x01\"\nx\n# 0\ny");
  EXPECT_EQ(source.name(source.at(source.text().find('x'))), "?:2147483648:1");
  EXPECT_EQ(source.at(source.text().find('y')).line, 0U);
}

}  // namespace
}  // namespace waymark::base
