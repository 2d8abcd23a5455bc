// Ranks that are threads, of one process or of several: what is sent arrives, in its order, whoever sleeps meanwhile;
// what one throws ends all.
#include "cluster/transport/threads.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "cluster/ranks.hpp"

namespace waymark::cluster {
namespace {

constexpr std::uint32_t batches = 2000;

constexpr unsigned four = 4;

// How many of them are in a process.
class RanksAsThreads : public testing::TestWithParam<unsigned> {
 protected:
  static void run(const std::function<void(Transport&)>& rank) { run_ranks(four, GetParam(), rank); }
};

// All send to all as fast as they may, so that everybody waits for room, and for mail, many times.
TEST_P(RanksAsThreads, hand_over_all_batches_in_their_order) {
  run([](Transport& transport) {
    ASSERT_EQ(transport.ranks(), four);
    std::vector<std::uint32_t> sent(four);
    std::vector<std::uint32_t> heard(four);
    sent[transport.rank()] = heard[transport.rank()] = batches;
    const auto done = [&](const std::vector<std::uint32_t>& of) {
      return std::all_of(of.begin(), of.end(), [](std::uint32_t one) { return one == batches; });
    };
    while (!done(sent) || !done(heard)) {
      bool moved = false;
      for (unsigned to = 0; to < four; ++to) {
        if (sent[to] == batches || !transport.ready(to)) continue;
        Bytes bytes{static_cast<std::uint8_t>(sent[to]), static_cast<std::uint8_t>(sent[to] >> 8),
                    static_cast<std::uint8_t>(to)};
        transport.send(to, bytes);
        EXPECT_TRUE(bytes.empty());
        ++sent[to];
        moved = true;
      }
      for (Transport::Batch batch; transport.receive(batch); moved = true) {
        ASSERT_EQ(batch.bytes.size(), 3u);
        ASSERT_EQ(batch.bytes[0] | batch.bytes[1] << 8, heard[batch.from]++);
        ASSERT_EQ(batch.bytes[2], transport.rank());
      }
      if (!moved) transport.idle();
    }
    EXPECT_EQ(transport.gather({}).size(), four);
  });
}

// Who takes nothing in is not flooded, wherever it is.
TEST_P(RanksAsThreads, take_few_batches_for_who_is_slow) {
  run([](Transport& transport) {
    constexpr unsigned slow = 0;
    constexpr unsigned most = 2;
    if (transport.rank() != slow) {
      Bytes bytes;
      for (unsigned i = 0; i < most; ++i) {
        ASSERT_TRUE(transport.ready(slow));
        bytes.assign(1, 7);
        transport.send(slow, bytes);
      }
      EXPECT_FALSE(transport.ready(slow));
    }
    (void)transport.gather({});
    EXPECT_TRUE(transport.rank() == slow || !transport.ready(slow));
    (void)transport.gather({});
    if (transport.rank() == slow) {
      Transport::Batch batch;
      for (unsigned taken = 0; taken < most * (four - 1);) {
        if (transport.receive(batch)) {
          ++taken;
        } else {
          transport.idle();
        }
      }
    } else {
      while (!transport.ready(slow)) transport.idle();
    }
  });
}

TEST_P(RanksAsThreads, say_together_what_each_has_for_each) {
  run([](Transport& transport) {
    for (std::uint8_t round = 0; round < 100; ++round) {
      std::vector<Bytes> out;
      for (unsigned to = 0; to < four; ++to) {
        out.push_back({round, static_cast<std::uint8_t>(transport.rank()), static_cast<std::uint8_t>(to)});
      }
      const std::vector<Bytes> heard = transport.exchange(out);
      const std::vector<Bytes> all = transport.gather(out[0]);
      for (unsigned from = 0; from < four; ++from) {
        const Bytes expected{round, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(transport.rank())};
        ASSERT_EQ(heard[from], expected);
        const Bytes first{round, static_cast<std::uint8_t>(from), 0};
        ASSERT_EQ(all[from], first);
      }
    }
  });
}

// More than goes in one piece from process to process, and nothing at all.
TEST_P(RanksAsThreads, say_together_as_much_as_there_is) {
  run([](Transport& transport) {
    const auto said = [](unsigned from, unsigned to) {
      return Bytes(from == to ? 0 : 700'000 * (from + 1) + to, static_cast<std::uint8_t>(16 * from + to));
    };
    std::vector<Bytes> out;
    for (unsigned to = 0; to < four; ++to) out.push_back(said(transport.rank(), to));
    const std::vector<Bytes> heard = transport.exchange(out);
    for (unsigned from = 0; from < four; ++from) EXPECT_EQ(heard[from], said(from, transport.rank()));
  });
}

TEST_P(RanksAsThreads, end_all_by_what_one_of_them_throws) {
  for (unsigned thrower = 0; thrower < four; ++thrower) {
    for (const bool together : {false, true}) {
      const auto rank = [&](Transport& transport) {
        if (transport.rank() == thrower) throw base::InputError("rank " + std::to_string(thrower));
        for (;;) together ? static_cast<void>(transport.gather({})) : transport.idle();
      };
      try {
        run(rank);
        ADD_FAILURE() << "nothing was thrown";
      } catch (const base::InputError& fault) {
        EXPECT_EQ(fault.what(), "rank " + std::to_string(thrower));
      }
    }
  }
}

TEST_P(RanksAsThreads, end_all_by_what_one_of_them_cannot_do) {
  const auto rank = [&](Transport& transport) {
    if (transport.rank() == 1) transport.abort(3, "no room");
    for (;;) transport.idle();
  };
  try {
    run(rank);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const base::InputError& fault) {
    EXPECT_EQ(fault.what(), std::string("no room"));
  }
}

// 4: one process, whose ranks have a courier with nowhere to go.
INSTANTIATE_TEST_SUITE_P(InProcesses, RanksAsThreads, testing::Values(1u, 2u, 4u));

// What no courier sends.
class Messages : public testing::Test {
 protected:
  static void expect_refused(const Bytes& sent) {
    const auto process = [&](Transport& between) {
      if (between.rank() == 1) {
        Bytes bytes = sent;
        between.send(0, bytes);
        for (;;) between.idle();
      }
      Threads(2, between).run([](Transport& transport) { (void)transport.gather({}); });
    };
    EXPECT_THROW(Threads(2).run(process), base::InputError);
  }
};

TEST_F(Messages, of_other_processes_are_not_believed) {
  expect_refused({});
  expect_refused({0, 0, 0, 0});
  expect_refused({0, 0, 0, 0, 9});        // no such kind
  expect_refused({2, 0, 0, 0, 0});        // from no rank
  expect_refused({0, 0, 0, 1, 0});        // to no rank
  expect_refused({1, 0, 0, 0, 0, 0, 1});  // half of who has taken something
  expect_refused({2, 0, 0, 0, 0, 0, 0, 0, 1});
  expect_refused({2, 0, 0, 0, 0, 3});     // neither alike nor not
  expect_refused({1, 9, 0, 0, 0, 0, 3});  // longer than it is
  expect_refused({1, 0, 1, 0, 1, 0, 0, 0, 0, 3});
}

}  // namespace
}  // namespace waymark::cluster
