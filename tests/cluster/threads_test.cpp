// Ranks that are threads: what is sent arrives, in its order, whoever sleeps meanwhile; what one throws ends all.
#include "cluster/threads.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/diagnostics.hpp"

namespace waymark::cluster {
namespace {

constexpr std::uint32_t batches = 2000;

// All send to all as fast as they may, so that everybody waits for room, and for mail, many times.
TEST(Threads, hand_over_all_batches_in_their_order) {
  constexpr unsigned ranks = 4;
  Threads(ranks).run([&](Transport& transport) {
    std::vector<std::uint32_t> sent(ranks);
    std::vector<std::uint32_t> heard(ranks);
    sent[transport.rank()] = heard[transport.rank()] = batches;
    const auto done = [&](const std::vector<std::uint32_t>& of) {
      return std::all_of(of.begin(), of.end(), [](std::uint32_t one) { return one == batches; });
    };
    while (!done(sent) || !done(heard)) {
      bool moved = false;
      for (unsigned to = 0; to < ranks; ++to) {
        if (sent[to] == batches || !transport.ready(to)) continue;
        Bytes bytes{static_cast<std::uint8_t>(sent[to]), static_cast<std::uint8_t>(sent[to] >> 8)};
        transport.send(to, bytes);
        EXPECT_TRUE(bytes.empty());
        ++sent[to];
        moved = true;
      }
      for (Transport::Batch batch; transport.receive(batch); moved = true) {
        ASSERT_EQ(batch.bytes.size(), 2u);
        ASSERT_EQ(batch.bytes[0] | batch.bytes[1] << 8, heard[batch.from]++);
      }
      if (!moved) transport.idle();
    }
    EXPECT_EQ(transport.gather({}).size(), ranks);
  });
}

TEST(Threads, say_together_what_each_has_for_each) {
  Threads(3).run([](Transport& transport) {
    for (std::uint8_t round = 0; round < 100; ++round) {
      std::vector<Bytes> out;
      for (unsigned to = 0; to < 3; ++to) {
        out.push_back({round, static_cast<std::uint8_t>(transport.rank()), static_cast<std::uint8_t>(to)});
      }
      const std::vector<Bytes> heard = transport.exchange(out);
      for (unsigned from = 0; from < 3; ++from) {
        const Bytes expected{round, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(transport.rank())};
        ASSERT_EQ(heard[from], expected);
      }
    }
  });
}

TEST(Threads, end_all_by_what_one_of_them_throws) {
  for (unsigned thrower = 0; thrower < 4; ++thrower) {
    for (const bool together : {false, true}) {
      const auto rank = [&](Transport& transport) {
        if (transport.rank() == thrower) throw base::InputError("rank " + std::to_string(thrower));
        for (;;) together ? static_cast<void>(transport.gather({})) : transport.idle();
      };
      try {
        Threads(4).run(rank);
        ADD_FAILURE() << "nothing was thrown";
      } catch (const base::InputError& fault) {
        EXPECT_EQ(fault.what(), "rank " + std::to_string(thrower));
      }
    }
  }
}

}  // namespace
}  // namespace waymark::cluster
