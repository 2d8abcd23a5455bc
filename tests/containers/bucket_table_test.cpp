// BucketTable against a plain list of the keys that went in, with hashes of every kind.
#include "containers/bucket_table.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <random>
#include <thread>
#include <vector>

namespace waymark::containers {
namespace {

// What stands in the table is the place of a hash in a list, and the hash is the key.
struct Listed {
  std::vector<std::uint64_t> keys;
  std::function<std::uint64_t(std::uint64_t)> hash_of_key;
  BucketTable table;
  unsigned threads = 1;  // that make it larger

  [[nodiscard]] std::uint64_t hash(std::uint64_t value) const { return hash_of_key(keys[value]); }
  [[nodiscard]] std::uint64_t find(std::uint64_t key) const {
    return table.find(hash_of_key(key), [&](std::uint64_t value) { return keys[value] == key; });
  }
  [[nodiscard]] bool grow(base::Budget& budget) {
    const auto together = [this](const auto& work) {
      std::vector<std::thread> others;
      for (unsigned i = 1; i < threads; ++i) others.emplace_back([&, i] { work(i, threads); });
      work(0, threads);
      for (std::thread& other : others) other.join();
    };
    return table.grow(
        budget, [&](std::uint64_t value) { return hash(value); },
        [&](const auto& place) {
          for (std::uint64_t value = 0; value < table.size(); ++value) place(hash(value), value);
        },
        together);
  }
  // False if there is no room.
  [[nodiscard]] bool add(base::Budget& budget, std::uint64_t key) {
    if (table.size() >= table.grow_at()) (void)grow(budget);
    if (table.size() >= table.full_at()) return false;
    const std::uint64_t hash = hash_of_key(key);
    BucketTable::Gap gap;
    const bool in_gap = key % 4 == 0;
    if (in_gap) {
      EXPECT_EQ(table.find(
                    hash, [&](std::uint64_t value) { return keys[value] == key; }, gap),
                BucketTable::none);
    }
    keys.push_back(key);
    in_gap ? table.place(gap, hash, keys.size() - 1) : table.place(hash, keys.size() - 1);
    return true;
  }
};

void expect_all(const Listed& listed) {
  for (std::uint64_t value = 0; value < listed.keys.size(); ++value) {
    ASSERT_EQ(listed.find(listed.keys[value]), value);
    ASSERT_EQ(listed.find(listed.keys[value] + 1), BucketTable::none);
  }
}

// Keys are even, so that the odd ones are not there.
void fill_and_look(std::uint64_t count, std::function<std::uint64_t(std::uint64_t)> hash, unsigned threads = 1) {
  base::Budget budget(std::uint64_t{1} << 32);
  {
    Listed listed{{}, std::move(hash), {}, threads};
    for (std::uint64_t i = 0; i < count; ++i) {
      ASSERT_TRUE(listed.add(budget, 2 * i));
      if (i % 79 == 0) {
        ASSERT_EQ(listed.find(2 * (i / 2)), i / 2);
      }
    }
    EXPECT_EQ(listed.table.size(), count);
    EXPECT_EQ(listed.table.bytes(), budget.used());
    expect_all(listed);
  }
  EXPECT_EQ(budget.used(), 0u);
}

TEST(BucketTable, finds_what_was_placed_and_nothing_else_while_it_grows) {
  // Past the 4096 buckets, or 20,480 keys, from which on it is split, and several times so.
  fill_and_look(700'000, [](std::uint64_t key) { return mix(key * 0x9E3779B97F4A7C15u); });
}

// Parts that begin and end within what is given back at a time, and one bucket's values between two of them.
TEST(BucketTable, is_made_larger_by_several_threads) {
  for (const unsigned threads : {2, 3, 7}) {
    fill_and_look(
        300'000, [](std::uint64_t key) { return mix(key * 0x9E3779B97F4A7C15u); }, threads);
    fill_and_look(
        100'000, [](std::uint64_t key) { return mix(key / 200 * 0x9E3779B97F4A7C15u); }, threads);
  }
}

TEST(BucketTable, bears_hashes_that_have_much_in_common) {
  // All the same; the same but for the low bits, or but for the high ones; and all in the last bucket, behind which
  // comes the first.
  fill_and_look(600, [](std::uint64_t) { return std::uint64_t{0x123456789ABCDEF0}; });
  fill_and_look(3'000, [](std::uint64_t key) { return std::uint64_t{0x12345} << 40 | mix(key) >> 40; });
  fill_and_look(100'000, [](std::uint64_t key) { return mix(key) >> 40 << 40; });
  fill_and_look(3'000, [](std::uint64_t key) { return ~std::uint64_t{0} - (mix(key) & 0xFF); });
  // Crowds of a hundred: many are away from home whenever it is split.
  fill_and_look(100'000, [](std::uint64_t key) { return mix(key / 200 * 0x9E3779B97F4A7C15u); });
}

TEST(BucketTable, is_denser_where_memory_is_short_and_full_in_the_end) {
  for (const std::uint64_t limit : {std::uint64_t{0}, std::uint64_t{5'000}, std::uint64_t{900'000}}) {
    constexpr std::uint64_t held = std::uint64_t{1} << 24;
    base::Budget budget(limit + held);
    budget.hold_back(held);
    {
      Listed listed{{}, [](std::uint64_t key) { return mix(key * 0x9E3779B97F4A7C15u); }, {}, 1};
      std::uint64_t count = 0;
      while (listed.add(budget, 2 * count)) {
        ++count;
        ASSERT_LE(budget.used(), limit);
      }
      // By a quarter it grows as long as there is room for that, and then it is filled.
      EXPECT_GE(count * sizeof(std::uint64_t), limit * 8 / 10 * 15 / 16 - std::min<std::uint64_t>(limit, 1'000));
      ASSERT_FALSE(listed.add(budget, 1));
      expect_all(listed);
      budget.hold_back(0);
      ASSERT_TRUE(listed.add(budget, 2 * count));
      expect_all(listed);
    }
    EXPECT_EQ(budget.used(), 0u);
  }
}

TEST(BucketTable, is_empty_when_cleared_and_can_be_filled_again) {
  base::Budget budget(std::uint64_t{1} << 30);
  Listed listed{{}, [](std::uint64_t key) { return mix(key * 0x9E3779B97F4A7C15u); }, {}, 1};
  for (std::uint64_t i = 0; i < 1'000; ++i) ASSERT_TRUE(listed.add(budget, 2 * i));
  const std::uint64_t bytes = listed.table.bytes();
  listed.table.clear();
  EXPECT_EQ(listed.find(0), BucketTable::none);
  listed.keys.clear();
  for (std::uint64_t i = 0; i < 1'000; ++i) ASSERT_TRUE(listed.add(budget, 4 * i));
  EXPECT_EQ(listed.table.bytes(), bytes);
  expect_all(listed);
}

// Several threads publish the same keys, each in an order of its own and under values of its own. Whoever is first, all
// are told the same value for a key, and what it stands for can be read.
void publish_together(unsigned threads, std::uint64_t keys, bool crowded, unsigned losing) {
  base::Budget budget(std::uint64_t{1} << 32);
  const auto hash_of = [&](std::uint64_t key) { return mix((crowded ? key / 40 : key) * 0x9E3779B97F4A7C15u); };
  BucketTable table;
  const auto nothing = [](const auto&) {};
  while (table.full_at() <= keys)
    ASSERT_TRUE(table.grow(
        budget, [](std::uint64_t) { return std::uint64_t{0}; }, nothing));
  std::vector<std::uint64_t> kept(threads * keys);  // what a value stands for
  std::vector<std::vector<std::uint64_t>> told(threads, std::vector<std::uint64_t>(keys));
  std::atomic<unsigned> ready{0};
  const auto work = [&](unsigned thread) {
    std::mt19937_64 random(thread);
    std::vector<std::uint64_t> order(keys);
    for (std::uint64_t i = 0; i < keys; ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    ++ready;
    while (ready < threads) std::this_thread::yield();
    std::uint64_t next = thread * keys;
    for (const std::uint64_t key : order) {
      const auto make = [&] {
        kept[next] = key;
        return next;
      };
      told[thread][key] = table.publish(
          hash_of(key), make, [&](std::uint64_t value) { return kept[value] == key; },
          [&] { return losing != 0 && random() % losing == 0; });
      if (told[thread][key] == next) ++next;
    }
  };
  {
    std::vector<std::jthread> all;
    for (unsigned thread = 0; thread < threads; ++thread) all.emplace_back(work, thread);
  }
  for (std::uint64_t key = 0; key < keys; ++key) {
    const std::uint64_t value = told[0][key];
    ASSERT_EQ(kept[value], key);
    for (unsigned thread = 1; thread < threads; ++thread) ASSERT_EQ(told[thread][key], value);
    ASSERT_EQ(table.find(hash_of(key), [&](std::uint64_t one) { return kept[one] == key; }), value);
  }
}

TEST(BucketTable, tells_many_threads_the_same) {
  for (const unsigned threads : {1u, 2u, 4u, 8u}) {
    publish_together(threads, 20'000, false, 0);
    publish_together(threads, 20'000, false, 3);
    publish_together(threads, 4'000, true, 2);
  }
}

}  // namespace
}  // namespace waymark::containers
