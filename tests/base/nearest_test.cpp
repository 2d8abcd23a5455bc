#include "base/nearest.hpp"

#include <gtest/gtest.h>

namespace waymark::base {
namespace {

TEST(Nearest, is_at_most_two_edits_away) {
  const std::vector<std::string> words{"check", "certify", "coverage"};
  EXPECT_EQ(nearest("chek", words), "check");
  EXPECT_EQ(nearest("chcek", words), "check");
  EXPECT_EQ(nearest("certifyyy", words), "certify");
  EXPECT_EQ(nearest("chxxx", words), "");
  EXPECT_EQ(nearest("check", words), "");  // which is no typo
}

TEST(Nearest, is_none_where_nothing_of_the_word_is_left) { EXPECT_EQ(nearest("ab", {"c", "cd"}), ""); }

TEST(Nearest, is_asked_about_at_the_end_of_a_refusal) {
  EXPECT_EQ(did_you_mean("tre", {"tree", "exact"}), "; did you mean tree?");
  EXPECT_EQ(did_you_mean("sideways", {"tree", "exact"}), "");
}

}  // namespace
}  // namespace waymark::base
