#include <gtest/gtest.h>

#include <random>
#include <set>

#include "store/bitstate.hpp"
#include "store/hash_compact.hpp"

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
    const model::Word words[] = {value, value / 7, 5};
    const std::uint32_t cuts[] = {3};
    const bool fresh = met.insert(value).second;
    const Found found = store.insert({words, cuts});
    EXPECT_TRUE(fresh || found.seen == Seen::known);
    if (fresh && found.seen == Seen::known) ++missed;
  }
  EXPECT_EQ(store.size() + missed, met.size());
  return missed;
}

TEST(HashCompact, misses_nothing_with_64_bits_and_as_much_as_it_says_with_few) {
  base::Budget budget(std::uint64_t{1} << 30);
  HashCompact full(budget);
  EXPECT_EQ(missed(full, 100'000), 0u);
  EXPECT_LT(full.omission(), 1e-9);
  EXPECT_EQ(full.promise(), Promise::may_omit);
  HashCompact narrow(budget, 0, 20);
  EXPECT_GT(missed(narrow, 100'000), 1000u);
  EXPECT_GT(narrow.omission(), 0.99);
}

TEST(Bitstate, misses_about_as_much_as_it_says) {
  base::Budget budget(std::uint64_t{1} << 30);
  const auto roomy = Bitstate::make(budget, std::uint64_t{1} << 22, 3, 1);
  EXPECT_LT(missed(*roomy, 100'000), 20u);
  const auto tight = Bitstate::make(budget, std::uint64_t{1} << 14, 3, 1);
  const std::uint64_t lost = missed(*tight, 100'000);
  EXPECT_GT(lost, 1000u);
  EXPECT_GT(tight->omission(), 0.1);
  EXPECT_EQ(Bitstate::make(budget, std::uint64_t{1} << 40, 3, 1), nullptr);
}

}  // namespace
}  // namespace waymark::store
