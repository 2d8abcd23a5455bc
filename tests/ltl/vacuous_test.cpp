#include "ltl/vacuous.hpp"

#include <gtest/gtest.h>

namespace waymark::ltl {
namespace {

// The parts that do not matter, separated by "; ".
std::string parts(const std::string& formula, const Constants& constants) {
  std::string all;
  for (const Vacuous& one : vacuous(parse(formula, "test"), constants)) {
    all += (all.empty() ? "" : "; ") + text(*one.part);
  }
  return all;
}

TEST(Vacuous, a_premise_that_never_holds_makes_the_conclusion_idle) {
  EXPECT_EQ(parts("[] (p -> <> q)", {{"p", false}}), "<> q");
  EXPECT_EQ(parts("[] (p -> <> q)", {{"p", true}}), "");
  EXPECT_EQ(parts("[] (!p || X q)", {{"p", false}}), "X q");
}

TEST(Vacuous, a_conclusion_that_always_holds_makes_the_premise_idle) {
  EXPECT_EQ(parts("[] (p -> q)", {{"q", true}}), "p");
  EXPECT_EQ(parts("[] (p -> q || r)", {{"q", true}}), "p; r");
}

TEST(Vacuous, what_a_formula_is_about_may_be_constant) {
  EXPECT_EQ(parts("[] p", {{"p", true}}), "");
  EXPECT_EQ(parts("[] (p && q)", {{"p", true}, {"q", true}}), "");
  EXPECT_EQ(parts("<> p", {{"p", true}}), "");
}

TEST(Vacuous, below_an_equivalence_both_values_are_tried) {
  EXPECT_EQ(parts("[] (p <-> q)", {{"p", true}, {"q", true}}), "");
  EXPECT_EQ(parts("[] (r || (p <-> q))", {{"r", true}}), "p <-> q");
}

TEST(Vacuous, says_why) {
  const std::vector<Vacuous> found = vacuous(parse("[] (p -> <> q)", "test"), {{"p", false}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found.front().because, "p never holds");
}

}  // namespace
}  // namespace waymark::ltl
