// States as several workers write them: equal codes for equal states alone, whoever wrote them, and everybody reads
// them.
#include "store/coding.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace waymark::store {
namespace {

using containers::Word;
using Words = std::vector<Word>;

void expect_codes_of_states(Coding::Kind kind, std::size_t least, unsigned seed) {
  base::Budget budget(std::uint64_t{1} << 28);
  {
    Coding coding(budget, kind, 0);
    const std::vector<std::unique_ptr<Coder>> coders = [&] {
      std::vector<std::unique_ptr<Coder>> made;
      for (unsigned i = 0; i < 3; ++i) made.push_back(coding.make());
      return made;
    }();
    ASSERT_TRUE(coding.prepare(10'000));
    std::map<Words, Words> codes;
    std::map<Words, Words> states;
    std::mt19937 engine(seed);
    for (unsigned turn = 0; turn < 2'000; ++turn) {
      Words state(turn == 0 ? least : least + engine() % 20 * (engine() % 4 == 0 ? 1 : 0));
      for (Word& word : state) word = static_cast<Word>(engine() % 3);
      const std::vector<std::uint32_t> cuts{static_cast<std::uint32_t>(state.size())};
      const auto view = coders[engine() % 3]->encode({state, state.empty() ? std::span<const std::uint32_t>{} : cuts});
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

TEST(Coding, gives_equal_codes_to_equal_states_alone_of_any_length) {
  for (const Coding::Kind kind : {Coding::Kind::collapse, Coding::Kind::tree}) {
    for (const std::size_t least : {0, 1, 2, 3, 12}) {
      expect_codes_of_states(kind, least, static_cast<unsigned>(least) + 1);
      ASSERT_FALSE(HasFatalFailure()) << "from " << least << " words on";
    }
  }
}

}  // namespace
}  // namespace waymark::store
