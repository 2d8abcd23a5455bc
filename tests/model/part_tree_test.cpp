#include "model/part_tree.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace waymark::model {
namespace {

using Parts = std::map<std::uint64_t, std::vector<Word>>;

Fingerprint from_scratch(const Parts& parts, const Key& key) {
  Fingerprint sum;
  for (const auto& [name, words] : parts) {
    sum += key.hash(name, {reinterpret_cast<const std::uint8_t*>(words.data()), words.size() * 4});
  }
  return sum;
}

void expect_same(const PartTree& tree, const Parts& parts) {
  ASSERT_EQ(tree.size(), parts.size());
  for (const auto& [name, words] : parts) {
    ASSERT_TRUE(tree.has(name));
    const auto got = tree.get(name);
    ASSERT_TRUE(std::equal(got.begin(), got.end(), words.begin(), words.end()));
  }
}

// A tree and the plain map that it should equal, changed by the same random operations.
class Twins {
 public:
  Twins(Pools& pools, std::uint64_t seed, std::uint64_t names) : tree(pools), random_(seed), names_(names) {}

  void change() {
    const std::uint64_t name = below(names_);
    const bool there = parts.count(name) != 0;
    const std::uint64_t what = below(10);
    if (there && what < 2) {
      tree.erase(name);
      parts.erase(name);
    } else if (there && what < 7) {
      if (parts[name].empty()) return;
      const std::uint64_t at = below(parts[name].size());
      const auto value = static_cast<Word>(below(3));
      tree.edit(name)[at] = value;
      parts[name][at] = value;
    } else {
      std::vector<Word> words(below(4));
      for (Word& word : words) word = static_cast<Word>(below(3));
      tree.set(name, words);
      parts[name] = words;
    }
  }
  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  PartTree tree;
  Parts parts;

 private:
  std::mt19937_64 random_;
  std::uint64_t names_;
};

TEST(PartTree, equals_a_map_under_random_changes_and_rewinds) {
  for (const std::uint64_t names : {1u, 2u, 5u, 40u, 700u}) {
    base::Budget budget(1 << 28);
    Pools pools(budget);
    Twins twins(pools, names, names);
    const Key key = Key::quick(7);
    twins.tree.key(key);
    struct Saved {
      Mark mark;
      Parts parts;
      Fingerprint fingerprint;
    };
    std::vector<Saved> saved;
    std::map<Parts, Word> roots;
    std::map<Word, Parts> states;
    for (int i = 0; i < 20000; ++i) {
      const std::uint64_t what = twins.below(20);
      if (what < 12) {
        twins.change();
      } else if (what < 14 && saved.size() < 30) {
        saved.push_back({twins.tree.mark(), twins.parts, from_scratch(twins.parts, key)});
      } else if (what < 16 && !saved.empty()) {
        // Back to any mark; it can be used again, the later ones cannot.
        saved.resize(1 + twins.below(saved.size()));
        twins.tree.rewind(saved.back().mark);
        twins.parts = saved.back().parts;
        if (twins.below(2) == 0) {
          ASSERT_EQ(twins.tree.fingerprint(), saved.back().fingerprint);
        }
      } else if (what < 17) {
        ASSERT_EQ(twins.tree.fingerprint(), from_scratch(twins.parts, key));
      } else if (what < 19) {
        const Word root = twins.tree.pack();
        ASSERT_EQ(roots.try_emplace(twins.parts, root).first->second, root);
        ASSERT_EQ(states.try_emplace(root, twins.parts).first->second, twins.parts);
      } else if (!states.empty() && twins.below(3) == 0) {
        auto at = states.begin();
        std::advance(at, static_cast<std::ptrdiff_t>(twins.below(states.size())));
        twins.tree.unpack(at->first);
        twins.parts = at->second;
        saved.clear();
      }
      if (i % 16 == 0) {
        ASSERT_NO_FATAL_FAILURE(expect_same(twins.tree, twins.parts)) << i;
      }
    }
    EXPECT_GT(states.size(), names < 5 ? 2u : 100u);
  }
}

TEST(PartTree, root_does_not_depend_on_the_order_of_arrival) {
  base::Budget budget(1 << 28);
  Pools pools(budget);
  Parts parts;
  std::vector<std::uint64_t> names;
  std::mt19937_64 random(3);
  for (Word i = 0; i < 3000; ++i) {
    names.push_back(random() >> random() % 64);
    parts[names.back()] = {i % 7, i};
  }
  std::set<Word> roots;
  for (int round = 0; round < 4; ++round) {
    std::shuffle(names.begin(), names.end(), random);
    PartTree tree(pools);
    for (const std::uint64_t name : names) {
      if (round % 2 == 1) tree.set(name + 1'000'000, {});  // comes and goes
      tree.set(name, parts[name]);
    }
    if (round % 2 == 1) {
      for (const std::uint64_t name : names) {
        if (parts.count(name + 1'000'000) == 0 && tree.has(name + 1'000'000)) tree.erase(name + 1'000'000);
      }
    }
    ASSERT_EQ(tree.size(), parts.size());
    roots.insert(tree.pack());
  }
  EXPECT_EQ(roots.size(), 1u);
}

TEST(PartTree, a_step_adds_few_pairs_however_many_parts_there_are) {
  for (const std::uint64_t count : {100u, 1000u, 10000u}) {
    base::Budget budget(1 << 28);
    Pools pools(budget);
    PartTree tree(pools);
    for (std::uint64_t name = 0; name < count; ++name) tree.set(name, std::vector<Word>{1, 2, 3});
    (void)tree.pack();
    const std::uint64_t before = pools.pairs();
    tree.edit(3)[0] = 77;
    tree.edit(count - 1)[1] = 77;
    (void)tree.pack();
    // Two ways of about log2(count) levels. 64 / 2 levels would be reached by an unmixed trie only.
    EXPECT_LE(pools.pairs() - before, 2 * 24u);
    EXPECT_GE(pools.pairs() - before, 3u);
  }
}

TEST(PartTree, reads_what_it_wrote) {
  base::Budget budget(1 << 28);
  Pools pools(budget);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Twins twins(pools, seed, 1 + seed * seed);
    for (int i = 0; i < 300; ++i) twins.change();
    base::ByteSink sink;
    twins.tree.write(sink);
    PartTree other(pools);
    other.set(99, std::vector<Word>{5});
    base::ByteSource source(sink.bytes());
    ASSERT_TRUE(other.read(source));
    EXPECT_TRUE(source.at_end());
    ASSERT_NO_FATAL_FAILURE(expect_same(other, twins.parts));
    EXPECT_EQ(other.pack(), twins.tree.pack());
    EXPECT_EQ(other.fingerprint(), twins.tree.fingerprint());
  }
}

TEST(PartTree, refuses_damaged_bytes_or_reads_them_as_another_state) {
  base::Budget budget(1 << 28);
  Pools pools(budget);
  PartTree tree(pools);
  for (std::uint64_t name = 0; name < 20; ++name) tree.set(name, std::vector<Word>(name % 4, 9));
  base::ByteSink sink;
  tree.write(sink);
  const Word root = tree.pack();
  std::mt19937_64 random(1);
  int refused = 0;
  for (int i = 0; i < 5000; ++i) {
    std::vector<std::uint8_t> bytes(sink.bytes().begin(), sink.bytes().end());
    bytes[random() % bytes.size()] ^= static_cast<std::uint8_t>(1u << random() % 8);
    if (i % 3 == 0) bytes.resize(random() % bytes.size());
    PartTree other(pools);
    base::ByteSource source(bytes);
    if (other.read(source) && source.at_end()) {
      EXPECT_NE(other.pack(), root);
    } else {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000);
  const std::vector<std::uint8_t> twice{2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0};
  base::ByteSource source(twice);
  EXPECT_FALSE(tree.read(source));
  EXPECT_EQ(tree.size(), 0u);
}

TEST(PartTree, says_when_the_pools_are_full_and_can_go_on_elsewhere) {
  base::Budget budget(60000);
  Pools pools(budget);
  PartTree tree(pools);
  Parts parts;
  Word root = 0;
  Parts packed;
  bool full = false;
  for (Word i = 0; i < 10000 && !full; ++i) {
    tree.set(i, std::vector<Word>{i, i});
    parts[i] = {i, i};
    try {
      root = tree.pack();
      packed = parts;
    } catch (const PoolsFull&) {
      full = true;
    }
  }
  ASSERT_TRUE(full);
  EXPECT_LE(budget.used(), 60000u);
  ASSERT_NO_FATAL_FAILURE(expect_same(tree, parts));
  tree.unpack(root);
  ASSERT_NO_FATAL_FAILURE(expect_same(tree, packed));
  EXPECT_EQ(tree.pack(), root);
}

}  // namespace
}  // namespace waymark::model
