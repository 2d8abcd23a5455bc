// States as several workers write them: equal codes for equal states alone, whoever wrote them, and everybody reads
// them.
#include "store/tree_coding.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <vector>

namespace waymark::store {
namespace {

using containers::Word;
using Words = std::vector<Word>;

void expect_codes_of_states(std::size_t least, unsigned seed) {
  base::Budget budget(std::uint64_t{1} << 28);
  {
    TreeCoding coding(budget, 0);
    const std::array<TreeCoder*, 3> coders{&coding.make(), &coding.make(), &coding.make()};
    ASSERT_TRUE(coding.prepare(10'000));
    std::map<Words, Words> codes;
    std::map<Words, Words> states;
    std::mt19937 engine(seed);
    for (unsigned turn = 0; turn < 2'000; ++turn) {
      Words state(turn == 0 ? least : least + engine() % 20 * (engine() % 4 == 0 ? 1 : 0));
      for (Word& word : state) word = static_cast<Word>(engine() % 3);
      const auto view = coders[engine() % 3]->encode(state);
      ASSERT_TRUE(view.has_value());
      const Words code(view->begin(), view->end());
      const auto [of_state, first_of_state] = codes.emplace(state, code);
      const auto [of_code, first_of_code] = states.emplace(code, state);
      ASSERT_EQ(of_state->second, code);
      ASSERT_EQ(of_code->second, state);
      const auto& [known, written] = *std::next(states.begin(), static_cast<std::ptrdiff_t>(engine() % states.size()));
      const auto read = coders[engine() % 3]->decode(known);
      ASSERT_EQ(Words(read.begin(), read.end()), written);
    }
    EXPECT_GT(states.size(), 100u);
  }
  EXPECT_EQ(budget.used(), 0u);
}

TEST(TreeCoding, gives_equal_codes_to_equal_states_alone_of_any_length) {
  for (const std::size_t least : {0, 1, 2, 3, 12}) {
    expect_codes_of_states(least, static_cast<unsigned>(least) + 1);
    ASSERT_FALSE(HasFatalFailure()) << "from " << least << " words on";
  }
}

}  // namespace
}  // namespace waymark::store
