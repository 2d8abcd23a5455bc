#include "model/flat_state.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace waymark::model {
namespace {

// The fingerprint of a state that got where it is without a past.
Fingerprint from_scratch(const FlatState& state, const Key& key) {
  FlatState fresh;
  fresh.key(key);
  fresh.load(state.pack().words);
  for (std::uint32_t part = 0; part < state.part_count(); ++part) {
    fresh.declare_part(state.part_name(part), static_cast<std::uint32_t>(state.part_bytes(part).size() / 4));
  }
  return fresh.fingerprint();
}

TEST(FlatState, fingerprint_is_a_function_of_the_state_whatever_happened_before) {
  const Key key = Key::secret({1, 2, 3});
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 engine(seed);
    const auto random = [&engine] { return static_cast<std::uint32_t>(engine()); };
    FlatState state;
    state.key(key);
    state.push_part(7, 3);
    std::vector<Mark> marks;
    for (int step = 0; step < 600; ++step) {
      switch (random() % 9) {
        case 0:
          if (state.part_count() < 6) state.push_part(random() % 4, 1 + random() % 3);
          break;
        case 1:
          if (state.part_count() > 1) state.pop_part();
          break;
        case 2:
          marks.push_back(state.mark());
          break;
        case 3:
        case 4:
          if (marks.empty()) break;
          marks.resize(1 + random() % marks.size());
          state.rewind(marks.back());
          break;
        case 5: {
          const std::uint32_t offset = random() % state.size();
          const std::uint32_t length = std::min<std::uint32_t>(random() % 9, state.size() - offset);
          std::uint8_t* const bytes = state.edit(offset, length);
          for (std::uint32_t i = 0; i < length; ++i) bytes[i] = static_cast<std::uint8_t>(random());
          break;
        }
        case 6:
          ASSERT_EQ(state.fingerprint(), from_scratch(state, key)) << "seed " << seed << ", step " << step;
          break;
        default:
          state.set<std::uint8_t>(random() % state.size(), static_cast<std::uint8_t>(random() % 3));
      }
    }
    ASSERT_EQ(state.fingerprint(), from_scratch(state, key)) << "seed " << seed;
  }
}

TEST(FlatState, fingerprint_survives_long_stretches_in_which_nobody_asks) {
  const Key key = Key::secret({9});
  FlatState state;
  state.key(key);
  state.push_part(1, 2);
  state.push_part(2, 2);
  static_cast<void>(state.fingerprint());
  const Mark start = state.mark();
  for (std::uint32_t i = 0; i < 10'000; ++i) {
    state.set<Word>(i % 4 * 4, i);
    if (i % 7 != 0) state.rewind(start);
  }
  EXPECT_EQ(state.fingerprint(), from_scratch(state, key));
  EXPECT_LT(state.held_bytes(), 100'000u);
}

TEST(FlatState, fingerprint_tells_names_lengths_and_keys_apart) {
  const auto fingerprint = [](const Key& key, std::uint64_t name, std::uint32_t words) {
    FlatState state;
    state.key(key);
    state.push_part(name, words);
    return state.fingerprint();
  };
  const Key key = Key::secret({5});
  const Fingerprint first = fingerprint(key, 1, 2);
  EXPECT_EQ(first, fingerprint(key, 1, 2));
  EXPECT_NE(first, fingerprint(key, 2, 2));
  EXPECT_NE(first, fingerprint(key, 1, 3));
  EXPECT_NE(first, fingerprint(Key::secret({6}), 1, 2));
  EXPECT_NE(first, (Fingerprint{}));
}

}  // namespace
}  // namespace waymark::model
