#include "base/diagnostics.hpp"

#include <gtest/gtest.h>

namespace waymark::base {
namespace {

std::string message(const Diagnostics& diagnostics) {
  try {
    diagnostics.throw_if_any();
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing";
}

TEST(Diagnostics, shows_place_message_line_and_caret) {
  const Source source("fork.pml", "\n  left ! 0, 1, 2\n");
  Diagnostics diagnostics(source);
  EXPECT_EQ(message(diagnostics), "nothing");
  diagnostics.error({0, 2, 8}, "channel 'left' carries 2 fields, but 3 are sent");
  EXPECT_EQ(message(diagnostics),
            "fork.pml:2:8: error: channel 'left' carries 2 fields, but 3 are sent\n"
            "    left ! 0, 1, 2\n"
            "         ^");
}

TEST(Diagnostics, keeps_tabs_and_counts_a_character_of_several_bytes_once) {
  const Source source("m", "\ta\t\xc3\xb6x");
  Diagnostics diagnostics(source);
  diagnostics.error({0, 1, 6}, "here");
  EXPECT_EQ(message(diagnostics), "m:1:6: error: here\n    a\t\xc3\xb6x\n     \t ^");
}

TEST(Diagnostics, hides_control_characters_from_the_terminal) {
  const Source source("m", "a\x1b[2Jb");
  Diagnostics diagnostics(source);
  diagnostics.error({0, 1, 1}, "here");
  EXPECT_EQ(message(diagnostics), "m:1:1: error: here\n    a?[2Jb\n    ^");
}

TEST(Diagnostics, says_one_thing_once_and_drops_its_notes) {
  const Source source("m", "ab");
  Diagnostics diagnostics(source);
  diagnostics.error({0, 1, 1}, "first");
  diagnostics.note({}, "why");
  diagnostics.error({0, 1, 1}, "again");
  diagnostics.note({}, "not shown");
  EXPECT_EQ(message(diagnostics), "m:1:1: error: first\n    ab\n    ^\nm: note: why");
}

TEST(Diagnostics, gives_up_after_the_tenth) {
  const Source source("m", "0123456789abc");
  Diagnostics diagnostics(source);
  for (std::uint32_t i = 1; i < Diagnostics::most; ++i) diagnostics.error({0, 1, i}, "fault");
  try {
    diagnostics.error({0, 1, 12}, "fault");
    ADD_FAILURE() << "went on";
  } catch (const InputError& error) {
    EXPECT_TRUE(std::string(error.what()).ends_with("too many errors, the rest is not shown"));
  }
}

TEST(Diagnostics, draws_no_line_that_is_very_long_or_that_the_column_is_outside_of) {
  const Source source("m", std::string(500, 'x') + "\nshort");
  Diagnostics diagnostics(source);
  diagnostics.error({0, 1, 3}, "one");
  diagnostics.error({0, 2, 9}, "two");
  EXPECT_EQ(message(diagnostics), "m:1:3: error: one\nm:2:9: error: two");
}

}  // namespace
}  // namespace waymark::base
