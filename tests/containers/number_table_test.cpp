// NumberTable against a map, with hashes so poor that most numbers collide.
#include "containers/number_table.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

namespace waymark::containers {
namespace {

TEST(NumberTable, finds_what_was_added_and_nothing_else) {
  for (const std::uint32_t hashes : {1U, 7U, 1'000'000'000U}) {
    std::mt19937_64 random(hashes);
    NumberTable table;
    std::vector<std::uint64_t> keys{0};  // by number, from 1
    std::map<std::uint64_t, std::uint32_t> numbers;
    const auto hash = [&](std::uint64_t key) { return static_cast<std::uint32_t>(key * 2654435761U % hashes); };
    const auto find = [&](std::uint64_t key) {
      return table.find(hash(key), [&](std::uint32_t number) { return keys[number] == key; });
    };
    for (int round = 0; round < 3000; ++round) {
      const std::uint64_t key = random() % 2000;
      const auto known = numbers.find(key);
      ASSERT_EQ(find(key), known == numbers.end() ? NumberTable::none : known->second);
      if (known == numbers.end()) {
        keys.push_back(key);
        numbers[key] = static_cast<std::uint32_t>(keys.size() - 1);
        table.insert(hash(key), numbers[key]);
      }
      ASSERT_EQ(table.size(), numbers.size());
      if (round == 1000) {  // all that was known is gone, and the table goes on
        table.clear();
        numbers.clear();
      }
    }
    ASSERT_GT(numbers.size(), 1000U);
  }
}

TEST(NumberTable, any_shows_every_number_until_one_is_enough) {
  NumberTable table;
  std::set<std::uint32_t> shown;
  const auto show = [&](std::uint32_t number) {
    shown.insert(number);
    return false;
  };
  EXPECT_FALSE(table.any(show));
  for (std::uint32_t number = 1; number <= 100; ++number) table.insert(number % 10, number);
  EXPECT_FALSE(table.any(show));
  EXPECT_EQ(shown.size(), 100U);
  EXPECT_TRUE(table.any([](std::uint32_t number) { return number == 73; }));
  std::size_t calls = 0;
  EXPECT_TRUE(table.any([&](std::uint32_t) { return ++calls == 5; }));
  EXPECT_EQ(calls, 5U);
}

}  // namespace
}  // namespace waymark::containers
