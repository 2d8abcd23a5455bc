// What is remembered of states that were sent: both ends mean the same state by its place, whatever its size.
#include "cluster/exchange/outbox.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "cluster/search/expansion_order.hpp"
#include "store/exact.hpp"

namespace waymark::cluster {
namespace {

Bytes state_of_kind(std::uint64_t kind) { return Bytes(kind * 7 % 120, static_cast<std::uint8_t>(kind)); }

TEST(Outbox, NamesByPlaceOnlyWhatTheOtherEndHasThere) {
  constexpr unsigned peer = 1;
  constexpr std::uint32_t places = 16;
  std::mt19937 random(1);
  Outbox outbox(2, places);
  Records::Remembered remembered(places, Records::nothing);
  std::uint64_t again = 0;
  for (unsigned batch = 0; batch < 50; ++batch) {
    std::vector<std::uint64_t> kinds;
    for (unsigned i = 0; i < 100; ++i) {
      const std::uint64_t kind = random() % 40;
      // Some kinds have the same hash, and some only its bits of the place or the tag.
      const std::uint64_t hash = kind % 3 << 61 | kind % 5 << 29;
      const Bytes state = state_of_kind(kind);
      kinds.push_back(kind);
      again += outbox.add(peer, Edge(i, batch), hash, state) ? 0 : 1;
    }
    Records records(0, outbox.batch(peer), remembered);
    for (unsigned i = 0; i < kinds.size(); ++i) {
      ASSERT_TRUE(records.next());
      EXPECT_EQ(records.edge(), Edge(i, batch));
      if (records.kind() == Records::Kind::again) {
        EXPECT_EQ(state_of_kind(records.number()), state_of_kind(kinds[i]));
        continue;
      }
      ASSERT_EQ(records.kind(), Records::Kind::whole);
      EXPECT_EQ(Bytes(records.state().begin(), records.state().end()), state_of_kind(kinds[i]));
      records.keep(kinds[i]);
    }
    EXPECT_FALSE(records.next());
    outbox.taken(peer);
    outbox.batch(peer).clear();
  }
  EXPECT_GT(again, 0u);
  EXPECT_EQ(outbox.traffic().again, again);
  EXPECT_EQ(outbox.traffic().states + again, 5000u);
}

TEST(ExpansionOrder, GiveEachStateOnceWithItsNumberAndWords) {
  base::Budget budget(1 << 24);
  store::Exact store(budget);
  std::vector<std::uint64_t> numbers;
  constexpr std::uint64_t first = 3;
  constexpr std::uint64_t states = 5000;
  for (std::uint32_t i = 0; i < first + states; ++i) {
    const std::vector<containers::Word> words(1 + i % 5, i);
    (void)store.insert({words});
    if (i >= first) numbers.push_back((i - first) * 7 % states);
  }
  ExpansionOrder turns;
  std::vector<bool> met(states);
  while (turns.take(store, first, numbers)) {
    for (std::size_t i = 0; i < turns.size(); ++i) {
      const ExpansionOrder::Turn turn = turns[i];
      ASSERT_LT(turn.id - first, states);
      EXPECT_FALSE(met[turn.id - first]);
      met[turn.id - first] = true;
      EXPECT_EQ(turn.number, numbers[turn.id - first]);
      ASSERT_EQ(turn.words.size(), 1 + turn.id % 5);
      EXPECT_EQ(turn.words.front(), turn.id);
      EXPECT_TRUE(i == 0 || turns[i - 1].number < turn.number);
    }
  }
  EXPECT_EQ(met, std::vector<bool>(states, true));
}

}  // namespace
}  // namespace waymark::cluster
