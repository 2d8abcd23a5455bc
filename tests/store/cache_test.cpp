// The cache: it may forget what nobody needs, and nothing else; it never takes a new state for a known one.
#include "store/cache.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace waymark::store {
namespace {

using Words = std::vector<containers::Word>;

constexpr std::uint64_t plenty = std::uint64_t{1} << 28;

Found insert(Store& store, const Words& words) { return store.insert({words}); }

// Takes states in and lets them go at random, as a tree, and knows what the cache may have forgotten.
class Growth {
 public:
  Growth(Cache& cache, std::uint64_t seed, std::size_t longest) : cache_(cache), random_(seed), longest_(longest) {
    const Words root = draw();
    EXPECT_EQ(insert(cache_, root).number, 0u);
    take(0, root);
  }

  void step() {
    const std::uint64_t from = open_[random_() % open_.size()];
    const Words words = draw();
    const Found found = insert(cache_, words);
    if (found.seen == Seen::no_room) return;
    cache_.stepped(from, found);
    const auto known = by_words_.find(words);
    const bool held = known != by_words_.end() && by_slot_.at(known->second) == words;
    if (found.seen == Seen::known) {
      ASSERT_TRUE(held);
      ASSERT_EQ(found.number, known->second);
    } else {
      ASSERT_FALSE(held && stays(known->second));
      ++kept_[from];
      parent_[found.number] = from;
      take(found.number, words);
    }
    ASSERT_TRUE(same(found.number));
    ASSERT_TRUE(same(from));
    if (open_.size() > 1 && random_() % 3 != 0) leave();
  }

  void check_all_that_stay() {
    for (const std::uint64_t slot : open_) {
      for (std::uint64_t at = slot;; at = parent_[at]) {
        ASSERT_TRUE(same(at));
        ASSERT_EQ(insert(cache_, by_slot_[at]).number, at);
        ASSERT_EQ(cache_.parent(at), at == 0 ? Cache::none : parent_[at]);
        if (at == 0) break;
      }
    }
  }

 private:
  Words draw() {
    Words words(random_() % 4 == 0 ? random_() % longest_ : 6);
    for (auto& word : words) word = static_cast<containers::Word>(random_() % 3);
    return words;
  }
  void take(std::uint64_t slot, const Words& words) {
    by_slot_[slot] = words;
    by_words_[words] = slot;
    kept_[slot] = 0;
    is_open_[slot] = true;
    open_.push_back(slot);
  }
  void leave() {
    const std::size_t at = 1 + random_() % (open_.size() - 1);
    std::uint64_t slot = open_[at];
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(at));
    is_open_[slot] = false;
    cache_.left(slot);
    while (!stays(slot)) {
      slot = parent_[slot];
      --kept_[slot];
    }
  }
  bool stays(std::uint64_t slot) { return is_open_[slot] || kept_[slot] != 0; }
  bool same(std::uint64_t slot) {
    const auto words = cache_.words(slot);
    return Words(words.begin(), words.end()) == by_slot_.at(slot);
  }

  Cache& cache_;
  std::mt19937_64 random_;
  std::size_t longest_;
  std::map<std::uint64_t, Words> by_slot_;
  std::map<Words, std::uint64_t> by_words_;
  std::map<std::uint64_t, std::uint64_t> parent_;
  std::map<std::uint64_t, int> kept_;
  std::map<std::uint64_t, bool> is_open_;
  std::vector<std::uint64_t> open_;
};

TEST(Cache, forgets_only_what_need_not_stay) {
  for (const std::uint64_t states : {1u, 2u, 7u, 50u, 300u}) {
    base::Budget budget(plenty);
    {
      Cache cache(budget, {.states = states, .bytes = plenty});
      Growth tree(cache, states + 1, states % 2 == 0 ? 12 : 100);
      for (int i = 0; i < 4000; ++i) {
        ASSERT_NO_FATAL_FAILURE(tree.step()) << states;
        ASSERT_LE(cache.size(), states);
      }
      ASSERT_NO_FATAL_FAILURE(tree.check_all_that_stay());
      if (states > 1) {
        EXPECT_GT(cache.replaced(), 0u);
      }
    }
    EXPECT_EQ(budget.used(), 0u);
  }
}

TEST(Cache, keeps_within_its_bytes_however_long_the_states) {
  for (const std::uint64_t bytes : {300'000u, 700'000u, 2'000'000u}) {
    base::Budget budget(plenty);
    Cache cache(budget, {.bytes = bytes});
    Growth tree(cache, bytes, 2000);
    for (int i = 0; i < 3000; ++i) {
      ASSERT_NO_FATAL_FAILURE(tree.step());
      ASSERT_LE(budget.used(), bytes);
    }
    ASSERT_NO_FATAL_FAILURE(tree.check_all_that_stay());
  }
}

TEST(Cache, says_no_room_when_all_have_to_stay) {
  base::Budget budget(plenty);
  Cache cache(budget, {.states = 3, .bytes = plenty});
  for (containers::Word i = 0; i < 3; ++i) {
    const Found found = insert(cache, {i});
    ASSERT_EQ(found.seen, Seen::fresh);
    if (i != 0) cache.stepped(i - 1, found);
  }
  EXPECT_EQ(insert(cache, {3}).seen, Seen::no_room);
  EXPECT_TRUE(cache.crowded());
  EXPECT_EQ(insert(cache, {1}).seen, Seen::known);
  cache.left(1);  // its child is still open
  EXPECT_EQ(insert(cache, {3}).seen, Seen::no_room);
  cache.left(2);
  EXPECT_EQ(insert(cache, {3}).seen, Seen::fresh);
}

TEST(Cache, keeps_one_ancestor_in_so_many) {
  base::Budget budget(plenty);
  Cache cache(budget, {.states = 5, .bytes = plenty, .spacing = 3});
  // A line of states, each left as soon as the next one is known: only 0, 3, 6, ... stay, and the last one.
  std::uint64_t last = insert(cache, {0}).number;
  std::uint64_t third = last;
  for (containers::Word i = 1; i <= 9; ++i) {
    const Found found = insert(cache, {i});
    ASSERT_EQ(found.seen, Seen::fresh) << i;
    cache.stepped(last, found);
    cache.left(last);
    last = found.number;
    EXPECT_EQ(cache.depth(last), i);
    EXPECT_EQ(cache.parent(last), i % 3 == 1 ? third : cache.parent(last));
    if (i % 3 == 0) third = last;
  }
  for (const containers::Word i : {0u, 3u, 6u, 9u}) EXPECT_EQ(insert(cache, {i}).seen, Seen::known);
  EXPECT_GT(cache.replaced(), 4u);
  // Nothing needs them any more once the last one is left.
  cache.left(last);
  for (containers::Word i = 20; i < 25; ++i) ASSERT_EQ(insert(cache, {i}).seen, Seen::fresh);
}

TEST(Cache, has_no_room_without_memory) {
  base::Budget budget(1000);
  Cache cache(budget, {.states = 1000, .bytes = plenty});
  EXPECT_EQ(insert(cache, {1}).seen, Seen::no_room);
  EXPECT_EQ(budget.used(), 0u);
}

}  // namespace
}  // namespace waymark::store
