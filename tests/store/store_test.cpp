// Every store against a map of the standard library, and against its own promises.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "store/exact.hpp"
#include "store/tree.hpp"

namespace waymark::store {
namespace {

using Words = std::vector<containers::Word>;

struct Kind {
  std::string name;
  std::function<std::unique_ptr<Store>(base::Budget&)> make;
};

template <typename T>
Kind kind(std::string name) {
  return {std::move(name), [](base::Budget& budget) { return std::make_unique<T>(budget); }};
}

class EveryStore : public testing::TestWithParam<Kind> {
 protected:
  [[nodiscard]] std::unique_ptr<Store> make(base::Budget& budget) const { return GetParam().make(budget); }
};

// Inserts a stream of words, some again and again, and compares every answer with the map's.
class Comparison {
 public:
  explicit Comparison(Store& store) : store_(store) {}

  void take(const Words& words) {
    const Found found = store_.insert({words});
    const auto [at, fresh] = expected_.try_emplace(words, expected_.size());
    ASSERT_EQ(found.seen, fresh ? Seen::fresh : Seen::known);
    ASSERT_EQ(found.number, at->second);
    ASSERT_EQ(store_.size(), expected_.size());
  }

  void finish(std::uint64_t seed, int probes = 2000) {
    std::vector<const Words*> order(expected_.size());
    for (const auto& [words, number] : expected_) order[number] = &words;
    for (std::uint64_t i = 0; i < order.size(); ++i) ASSERT_TRUE(same(i, *order[i])) << i;
    std::mt19937_64 random(seed);
    for (int i = 0; i < probes && !order.empty(); ++i) {
      const std::uint64_t number = random() % order.size();
      ASSERT_TRUE(same(number, *order[number])) << number;
      // In between: words() and insert() may share what they remember.
      const std::uint64_t other = random() % order.size();
      ASSERT_EQ(store_.insert({*order[other]}).number, other);
    }
  }

 private:
  bool same(std::uint64_t number, const Words& words) {
    const auto back = store_.words(number);
    return std::equal(back.begin(), back.end(), words.begin(), words.end());
  }

  Store& store_;
  std::map<Words, std::uint64_t> expected_;
};

TEST_P(EveryStore, numbers_random_words_of_random_lengths_as_a_map_does) {
  base::Budget budget(1 << 28);
  const auto store = make(budget);
  Comparison comparison(*store);
  std::mt19937_64 random(1);
  for (int i = 0; i < 60000; ++i) {
    Words words(random() % 9);
    for (auto& word : words) word = static_cast<containers::Word>(random() % 6);
    ASSERT_NO_FATAL_FAILURE(comparison.take(words));
  }
  comparison.finish(2);
}

TEST_P(EveryStore, tells_neighbours_of_long_states_apart) {
  base::Budget budget(1 << 28);
  const auto store = make(budget);
  Comparison comparison(*store);
  std::mt19937_64 random(3);
  for (const std::size_t length : {13u, 40u, 64u, 65u, 130u}) {
    Words words(length);
    for (int i = 0; i < 8000; ++i) {
      // As a search does: one or two words change, and now and then it comes back to an old state.
      words[random() % length] = static_cast<containers::Word>(random() % 3);
      if (random() % 2 == 0) words[random() % length] ^= 1u << random() % 32;
      if (random() % 50 == 0) words.assign(length, 0);
      ASSERT_NO_FATAL_FAILURE(comparison.take(words));
    }
  }
  comparison.finish(4);
}

// The same digits, with zeros before, between and after: what a careless encoding confuses.
TEST_P(EveryStore, tells_similar_words_apart) {
  base::Budget budget(1 << 28);
  const auto store = make(budget);
  Comparison comparison(*store);
  for (const containers::Word value : {0u, 1u, 2u, 255u, 256u, 65535u, 65536u, 0x01000000u, 0xFFFFFFFFu}) {
    for (std::size_t length = 0; length < 40; ++length) {
      for (std::size_t at = 0; at <= length; ++at) {
        Words words(length);
        if (at < length) words[at] = value;
        ASSERT_NO_FATAL_FAILURE(comparison.take(words));
        ASSERT_NO_FATAL_FAILURE(comparison.take(Words(length, value)));
      }
    }
  }
  // Words that are themselves small numbers, as the numbers handed out inside a store are.
  for (containers::Word a = 0; a < 40; ++a) {
    for (containers::Word b = 0; b < 40; ++b) {
      ASSERT_NO_FATAL_FAILURE(comparison.take({a, b}));
      ASSERT_NO_FATAL_FAILURE(comparison.take({a, b, a}));
      ASSERT_NO_FATAL_FAILURE(comparison.take({a, b, b, a}));
      ASSERT_NO_FATAL_FAILURE(comparison.take({a}));
    }
  }
  comparison.finish(5);
}

TEST_P(EveryStore, takes_one_word_states_of_the_whole_range) {
  base::Budget budget(1 << 28);
  const auto store = make(budget);
  Comparison comparison(*store);
  std::mt19937_64 random(6);
  for (int i = 0; i < 30000; ++i) {
    ASSERT_NO_FATAL_FAILURE(
        comparison.take({static_cast<containers::Word>(random() >> (random() % 4 * 8) & 0xFFFFFFFF)}));
  }
  comparison.finish(7);
}

TEST_P(EveryStore, takes_states_larger_than_any_chunk) {
  base::Budget budget(1 << 29);
  const auto store = make(budget);
  Comparison comparison(*store);
  for (const std::size_t length : {1u, 4094u, 4095u, 4096u, 5000u, (1u << 20) - 2, 1u << 20, 3u << 20, 2u}) {
    Words words(length, 7);
    ASSERT_NO_FATAL_FAILURE(comparison.take(words));
    words.back() = 8;
    ASSERT_NO_FATAL_FAILURE(comparison.take(words));
    ASSERT_NO_FATAL_FAILURE(comparison.take(words));
  }
  comparison.finish(8, 10);
}

TEST_P(EveryStore, says_no_room_when_the_budget_is_used_up_and_forgets_nothing) {
  for (const std::uint64_t limit : {0u, 100u, 3000u, 20000u, 100000u, 777777u}) {
    base::Budget budget(limit);
    const auto store = make(budget);
    const auto state = [](std::uint64_t n) {
      return Words{static_cast<containers::Word>(n),      1, 2, static_cast<containers::Word>(n * 7),
                   static_cast<containers::Word>(n % 10), 5};
    };
    std::uint64_t inserted = 0;
    while (true) {
      const Found found = store->insert({state(inserted)});
      if (found.seen == Seen::no_room) break;
      ASSERT_EQ(found.seen, Seen::fresh);
      ASSERT_EQ(found.number, inserted);
      ++inserted;
      ASSERT_LE(budget.used(), limit);
      ASSERT_LT(inserted, 100000u);
    }
    EXPECT_EQ(store->size(), inserted);
    if (limit >= 20000) {
      // The budget has gone into states and not into refusals: the dearest way to keep one of these, as a tree that
      // shares next to nothing, takes five nodes of 14 bytes, and a table may be about to double.
      EXPECT_GT(inserted, limit / 200);
    }
    for (std::uint64_t n = 0; n < inserted; ++n) {
      const Found again = store->insert({state(n)});
      ASSERT_EQ(again.seen, Seen::known);
      ASSERT_EQ(again.number, n);
      const auto words = store->words(n);
      ASSERT_EQ(Words(words.begin(), words.end()), state(n));
    }
    EXPECT_EQ(store->insert({state(inserted)}).seen, Seen::no_room);
  }
}

TEST_P(EveryStore, gives_its_memory_back_and_counts_it_meanwhile) {
  base::Budget budget(1 << 28);
  {
    const auto store = make(budget);
    for (containers::Word n = 0; n < 50000; ++n) (void)store->insert({Words{n, n / 3, n / 7, n / 11, n / 1000}});
    EXPECT_GE(store->bytes(), budget.used());
    EXPECT_LE(store->bytes(), budget.used() + (1 << 16));
    EXPECT_GT(budget.used(), 50000u * 8);
  }
  EXPECT_EQ(budget.used(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Stores, EveryStore, testing::Values(kind<Exact>("exact"), kind<Tree>("tree")),
                         [](const auto& tested) { return tested.param.name; });

// A successor of another length is the first of that length: there is no state of it to come back to.
TEST(Tree, gives_back_successors_of_another_length) {
  base::Budget budget(1u << 24);
  Tree tree(budget);
  const Words parent{1, 2, 3, 4, 5, 6, 7, 8};
  const Words first{1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0, 0};
  const Words second{1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0, 1};
  const auto insert = [&](const Words& words) { return tree.insert({words}).number; };
  EXPECT_EQ(insert(parent), 0u);
  (void)tree.words(0);
  EXPECT_EQ(insert(first), 1u);
  EXPECT_EQ(insert(second), 2u);
  const auto given = [&](std::uint64_t number) {
    const auto words = tree.words(number);
    return Words(words.begin(), words.end());
  };
  EXPECT_EQ(given(1), first);
  EXPECT_EQ(given(2), second);
  EXPECT_EQ(given(0), parent);
}

// Four words that vary, all on one side, and now and then a state of another length.
Words lopsided(std::uint32_t n) {
  Words words{n % 12, n / 12 % 12, n / 144 % 12, n / 1728};
  words.resize(n % 100 == 99 ? 20 : 16, 7);
  return words;
}
constexpr std::uint32_t lopsided_states = 12 * 12 * 12 * 12;

// Halves of sixteen words that are equal would have as many left ones as there are states. Halves that vary alike have
// 144 values each, and those of another length a few hundred more.
TEST(Tree, folds_states_so_that_both_sides_vary) {
  base::Budget budget(1u << 28);
  Tree tree(budget);
  for (std::uint32_t n = 0; n < lopsided_states; ++n) {
    const Found found = tree.insert({lopsided(n)});
    ASSERT_EQ(found.seen, Seen::fresh);
    ASSERT_EQ(found.number, n);
  }
  EXPECT_LT(tree.nodes(), 2000u);
  for (std::uint32_t n = 0; n < lopsided_states; n += 7) {
    const auto words = tree.words(n);
    ASSERT_EQ(Words(words.begin(), words.end()), lopsided(n));
    const Found again = tree.insert({lopsided(n)});
    ASSERT_EQ(again.seen, Seen::known);
    ASSERT_EQ(again.number, n);
  }
}

// In pieces of any length, also over the place at which all are folded anew: the numbers, nodes and words are those of
// single inserts. Where the budget is too small, all that were taken are there.
TEST(Tree, inserts_many_as_it_inserts_one) {
  for (const std::uint64_t memory : {std::uint64_t{1} << 28, std::uint64_t{1} << 18}) {
    base::Budget budget(memory);
    base::Budget other_budget(memory);
    Tree one(budget);
    Tree many(other_budget, 2'500);  // in several tables of roots
    std::vector<Words> states;
    for (std::uint32_t n = 0; n < lopsided_states; ++n) states.push_back(lopsided(n));
    std::uint32_t kept = 0;
    while (kept < lopsided_states && one.insert({states[kept]}).seen == Seen::fresh) ++kept;
    std::mt19937 engine(3);
    std::uint32_t at = 0;
    for (bool room = true; room && at < lopsided_states;) {
      const std::size_t count = std::min<std::size_t>(engine() % 70, lopsided_states - at);
      const std::vector<std::span<const containers::Word>> piece(states.begin() + at, states.begin() + at + count);
      const std::size_t taken = many.insert_new(piece);
      room = taken == count;
      at += static_cast<std::uint32_t>(taken);
    }
    EXPECT_EQ(many.size(), at);
    if (memory < std::uint64_t{1} << 28) {
      EXPECT_GT(at, 0u);
      EXPECT_LT(at, lopsided_states);
    } else {
      EXPECT_EQ(at, kept);
      EXPECT_EQ(at, lopsided_states);
      EXPECT_EQ(many.nodes(), one.nodes());
    }
    for (std::uint32_t n = 0; n < at; n += 7) {
      const auto words = many.words(n);
      ASSERT_EQ(Words(words.begin(), words.end()), states[n]);
    }
  }
}

// Between rounds of inserting, readers find what is there by its number, and nothing else; also after the tree has been
// folded anew, and from any state that they took out before; in one table of roots or in several.
TEST(TreeReader, finds_the_states_of_a_tree_and_no_others) {
  base::Budget budget(1u << 28);
  for (const std::uint32_t most_roots : {containers::PairTable::numbers, 3'000u}) {
    Tree tree(budget, most_roots);
    TreeReader one(tree);
    TreeReader other(tree);
    std::map<Words, std::uint64_t> numbers;
    std::mt19937 engine(1);
    const auto draw = [&] {
      Words state(engine() % 5 == 0 ? engine() % 20 : 12);
      for (std::size_t i = 0; i < state.size(); ++i) {
        state[i] = static_cast<containers::Word>(engine() % (i % 3 == 0 ? 8 : 2));
      }
      return state;
    };
    unsigned found = 0;
    unsigned missed = 0;
    for (unsigned round = 0; round < 12; ++round) {
      for (unsigned i = 0; i < 1'500; ++i) {
        const Words state = draw();
        const Found answer = tree.insert({state});
        ASSERT_EQ(answer.number, numbers.emplace(state, answer.number).first->second);
      }
      for (unsigned i = 0; i < 1'000; ++i) {
        TreeReader& reader = engine() % 2 == 0 ? one : other;
        const Words state = draw();
        const auto known = numbers.find(state);
        containers::Pair root;
        const std::uint64_t number = reader.approach(state, root) ? reader.number(root) : TreeReader::nothing;
        ASSERT_EQ(number, known == numbers.end() ? TreeReader::nothing : known->second);
        ++(known == numbers.end() ? missed : found);
        if (known == numbers.end() || i % 4 != 0) continue;
        const auto words = reader.words(number);
        ASSERT_EQ(Words(words.begin(), words.end()), state);
      }
    }
    EXPECT_GT(tree.size(), 10'000u);  // it was folded anew
    EXPECT_GT(found, 300u);
    EXPECT_GT(missed, 300u);
  }
  EXPECT_EQ(budget.used(), 0u);
}

}  // namespace
}  // namespace waymark::store
