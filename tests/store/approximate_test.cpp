#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "store/auto.hpp"
#include "store/bitstate.hpp"
#include "store/hash_compact.hpp"
#include "store/level_compact.hpp"

namespace waymark::store {
namespace {

// Inserts random states, some again; answers how many new ones were taken for known.
template <typename S>
std::uint64_t missed(S& store, std::uint32_t count) {
  std::mt19937 engine(3);
  std::set<std::uint32_t> met;
  std::uint64_t missed = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t value = static_cast<std::uint32_t>(engine()) % (2 * count);
    const containers::Word words[] = {value, value / 7, 5};
    const bool fresh = met.insert(value).second;
    const Found found = store.insert({words});
    EXPECT_TRUE(fresh || found.seen == Seen::known);
    if (fresh && found.seen == Seen::known) ++missed;
  }
  EXPECT_EQ(store.size() + missed, met.size());
  return missed;
}

TEST(HashCompact, misses_nothing_with_64_bits_and_as_much_as_it_says_with_few) {
  base::Budget budget(std::uint64_t{1} << 30);
  HashCompact full(budget, {});
  EXPECT_EQ(missed(full, 100'000), 0u);
  EXPECT_LT(full.expected_omissions(), 1e-9);
  EXPECT_EQ(full.promise(), Promise::may_omit);
  for (const unsigned bits : {17u, 18u, 20u}) {
    HashCompact narrow(budget, {.hash = {.bits = bits}});
    const auto lost = static_cast<double>(missed(narrow, 100'000));
    EXPECT_GT(lost, 1000);
    EXPECT_NEAR(narrow.expected_omissions(), lost, lost / 20) << bits;
  }
}

// With words of different lengths, so that one does not fit where the other was.
TEST(LevelCompact, keeps_of_states_with_one_hash_the_one_that_is_preferred) {
  using State = std::vector<containers::Word>;
  base::Budget budget(std::uint64_t{1} << 30);
  {
    LevelCompact store(budget, {.seed = 1, .bits = 2}, nullptr);
    const auto state = [](containers::Word i) { return State(1 + i % 3, i); };
    const auto words = [&](std::uint64_t number) {
      const auto kept = store.words(number);
      return State(kept.begin(), kept.end());
    };
    std::map<std::uint64_t, State> kept;
    for (containers::Word i = 0; i < 40; ++i) {
      const Found found = store.insert({state(i)});
      ASSERT_NE(found.seen, Seen::no_room);
      if (found.seen == Seen::known && i % 2 == 0) {
        ASSERT_TRUE(store.prefer(found.number, state(i)));
      }
      if (found.seen == Seen::fresh || i % 2 == 0) kept[found.number] = state(i);
      EXPECT_EQ(words(found.number), kept[found.number]);
    }
    ASSERT_EQ(store.size(), 4u);
    store.next_level();
    for (const auto& [number, it] : kept) EXPECT_EQ(words(number), it);
    EXPECT_EQ(store.insert({state(3)}).seen, Seen::known);
  }
  EXPECT_EQ(budget.used(), 0u);
}

TEST(HashCompact, numbers_states_as_a_map_does_however_its_table_grows) {
  for (const std::uint64_t memory : {std::uint64_t{1} << 30, std::uint64_t{1} << 20}) {
    base::Budget budget(memory);
    HashCompact store(budget, {.hash = {.seed = 7}});
    std::map<std::uint32_t, std::uint64_t> numbers;
    std::mt19937 engine(5);
    bool full = false;
    for (int i = 0; i < 150'000 && !full; ++i) {
      const std::uint32_t value = static_cast<std::uint32_t>(engine()) % 100'000;
      const containers::Word words[] = {value, 1};
      const Found found = store.insert({words});
      full = found.seen == Seen::no_room;
      if (full) break;
      const auto [at, fresh] = numbers.emplace(value, numbers.size());
      ASSERT_EQ(found.seen, fresh ? Seen::fresh : Seen::known);
      ASSERT_EQ(found.number, at->second);
    }
    EXPECT_EQ(full, memory == std::uint64_t{1} << 20);
    // 8 bytes of hash and 5 of slot, in a table that is nearly full where memory is short.
    if (full) {
      EXPECT_GT(numbers.size(), memory / 15);
    }
    for (const auto& [value, number] : numbers) {
      const containers::Word words[] = {value, 1};
      ASSERT_EQ(store.insert({words}).number, number);
    }
  }
}

TEST(Bitstate, misses_about_as_much_as_it_says) {
  base::Budget budget(std::uint64_t{1} << 30);
  const auto roomy = Bitstate::make(budget, {.bytes = std::uint64_t{1} << 22, .functions = 3, .seed = 1});
  EXPECT_LT(missed(*roomy, 100'000), 20u);
  for (const unsigned functions : {1u, 2u, 3u, 5u}) {
    const auto tight = Bitstate::make(budget, {.bytes = 50'000, .functions = functions, .seed = 1});
    const auto lost = static_cast<double>(missed(*tight, 100'000));
    EXPECT_GT(lost, 1000);
    EXPECT_NEAR(tight->expected_omissions(), lost, lost / 20) << functions;
  }
  EXPECT_EQ(Bitstate::make(budget, {.bytes = std::uint64_t{1} << 40}), nullptr);
}

TEST(Frontier, gives_back_what_is_not_dropped_in_any_order) {
  base::Budget budget(std::uint64_t{1} << 30);
  {
    Frontier frontier(budget, 1000);
    std::mt19937 engine(1);
    const auto words_of = [](std::uint64_t number) {
      return std::vector<containers::Word>(number % 7 == 0 ? number : number % 40,
                                           static_cast<containers::Word>(number));
    };
    std::uint64_t first = 1000;
    std::uint64_t end = 1000;
    for (int i = 0; i < 20'000; ++i) {
      if (engine() % 3 != 0) {
        const auto words = words_of(end);
        ASSERT_TRUE(frontier.room_for(words.size()));
        frontier.push(words);
        ++end;
      } else if (first < end) {
        frontier.drop(first++);
      }
      if (first == end) continue;
      const std::uint64_t number = engine() % 2 == 0 ? first : first + engine() % (end - first);
      const auto words = frontier.words(number);
      ASSERT_TRUE(std::ranges::equal(words, words_of(number)));
    }
    EXPECT_EQ(frontier.bytes(), budget.used());
  }
  EXPECT_EQ(budget.used(), 0u);
}

// Neighbours differ in both halves, as the states of a program do: a tree has few different halves.
std::vector<containers::Word> words_of_auto(std::uint32_t value) {
  std::vector<containers::Word> words(12);
  for (std::size_t i = 0; i < 12; ++i, value /= 6) words[i % 2 * 6 + i / 2] = value % 6;
  return words;
}

// Inserts states in breadth-first order, as a search that expands one for every two that it finds.
TEST(Auto, goes_through_all_stages_and_keeps_what_it_knows) {
  base::Budget budget(std::uint64_t{3} << 19);
  {
    Auto store(budget, {.seed = 3, .words = Words::to_expand});
    std::map<std::vector<containers::Word>, std::uint64_t> numbers;
    std::vector<std::vector<containers::Word>> by_number;
    std::uint64_t expanded = 0;
    for (std::uint32_t value = 0; value < 300'000; ++value) {
      const auto words = words_of_auto(value);
      const Found found = store.insert({words});
      if (found.seen == Seen::no_room) break;
      if (found.seen == Seen::known) {
        EXPECT_TRUE(store.promise() == Promise::may_omit || numbers.contains(words));
        continue;
      }
      ASSERT_EQ(found.number, by_number.size());
      ASSERT_TRUE(numbers.emplace(words, found.number).second) << "a known state was taken for new";
      by_number.push_back(words);
      if (value % 16 == 0) {  // what was known stays known, by its number where there are numbers
        const std::size_t old = value / 2 % by_number.size();
        const Found again = store.insert({by_number[old]});
        ASSERT_EQ(again.seen, Seen::known);
        if (store.stage() != Auto::Stage::bitstate) {
          ASSERT_EQ(again.number, old);
        }
      }
      for (; expanded < by_number.size() * 9 / 10; ++expanded) {
        ASSERT_TRUE(std::ranges::equal(store.words(expanded), by_number[expanded])) << name(store.stage());
        store.left(expanded);
      }
    }
    ASSERT_EQ(store.changes().size(), 3u);
    EXPECT_EQ(store.stage(), Auto::Stage::bitstate);
    EXPECT_GT(by_number.size(), store.changes().back().states * 2);
    EXPECT_LE(budget.used(), budget.limit());
  }
  EXPECT_EQ(budget.used(), 0u);
}

TEST(Auto, makes_room_for_whoever_else_asks_and_stops_where_numbers_are_needed) {
  base::Budget budget(std::uint64_t{2} << 20);
  Auto store(budget, {.last = Auto::Stage::hash_compact});
  std::uint32_t value = 0;
  while (store.changes().empty()) {
    const Found found = store.insert({words_of_auto(value++)});
    ASSERT_NE(found.seen, Seen::no_room);
  }
  EXPECT_EQ(store.stage(), Auto::Stage::tree);
  // Somebody wants most of the memory: the tree has to go.
  std::uint64_t taken = 0;
  while (store.stage() == Auto::Stage::tree && budget.take(1024)) taken += 1024;
  EXPECT_EQ(store.stage(), Auto::Stage::hash_compact);
  const std::uint64_t states = store.size();
  while (budget.take(1024)) taken += 1024;
  for (std::uint32_t i = 0; i < value - 1; ++i) ASSERT_EQ(store.insert({words_of_auto(i)}).seen, Seen::known);
  EXPECT_EQ(store.size(), states);
  EXPECT_EQ(store.changes().size(), 2u);
  budget.give_back(taken);
}

}  // namespace
}  // namespace waymark::store
