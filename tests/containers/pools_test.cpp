#include "containers/pools.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <unordered_map>

#include "containers/pair_tables.hpp"

namespace waymark::containers {
namespace {

TEST(PairTable, numbers_pairs_as_a_map_does) {
  base::Budget budget(1 << 28);
  PairTable table(budget);
  std::map<std::pair<Word, Word>, std::uint32_t> expected;
  std::mt19937_64 random(1);
  for (int i = 0; i < 700000; ++i) {
    // Dense small ones, as node numbers are, and a few from the whole range.
    const std::uint64_t bits = random();
    Pair pair{static_cast<Word>(bits % 700), static_cast<Word>(bits / 700 % 700)};
    if (bits >> 60 == 0) pair = {static_cast<Word>(bits), static_cast<Word>(bits >> 32)};
    const auto [at, fresh] = expected.try_emplace({pair.left, pair.right}, static_cast<std::uint32_t>(expected.size()));
    const auto answer = table.insert(pair.left, pair.right);
    ASSERT_EQ(answer.fresh, fresh);
    ASSERT_EQ(answer.number, at->second);
  }
  ASSERT_EQ(table.size(), expected.size());
  EXPECT_GT(table.size(), 300000u);  // past the first chunk
  for (const auto& [pair, number] : expected) ASSERT_EQ(table.at(number), (Pair{pair.first, pair.second}));
}

TEST(PairTable, does_not_mix_up_left_and_right_or_the_extremes) {
  base::Budget budget(1 << 20);
  PairTable table(budget);
  const std::vector<Pair> pairs{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {~0u, 0}, {0, ~0u}, {~0u, ~0u}, {1, ~0u}, {~0u, 1}};
  for (std::uint32_t i = 0; i < pairs.size(); ++i) ASSERT_EQ(table.insert(pairs[i].left, pairs[i].right).number, i);
  for (std::uint32_t i = 0; i < pairs.size(); ++i) ASSERT_EQ(table.insert(pairs[i].left, pairs[i].right).number, i);
}

TEST(PairTable, keeps_a_pair_in_the_bits_of_its_words_and_six_bytes) {
  base::Budget budget(1 << 28);
  PairTable table(budget);
  for (Word n = 0; n < 3000000; ++n) {
    (void)table.insert(n / 1000, n % 1000 + n);
    if (n >= 1000000 && n % 50000 == 0) {
      // 12 and 22 bits for the pair, and 4 / 0.72 for the index; a quarter of the last chunk may be empty still.
      ASSERT_LE(static_cast<double>(table.bytes()), (34.0 / 8 + 5.6) * table.size() + (1 << 20));
    }
  }
}

TEST(PairTable, keeps_pairs_whose_words_grow) {
  base::Budget budget(1 << 28);
  PairTable table(budget);
  const auto pair_of = [](std::uint32_t n) {
    // Up to 32 bits for each, the left ones first.
    const auto bits = [n](std::uint32_t longest, std::uint32_t from) {
      return std::min<std::uint32_t>(longest, 1 + (n > from ? (n - from) >> 14 : 0));
    };
    const Word left = static_cast<Word>((std::uint64_t{1} << bits(32, 0)) - 1);
    return Pair{left, n % 3 == 0 ? n : static_cast<Word>(n | ((std::uint64_t{1} << bits(32, 300000)) - 1) << 20)};
  };
  std::map<std::pair<Word, Word>, std::uint32_t> expected;
  for (std::uint32_t n = 0; n < 1200000; ++n) {
    const Pair pair = pair_of(n);
    const auto [at, fresh] = expected.try_emplace({pair.left, pair.right}, static_cast<std::uint32_t>(expected.size()));
    ASSERT_EQ(table.insert(pair.left, pair.right).number, at->second);
  }
  EXPECT_GT(table.size(), 1u << 19);  // past the first chunk
  for (const auto& [pair, number] : expected) ASSERT_EQ(table.at(number), (Pair{pair.first, pair.second}));
}

TEST(PairTable, says_no_room_and_forgets_nothing) {
  for (const std::uint64_t limit : {0u, 500u, 3000u, 30000u, 500000u, 5000000u}) {
    base::Budget budget(limit);
    PairTable table(budget);
    Word n = 0;
    while (table.insert(n, n / 2).fresh) {
      ++n;
      ASSERT_LE(budget.used(), limit);
    }
    EXPECT_GE(n, limit / 40);
    EXPECT_EQ(table.size(), n);
    EXPECT_EQ(table.insert(n, n / 2).number, PairTable::none);
    for (Word i = 0; i < n; ++i) ASSERT_EQ(table.insert(i, i / 2).number, i);
  }
}

TEST(PairTable, is_full_at_its_most) {
  base::Budget budget(1 << 24);
  PairTable table(budget, PairTable::Recent::forgotten, 1000);
  for (Word n = 0; n < 1000; ++n) {
    ASSERT_FALSE(table.is_full());
    ASSERT_EQ(table.insert(n, n / 2).number, n);
  }
  EXPECT_TRUE(table.is_full());
  const std::uint64_t bytes = table.bytes();
  for (Word n = 1000; n < 2000; ++n) ASSERT_EQ(table.insert(n, n / 2).number, PairTable::none);
  EXPECT_EQ(table.bytes(), bytes);
  for (Word n = 0; n < 1000; ++n) ASSERT_EQ(table.find(n, n / 2), n);
}

// Numbers, finds and pairs are those of a map, however many tables there are; and after close() the pairs are there.
TEST(PairTables, number_pairs_as_a_map_does) {
  for (const std::uint32_t most : {1u, 7u, 1000u, PairTable::numbers}) {
    base::Budget budget(1 << 26);
    PairTables tables(budget, most);
    std::map<std::pair<Word, Word>, std::uint64_t> expected;
    std::mt19937_64 random(most);
    const Word values = most < 10 ? 12 : 120;
    for (int i = 0; i < 40000; ++i) {
      const std::uint64_t bits = random();
      const Pair pair{static_cast<Word>(bits % values), static_cast<Word>(bits >> 32) % values};
      tables.expect(pair.left, pair.right);
      const auto known = expected.find({pair.left, pair.right});
      ASSERT_EQ(tables.find(pair.left, pair.right), known == expected.end() ? PairTables::none : known->second);
      const auto [at, fresh] = expected.try_emplace({pair.left, pair.right}, expected.size());
      const auto answer = tables.insert(pair.left, pair.right);
      ASSERT_EQ(answer.fresh, fresh);
      ASSERT_EQ(answer.number, at->second);
      ASSERT_EQ(tables.size(), expected.size());
    }
    EXPECT_GT(tables.size(), 100u);
    EXPECT_LE(budget.used(), tables.bytes());
    tables.close();
    for (const auto& [pair, number] : expected) ASSERT_EQ(tables.at(number), (Pair{pair.first, pair.second}));
  }
}

TEST(PairTables, say_no_room_and_forget_nothing) {
  base::Budget budget(60000);
  PairTables tables(budget, 900);
  Word n = 0;
  while (tables.insert(n, n / 2).fresh) ++n;
  EXPECT_GT(n, 2000u);  // in several tables
  EXPECT_LE(budget.used(), 60000u);
  EXPECT_EQ(tables.size(), n);
  EXPECT_EQ(tables.insert(n, n / 2).number, PairTables::none);
  for (Word i = 0; i < n; ++i) ASSERT_EQ(tables.insert(i, i / 2).number, i);
}

TEST(Pools, keeps_equal_parts_and_pairs_once) {
  base::Budget budget(1 << 20);
  Pools pools(budget);
  const std::vector<Word> a{1, 2, 3};
  const std::vector<Word> b{1, 2};
  const std::uint32_t first = pools.part(a);
  const std::uint32_t second = pools.part(b);
  EXPECT_NE(first, second);
  EXPECT_EQ(pools.part(a), first);
  EXPECT_EQ(pools.part_at(first).size(), 3u);
  EXPECT_EQ(pools.part_at(second).size(), 2u);
  const std::uint32_t pair = pools.pair(first, second);
  EXPECT_NE(pools.pair(second, first), pair);
  EXPECT_EQ(pools.pair(first, second), pair);
  EXPECT_EQ(pools.pair_at(pair), (Pair{first, second}));
  EXPECT_EQ(pools.parts(), 2u);
  EXPECT_EQ(pools.pairs(), 2u);
}

TEST(Pools, answers_none_when_there_is_no_room) {
  base::Budget budget(0);
  Pools pools(budget);
  const std::vector<Word> part{1};
  EXPECT_EQ(pools.part(part), Pools::none);
  EXPECT_EQ(pools.pair(0, 0), Pools::none);
}

}  // namespace
}  // namespace waymark::containers
