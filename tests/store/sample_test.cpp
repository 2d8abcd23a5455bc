// Stores that keep a part of the states: what they promise goes down the moment they leave something out.
#include <gtest/gtest.h>

#include "store/threshold_sample.hpp"

namespace waymark::store {
namespace {

Found put_word(Store& store, containers::Word word) { return store.insert({std::span(&word, 1)}); }

TEST(ThresholdSample, is_exact_until_its_threshold_falls) {
  base::Budget budget(1u << 24);
  ThresholdSample store(budget, {.states = 10}, {.states = 1000}, 1);
  containers::Word word = 0;
  while (!store.first_full()) EXPECT_EQ(put_word(store, word++).seen, Seen::fresh);
  store.begin_sample();
  while (!store.sample_full()) EXPECT_EQ(put_word(store, word++).seen, Seen::fresh);
  EXPECT_EQ(store.promise(), Promise::exact);
  (void)store.thin(store.kept());
  EXPECT_EQ(store.promise(), Promise::may_omit);
  std::uint64_t unsampled = 0;
  for (containers::Word again = 10; again < word; ++again) unsampled += put_word(store, again).seen == Seen::unsampled;
  EXPECT_EQ(unsampled, word - 10 - store.census().states);
  EXPECT_GT(unsampled, 0u);
}

}  // namespace
}  // namespace waymark::store
