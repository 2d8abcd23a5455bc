// Sequences against a plain list of what went in.
#include "containers/sequences.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace waymark::containers {
namespace {

using Sequence = std::vector<Word>;

std::uint64_t draw_length(std::mt19937_64& random) {
  switch (random() % 50) {
    case 0:
      return 4090 + random() % 12;  // about where the length needs a word of its own
    case 1:
      return random() % 40 == 0 ? (1u << 20) + random() % 3 : 900;  // and a chunk of its own
    default:
      return random() % 9;
  }
}

// Whoever looks ahead asks before anything is there, after everything was forgotten, and for what is not there.
TEST(Sequences, approaching_what_is_not_there_finds_nothing) {
  base::Budget budget(std::uint64_t{1} << 28);
  Sequences sequences(budget);
  std::mt19937_64 random(7);
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(sequences.prefetch_entry(random()), Sequences::none);
    EXPECT_EQ(sequences.number_at(sequences.prefetch_entry(random()), Sequence{1, 2}), Sequences::none);
    for (Word i = 0; i < 2000; ++i) {
      const Sequence one{i, i % 7, 3};
      const std::uint64_t before = sequences.number_at(sequences.prefetch_entry(mix_words(one)), one);
      EXPECT_EQ(before, Sequences::none);
      EXPECT_EQ(sequences.insert(one).number, i);
      const std::uint64_t place = sequences.prefetch_entry(mix_words(one));
      EXPECT_TRUE(place == Sequences::none || sequences.number_at(place, one) == i);
    }
    sequences.retain([](std::uint64_t) { return false; }, [](std::uint64_t) { return std::uint64_t{0}; });
  }
}

TEST(Sequences, retain_keeps_what_stays_in_its_order_and_goes_on) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    std::mt19937_64 random(seed);
    base::Budget budget(std::uint64_t{1} << 32);
    {
      Sequences sequences(budget);
      std::vector<Sequence> list;
      for (int round = 0; round < 6; ++round) {
        for (int i = 0; i < 700; ++i) {
          Sequence one(draw_length(random));
          for (Word& word : one) word = static_cast<Word>(random() % 3);
          const std::uint64_t hash = mix_words(one);
          const auto at = static_cast<std::uint64_t>(std::find(list.begin(), list.end(), one) - list.begin());
          ASSERT_EQ(sequences.find(one, hash), at == list.size() ? Sequences::none : at);
          if (at != list.size()) continue;
          ASSERT_EQ(sequences.add(one, hash), at);
          list.push_back(one);
        }
        const std::uint64_t share = random() % 11;  // in tenths; from none to all
        std::vector<bool> stays(list.size());
        for (std::size_t i = 0; i < stays.size(); ++i) stays[i] = random() % 10 < share;
        sequences.retain([&](std::uint64_t number) { return stays[number]; },
                         [&](std::uint64_t number) { return mix_words(list[number]); });
        std::size_t kept = 0;
        for (std::size_t i = 0; i < stays.size(); ++i) {
          if (!stays[i]) {
            ASSERT_EQ(sequences.find(list[i]), Sequences::none);
            continue;
          }
          if (kept != i) list[kept] = std::move(list[i]);
          ++kept;
        }
        list.resize(kept);
        ASSERT_EQ(sequences.size(), kept);
        for (std::size_t i = 0; i < kept; ++i) {
          ASSERT_EQ(sequences.find(list[i]), i);
          const std::size_t any = random() % kept;
          for (const std::size_t number : {i, any}) {
            const auto words = sequences.at(number);
            ASSERT_TRUE(std::equal(words.begin(), words.end(), list[number].begin(), list[number].end()));
          }
        }
      }
    }
    EXPECT_EQ(budget.used(), 0u);
  }
}

}  // namespace
}  // namespace waymark::containers
