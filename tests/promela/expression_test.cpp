#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/diagnostics.hpp"
#include "promela/syntax/fold.hpp"
#include "promela/syntax/parse.hpp"
#include "promela/syntax/text.hpp"
#include "refusal.hpp"

namespace waymark::promela {
namespace {

const Specification& model() {
  static const auto specification = parse_text("m.pml", R"(
    mtype = { one, two };
    typedef T { byte f[2]; chan c = [1] of { byte } };
    int a, b, c, d; byte v[4]; T t; chan q = [2] of { byte, byte };
    active proctype P(byte n) { byte x[3]; here: x[0] = 1 }
  )");
  return *specification;
}

std::string reading(const std::string& expression) { return text(*parse_expression(model(), "test", expression)); }

std::string refusal(const std::string& expression) {
  return tests::short_refusal_of([&] { (void)reading(expression); });
}

TEST(Expression, groups_every_pair_of_operators_as_C_does) {
  const std::vector<std::vector<std::string>> levels = {
      // ISO C, from loose to tight
      {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<", "<=", ">", ">="},
      {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
  for (std::size_t i = 0; i < levels.size(); ++i) {
    for (std::size_t j = 0; j < levels.size(); ++j) {
      for (const auto& first : levels[i]) {
        for (const auto& second : levels[j]) {
          const auto left = fmt::format("((a{}b){}c)", first, second);
          const auto right = fmt::format("(a{}(b{}c))", first, second);
          EXPECT_EQ(reading(fmt::format("a {} b {} c", first, second)), j > i ? right : left);
        }
      }
    }
  }
}

TEST(Expression, binds_prefix_operators_tightest) {
  EXPECT_EQ(reading("-a * b"), "(-(a)*b)");
  EXPECT_EQ(reading("!a == b"), "(!(a)==b)");
  EXPECT_EQ(reading("a - -b"), "(a- -(b))");
  EXPECT_EQ(reading("~!-a"), "~(!(-(a)))");
  EXPECT_EQ(reading("!!a"), "!(!(a))");
}

TEST(Expression, reads_what_it_printed) {
  for (const std::string expression :
       {"a - -b", "!(a && !b)", "(a -> (b -> 1 : 2) : c)", "v[v[a + 1]] + t.f[b]", "len(q) + len(t.c)",
        "q?[a, eval(b)]", "q??[one, -3]", "full(q) && (nempty(q) || a)", "P@here", "P[a + 1]@here && P:x[2] == P[0]:n",
        "_nr_pr + _last", "np_", "timeout", "two == 1", "a < -b", "'x' + '\\n'", "4294967295 + 2147483648"}) {
    const auto once = reading(expression);
    EXPECT_EQ(reading(once), once) << expression;
  }
}

TEST(Expression, computes_constants_in_32_bits) {
  const auto value = [](const std::string& expression) { return fold(*parse_expression(model(), "test", expression)); };
  EXPECT_EQ(value("2147483647 + 1"), -2147483647 - 1);
  EXPECT_EQ(value("4294967295"), -1);
  EXPECT_EQ(value("-2147483648 / -1"), -2147483647 - 1);
  EXPECT_EQ(value("-7 / 2"), -3);
  EXPECT_EQ(value("-7 % 2"), -1);
  EXPECT_EQ(value("1 << 31"), -2147483647 - 1);
  EXPECT_EQ(value("-8 >> 1"), -4);
  EXPECT_EQ(value("~0 ^ 5"), -6);
  EXPECT_EQ(value("two * 10 + one"), 12);  // numbered backwards: one is 2, two is 1
  EXPECT_EQ(value("(1 > 2 -> 3 : 4)"), 4);
  EXPECT_EQ(value("1 / 0"), std::nullopt);
  EXPECT_EQ(value("1 % 0"), std::nullopt);
  EXPECT_EQ(value("1 << 32"), std::nullopt);
  EXPECT_EQ(value("a"), std::nullopt);
}

TEST(Expression, on_top_of_a_model_is_refused_with_its_own_name) {
  EXPECT_EQ(refusal(""), "test:1:1: error: expected an expression, found the end of the text");
  EXPECT_EQ(refusal("a +"), "test:1:4: error: expected an expression, found the end of the text");
  EXPECT_EQ(refusal("a b"), "test:1:3: error: expected an operator or the end, found 'b'");
  EXPECT_EQ(refusal("nothing == 1"), "test:1:1: error: 'nothing' is not declared");
  EXPECT_EQ(refusal("x[0] == 1"), "test:1:1: error: 'x' is not declared");  // a local is not in sight
  EXPECT_EQ(refusal("P:z"), "test:1:3: error: proctype 'P' has no local variable 'z'");
  EXPECT_EQ(refusal("P:x"), "test:1:3: error: 'x' is an array of 3: an index is missing");
  EXPECT_EQ(refusal("P@there"), "test:1:3: error: proctype 'P' has no label 'there'");
  EXPECT_EQ(refusal("_pid == 1"), "test:1:1: error: '_pid' has a value only in a process");
  EXPECT_EQ(refusal("run P(1)"), "test:1:1: error: 'run' can only be used in the body of a process");
  EXPECT_EQ(refusal("!full(q)"), "test:1:2: error: 'full' may only be combined by && and ||; its negation is 'nfull'");
  EXPECT_EQ(refusal("a = 1"), "test:1:3: error: expected an operator or the end, found '='");
  EXPECT_EQ(refusal("\xff"), "test:1:1: error: the byte 0xff has no meaning in Promela");
}

TEST(Expression, of_any_shape_stays_within_the_stack) {
  for (const std::string piece :
       {"(", "!", "-", "v[", "(a -> 1 : ", "q?[eval(", "t.f[", "P[", "a +", "a == ", "len("}) {
    std::string deep;
    for (int i = 0; i < 100'000; ++i) deep += piece;
    EXPECT_NE(refusal(deep).find("error"), std::string::npos) << piece;
  }
}

}  // namespace
}  // namespace waymark::promela
