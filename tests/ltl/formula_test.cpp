#include "ltl/formula.hpp"

#include <gtest/gtest.h>

#include "base/diagnostics.hpp"

namespace waymark::ltl {
namespace {

std::string again(const std::string& written) { return text(*parse(written, "test")); }

TEST(Formula, reads_spins_signs_words_and_the_letters_of_the_literature_alike) {
  const std::string expected = "[] (p -> <> q)";
  for (const char* written :
       {"[](p -> <>q)", "always (p implies eventually q)", "G(p => F q)", "[] ((p) -> (<> (q)))"}) {
    EXPECT_EQ(again(written), expected) << written;
  }
  EXPECT_EQ(again("p U q V r"), "p U q V r");
  EXPECT_EQ(again("p until (q release r)"), "p U (q V r)");
  EXPECT_EQ(again("p weakuntil q || ~r & X s"), "p W q || !r && X s");
  EXPECT_EQ(again("a <=> b <-> c"), "a <-> b <-> c");
  EXPECT_EQ(again("next true || false"), "X true || false");
}

TEST(Formula, takes_any_text_without_operators_as_a_proposition) {
  EXPECT_EQ(propositions(*parse("[] (x == 1 -> <> a[i + 1] >= 2)", "test")),
            (std::vector<std::string>{"x == 1", "a[i + 1] >= 2"}));
  EXPECT_EQ(propositions(*parse("(x + 1) * 2 == y U Buffer.full(3, 4)", "test")),
            (std::vector<std::string>{"(x + 1) * 2 == y", "Buffer.full(3, 4)"}));
  EXPECT_EQ(propositions(*parse("Unit U Ware || !Gate", "test")), (std::vector<std::string>{"Unit", "Ware", "Gate"}));
  EXPECT_EQ(propositions(*parse(R"([] "x & 1" -> p != q)", "test")), (std::vector<std::string>{"x & 1", "p != q"}));
  EXPECT_EQ(again(R"([] "x & 1")"), R"([] "x & 1")");
}

TEST(Formula, refuses_with_a_place) {
  const auto why = [](const std::string& written) -> std::string {
    try {
      (void)parse(written, "--ltl");
    } catch (const base::InputError& fault) {
      return fault.what();
    }
    return "accepted";
  };
  EXPECT_EQ(why("[] (p"), "--ltl: error: ')' is expected at column 6 of '[] (p'");
  EXPECT_EQ(why("p U"), "--ltl: error: a formula is expected at column 4 of 'p U'");
  EXPECT_EQ(why("p)"), "--ltl: error: an operator is expected at column 2 of 'p)'");
  EXPECT_EQ(why("U q"), "--ltl: error: a formula is expected before 'U' at column 1 of 'U q'");
  EXPECT_EQ(why(""), "--ltl: error: a formula is expected at column 1 of ''");
  EXPECT_EQ(why("\"p"), "--ltl: error: a closing '\"' is expected at column 1 of '\"p'");
  EXPECT_NE(why(std::string(100'000, '!') + "p").find("too deep"), std::string::npos);
  EXPECT_NE(why(std::string(100'000, '(') + "p").find("too deep"), std::string::npos);
}

TEST(Formula, is_judged_on_lassos) {
  const std::vector<std::string> names{"p", "q"};
  const auto holds = [&](const std::string& formula, const std::vector<std::uint64_t>& word, std::size_t loop) {
    return satisfies(word, loop, *parse(formula, "test"), names);
  };
  // p, then q for ever
  EXPECT_TRUE(holds("p U q", {1, 2}, 1));
  EXPECT_TRUE(holds("X [] q", {1, 2}, 1));
  EXPECT_FALSE(holds("[] <> p", {1, 2}, 1));
  EXPECT_TRUE(holds("<> [] !p", {1, 2}, 1));
  // p and q in turn
  EXPECT_TRUE(holds("[] <> p && [] <> q", {1, 2}, 0));
  EXPECT_FALSE(holds("<> [] p", {1, 2}, 0));
  EXPECT_TRUE(holds("[] (p -> X q)", {1, 2}, 0));
  // p for ever: until needs q, weak until does not
  EXPECT_FALSE(holds("p U q", {1}, 0));
  EXPECT_TRUE(holds("p W q", {1}, 0));
  EXPECT_TRUE(holds("q V p", {1}, 0));
}

TEST(Formula, knows_whether_it_counts_steps) {
  EXPECT_TRUE(uses_next(*parse("[] (p -> X q)", "test")));
  EXPECT_FALSE(uses_next(*parse("[] (p -> <> q)", "test")));
}

}  // namespace
}  // namespace waymark::ltl
