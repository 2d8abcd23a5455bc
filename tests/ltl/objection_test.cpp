#include "ltl/objection.hpp"

#include <gtest/gtest.h>

#include "ltl/random_formula.hpp"

namespace waymark::ltl {
namespace {

const std::vector<std::string> propositions_pq = {"p", "q"};

Objection objection_of(const std::string& formula, const std::vector<std::uint64_t>& letters, std::size_t loop) {
  return object_to(LassoWord(letters, loop, propositions_pq), *parse(formula, "test"));
}

TEST(Objection, says_what_never_comes_and_from_when_it_was_promised) {
  // p in letters 1 and 3, q in letter 2.
  const Objection found = objection_of("[] (p -> <> q)", {0, 1, 2, 1, 0}, 4);
  EXPECT_EQ(found.wanted, "q");
  EXPECT_TRUE(found.never);
  EXPECT_EQ(found.from, 3u);
  EXPECT_EQ(found.because, "p");
  EXPECT_EQ(found.because_at, 3u);
}

TEST(Objection, says_where_something_fails_first) {
  const Objection found = objection_of("[] p", {1, 0, 1, 0}, 0);
  EXPECT_EQ(found.wanted, "p");
  EXPECT_FALSE(found.never);
  EXPECT_EQ(found.from, 1u);
  EXPECT_EQ(found.because, "");
}

TEST(Objection, tells_the_letter_of_a_demand_from_that_of_what_it_demands) {
  const Objection found = objection_of("[] (p -> X q)", {0, 1, 0}, 2);
  EXPECT_EQ(found.wanted, "q");
  EXPECT_EQ(found.from, 2u);
  EXPECT_EQ(found.because_at, 1u);
}

// What is wanted has to be missing where the objection says so, by the definition of the formulas.
TEST(Objection, is_true_of_random_words) {
  Coin coin(7);
  int objections = 0;
  for (unsigned round = 0; round < 20'000; ++round) {
    const FormulaPtr formula = random_formula(coin, round % 6, 2, true);
    const auto& [letters, loop] = random_word(coin, 2, 6);
    const LassoWord word(letters, loop, propositions_pq);
    if (word.values(*formula).front()) continue;
    ++objections;
    const Objection found = object_to(word, *formula);
    ASSERT_LT(found.from, letters.size()) << text(*formula);
    const LassoWord::Values values = word.values(*parse(found.wanted, "test"));
    std::size_t at = found.from;
    for (std::size_t i = 0; i < (found.never ? letters.size() : 1); ++i, at = word.after(at)) {
      ASSERT_FALSE(values[at]) << text(*formula) << " wants " << found.wanted << " from " << found.from;
    }
    if (found.because.empty()) continue;
    ASSERT_TRUE(word.values(*parse(found.because, "test"))[found.because_at])
        << text(*formula) << " because " << found.because;
  }
  EXPECT_GT(objections, 5'000);
}

}  // namespace
}  // namespace waymark::ltl
