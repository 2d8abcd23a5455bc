#include <gtest/gtest.h>

#include "base/diagnostics.hpp"
#include "promela/parse.hpp"
#include "promela/text.hpp"

namespace waymark::promela {
namespace {

const Specification& model() {
  static const auto specification =
      parse_text("m.pml", "byte x, p, q, r; chan c = [1] of { byte }; active proctype P() { L: x = 1 }");
  return *specification;
}

std::string reading(const std::string& formula) { return text(*parse_ltl(model(), "test", formula)); }

std::string refusal(const std::string& formula) {
  try {
    return "accepted as " + reading(formula);
  } catch (const base::InputError& error) {
    const std::string what = error.what();
    return what.substr(0, what.find('\n'));
  }
}

// How Spin 6.5.2 reads these, as `spin -a` prints them (its -> written out as ! and ||).
TEST(Formula, groups_as_Spin_does) {
  EXPECT_EQ(reading("[] (x == 1) && <> x U x > 2 -> x"), "(([] ((x==1))) && ((<> (x)) U ((x>2)))) -> (x)");
  EXPECT_EQ(reading("(x == 1) U (x == 2) U (x == 3)"), "(((x==1)) U ((x==2))) U ((x==3))");
  EXPECT_EQ(reading("! x == 1 || x W x V x"), "((!(x)==1)) || (((x) W (x)) V (x))");
  EXPECT_EQ(reading("p -> q -> r"), "((p) -> (q)) -> (r)");
  EXPECT_EQ(reading("p <-> q -> r"), "((p) <-> (q)) -> (r)");
  EXPECT_EQ(reading("! <> p && q"), "(! (<> (p))) && (q)");
  EXPECT_EQ(reading("[] <> p"), "[] (<> (p))");
  EXPECT_EQ(reading("p U q && r"), "((p) U (q)) && (r)");
}

TEST(Formula, has_words_and_signs) {
  EXPECT_EQ(reading("always (p implies eventually q) equivalent (p until q)"), reading("[] (p -> <> q) <-> (p U q)"));
  EXPECT_EQ(reading("p weakuntil q"), reading("p W q"));
  EXPECT_EQ(reading("p release q"), reading("p V q"));
  EXPECT_EQ(reading("p stronguntil next q"), reading("p U X q"));
  EXPECT_EQ(reading("p /\\ q \\/ r"), reading("p && q || r"));
}

TEST(Formula, has_the_largest_state_expressions_as_leaves) {
  const auto formula = parse_ltl(model(), "test", "[] (x + 1 > 2 && !(p || q) && P@L && full(c))");
  ASSERT_EQ(formula->op, LtlOp::always);
  ASSERT_EQ(formula->left->op, LtlOp::proposition);
  EXPECT_EQ(text(*formula->left->proposition), "(((((x+1)>2)&&!((p||q)))&&P@L)&&full(c))");
}

TEST(Formula, is_refused_where_a_temporal_operator_is_computed_with) {
  EXPECT_EQ(
      refusal("[] x == 1"),
      "test:1:6: error: '==' cannot be applied to a temporal formula; put a comparison in parentheses: [] (x == 1)");
  EXPECT_EQ(refusal("1 + [] p"), "test:1:5: error: expected an expression, found '[]'");
  EXPECT_EQ(refusal("p U"), "test:1:4: error: expected a formula, found the end of the text");
  EXPECT_EQ(refusal("(p"), "test:1:3: error: expected an operator or ')', found the end of the text");
  EXPECT_EQ(refusal(""), "test:1:1: error: expected a formula, found the end of the text");
  EXPECT_EQ(refusal("run P()"), "test:1:1: error: expected a formula, found 'run'");
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
    EXPECT_NE(refusal(deep + "p").find("error"), std::string::npos) << piece;
  }
}

}  // namespace
}  // namespace waymark::promela
