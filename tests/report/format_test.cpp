#include "report/format.hpp"

#include <gtest/gtest.h>

namespace waymark::report {
namespace {

TEST(Format, makes_every_text_harmless_to_a_terminal) {
  EXPECT_EQ(printable("plain text"), "plain text");
  EXPECT_EQ(printable("gr\xc3\xbc\xc3\x9f"), "gr\xc3\xbc\xc3\x9f");
  EXPECT_EQ(printable("\x1b[31mred"), "\\x1b[31mred");
  EXPECT_EQ(printable("a\nb\tc\r"), "a\\nb\\tc\\x0d");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(printable("\x7f"), "\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"), "\\xc2\\x9b");           // a control character of two bytes
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");           // overlong
  EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82");           // cut off
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // half a surrogate pair
  EXPECT_EQ(printable("\xe2\x80\xae"
                      "abc"),
            "\\xe2\\x80\\xae"
            "abc");                                                  // right-to-left override
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond Unicode
}

TEST(Format, counts_columns_not_bytes) {
  EXPECT_EQ(columns("gr\xc3\xbc\xc3\x9f"), 4u);
  EXPECT_EQ(padded("\xc3\xbc", 3), "\xc3\xbc  ");
}

TEST(Format, clips_to_the_width_whatever_it_is) {
  const Format ascii{100, false, false, true};
  EXPECT_EQ(clipped("abcdefgh", 8, ascii), "abcdefgh");
  EXPECT_EQ(clipped("abcdefgh", 7, ascii), "abcd...");
  const std::string text = "\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc";
  for (std::size_t width = 0; width < 5; ++width) {
    EXPECT_EQ(columns(clipped(text, width, ascii)), width);
    EXPECT_EQ(columns(clipped(text, width, {100, true, false, true})), width);
  }
}

TEST(Format, clips_nothing_where_there_is_room) { EXPECT_EQ(clipped("abcdefgh", 7, {}), "abcdefgh"); }

TEST(Format, wraps_without_losing_anything) {
  const std::string text = "the quick brown fox jumps over averyveryverylongword and stops";
  for (std::size_t width = 1; width < 70; ++width) {
    std::string together;
    for (const std::string& line : wrapped(text, width)) {
      EXPECT_LE(columns(line), width);
      together += line;
    }
    std::erase(together, ' ');
    std::string expected = text;
    std::erase(expected, ' ');
    EXPECT_EQ(together, expected) << "width " << width;
  }
  EXPECT_EQ(wrapped("one two", 5), (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(wrapped("", 5), (std::vector<std::string>{""}));
}

TEST(Format, paints_only_where_there_is_colour) {
  EXPECT_EQ(painted("x", Paint::red, {}), "x");
  EXPECT_EQ(painted("x", Paint::red, {100, false, true}), "\x1b[31mx\x1b[0m");
}

}  // namespace
}  // namespace waymark::report
