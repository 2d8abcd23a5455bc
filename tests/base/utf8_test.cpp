#include "base/utf8.hpp"
#include "base/escaped.hpp"

#include <gtest/gtest.h>

#include <random>

namespace waymark::base {
namespace {

TEST(Utf8, printable_texts_are_sound_and_sound_ones_stay) {
  EXPECT_EQ(printable("ü → \x1b[1m\n\t\xff"), "ü → \\x1b[1m\\n\\t\\xff");
  EXPECT_TRUE(is_sound("ü → 🐘"));
  EXPECT_FALSE(is_sound("a\x1b"));
  EXPECT_FALSE(is_sound("cut \xe2\x88"));
}

TEST(Utf8, an_escaped_text_is_sound_and_comes_back) {
  std::mt19937 random(4);
  const std::string alphabet = "a;\\x41[] \n\xc3\xbc\xff";
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    for (std::size_t length = random() % 12; length > 0; --length) text += alphabet[random() % alphabet.size()];
    const std::string spelled = escaped(text, ";[]");
    ASSERT_TRUE(is_sound(spelled)) << spelled;
    ASSERT_EQ(spelled.find_first_of(";[]"), std::string::npos);
    ASSERT_EQ(unescaped(spelled), text) << spelled;
  }
}

TEST(Utf8, a_backslash_alone_spells_nothing) {
  for (const char* text : {"\\", "\\x", "\\x4", "\\xg0", "\\n", "a\\"})
    EXPECT_FALSE(unescaped(text).has_value()) << text;
}

}  // namespace
}  // namespace waymark::base
