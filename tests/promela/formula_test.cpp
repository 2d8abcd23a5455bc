#include <gtest/gtest.h>

#include "base/diagnostics.hpp"
#include "promela/syntax/parse.hpp"
#include "promela/syntax/text.hpp"
#include "refusal.hpp"

namespace waymark::promela {
namespace {

const Specification& formula_model() {
  static const auto specification =
      parse_text("m.pml", "byte x, p, q, r; chan c = [1] of { byte }; active proctype P() { L: x = 1 }");
  return *specification;
}

std::string formula_reading(const std::string& formula) { return text(*parse_ltl(formula_model(), "test", formula)); }

std::string formula_refusal(const std::string& formula) {
  return tests::short_refusal_of([&] { (void)formula_reading(formula); });
}

// How Spin 6.5.2 reads these, as `spin -a` prints them (its -> written out as ! and ||).
TEST(Formula, groups_as_Spin_does) {
  EXPECT_EQ(formula_reading("[] (x == 1) && <> x U x > 2 -> x"), "(([] ((x==1))) && ((<> (x)) U ((x>2)))) -> (x)");
  EXPECT_EQ(formula_reading("(x == 1) U (x == 2) U (x == 3)"), "(((x==1)) U ((x==2))) U ((x==3))");
  EXPECT_EQ(formula_reading("! x == 1 || x W x V x"), "((!(x)==1)) || (((x) W (x)) V (x))");
  EXPECT_EQ(formula_reading("p -> q -> r"), "((p) -> (q)) -> (r)");
  EXPECT_EQ(formula_reading("p <-> q -> r"), "((p) <-> (q)) -> (r)");
  EXPECT_EQ(formula_reading("! <> p && q"), "(! (<> (p))) && (q)");
  EXPECT_EQ(formula_reading("[] <> p"), "[] (<> (p))");
  EXPECT_EQ(formula_reading("p U q && r"), "((p) U (q)) && (r)");
}

TEST(Formula, has_words_and_signs) {
  EXPECT_EQ(formula_reading("always (p implies eventually q) equivalent (p until q)"),
            formula_reading("[] (p -> <> q) <-> (p U q)"));
  EXPECT_EQ(formula_reading("p weakuntil q"), formula_reading("p W q"));
  EXPECT_EQ(formula_reading("p release q"), formula_reading("p V q"));
  EXPECT_EQ(formula_reading("p stronguntil next q"), formula_reading("p U X q"));
  EXPECT_EQ(formula_reading("p /\\ q \\/ r"), formula_reading("p && q || r"));
}

TEST(Formula, has_the_largest_state_expressions_as_leaves) {
  const auto formula = parse_ltl(formula_model(), "test", "[] (x + 1 > 2 && !(p || q) && P@L && full(c))");
  ASSERT_EQ(formula->op, LtlOp::always);
  ASSERT_EQ(formula->left->op, LtlOp::proposition);
  EXPECT_EQ(text(*formula->left->proposition), "(((((x+1)>2)&&!((p||q)))&&P@L)&&full(c))");
}

TEST(Formula, is_refused_where_a_temporal_operator_is_computed_with) {
  EXPECT_EQ(
      formula_refusal("[] x == 1"),
      "test:1:6: error: '==' cannot be applied to a temporal formula; put a comparison in parentheses: [] (x == 1)");
  EXPECT_EQ(formula_refusal("1 + [] p"), "test:1:5: error: expected an expression, found '[]'");
  EXPECT_EQ(formula_refusal("p U"), "test:1:4: error: expected a formula, found the end of the text");
  EXPECT_EQ(formula_refusal("(p"), "test:1:3: error: expected an operator or ')', found the end of the text");
  EXPECT_EQ(formula_refusal(""), "test:1:1: error: expected a formula, found the end of the text");
  EXPECT_EQ(formula_refusal("run P()"), "test:1:1: error: expected a formula, found 'run'");
}

TEST(Formula, in_a_model_may_come_before_what_it_speaks_of) {
  const auto specification = parse_text("m.pml", R"(
    ltl first { [] (P[0]@L -> <>   done) }
    byte U, X, done;
    ltl { done }
    active proctype P() { L: U = X; done = 1 }
    ltl U { <> P@L }
  )");
  ASSERT_EQ(specification->ltl.size(), 3U);
  EXPECT_EQ(specification->ltl[0].name, "first");
  EXPECT_EQ(specification->ltl[0].text, "[] (P[0]@L -> <> done)");
  EXPECT_EQ(specification->ltl[1].name, "ltl_0");
  EXPECT_EQ(specification->ltl[2].name, "U");
}

TEST(Formula, of_any_shape_stays_within_the_stack) {
  for (const std::string piece : {"(", "[]", "!", "<>", "X ", "p U ", "p -> ", "p && [] ", "p <-> (", "-"}) {
    std::string deep;
    for (int i = 0; i < 100'000; ++i) deep += piece;
    EXPECT_NE(formula_refusal(deep + "p").find("error"), std::string::npos) << piece;
  }
}

}  // namespace
}  // namespace waymark::promela
