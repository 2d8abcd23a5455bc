#include "base/stop.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "base/watch.hpp"

namespace waymark::base {
namespace {

using Why = Stop::Why;

// Generous: against hanging only.
bool comes(const Stop& stop) {
  for (int i = 0; i < 2000 && !stop.reached(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return stop.reached();
}

TEST(Stop, says_nothing_until_it_is_asked_to) {
  Stop stop;
  EXPECT_FALSE(stop.reached());
  EXPECT_NO_THROW(stop.poll());
  EXPECT_NO_THROW(stop.poll_room(std::uint64_t{1} << 60));
  EXPECT_NO_THROW(poll(nullptr));
}

TEST(Stop, throws_the_first_reason) {
  Stop stop;
  stop.request(Why::memory);
  stop.request(Why::time);
  try {
    stop.poll();
    FAIL();
  } catch (const Stopped& early) {
    EXPECT_EQ(early.why(), Why::memory);
  }
}

TEST(Stop, stops_with_the_one_above_but_not_the_other_way_round) {
  Stop above;
  Stop one(&above);
  Stop other(&above);
  one.request(Why::interrupted);
  EXPECT_TRUE(one.reached());
  EXPECT_FALSE(above.reached());
  EXPECT_FALSE(other.reached());
  above.request(Why::time);
  EXPECT_TRUE(other.reached());
  EXPECT_EQ(other.why(), Why::time);
  EXPECT_EQ(one.why(), Why::interrupted);
}

TEST(Stop, lets_the_telling_go_on_whatever_ended_the_search) {
  for (const Why why : {Why::time, Why::memory, Why::interrupted}) {
    Stop stop;
    stop.request(why);
    stop.conclude();
    EXPECT_NO_THROW(stop.poll());
    stop.request(Why::time);
    stop.request(Why::memory);
    EXPECT_NO_THROW(stop.poll());
    stop.request(Why::interrupted);  // somebody who does not want to hear it
    EXPECT_THROW(stop.poll(), Stopped);
  }
}

TEST(Stop, is_not_stopped_from_above_once_it_is_concluded) {
  Stop above;
  Stop stop(&above);
  stop.conclude();
  above.request(Why::time);
  EXPECT_FALSE(stop.reached());
  EXPECT_NO_THROW(stop.poll_room(1));
}

TEST(Stop, of_a_part_lets_the_telling_of_the_whole_go_on) {
  Stop command;
  Stop part = Stop::part_of(&command);
  Stop search = Stop::part_of(&part);
  command.request(Why::time);
  search.conclude();
  EXPECT_FALSE(search.reached());
  EXPECT_TRUE(part.reached());
  EXPECT_TRUE(command.reached());
  search.conclude_whole();
  EXPECT_FALSE(part.reached());
  EXPECT_FALSE(command.reached());
  command.request(Why::interrupted);
  EXPECT_TRUE(search.reached());
}

TEST(Stop, that_is_no_part_leaves_the_one_above_alone) {
  Stop above;
  Stop one(&above);
  Stop part = Stop::part_of(&one);
  above.request(Why::time);
  part.conclude_whole();
  EXPECT_FALSE(part.reached());
  EXPECT_FALSE(one.reached());
  EXPECT_TRUE(above.reached());
}

TEST(Watch, stops_when_the_time_is_over_and_not_before) {
  Stop stop;
  const auto began = std::chrono::steady_clock::now();
  const Watch watch(stop, {0.05, std::nullopt, nullptr});
  EXPECT_TRUE(comes(stop));
  EXPECT_EQ(stop.why(), Why::time);
  EXPECT_GE(std::chrono::steady_clock::now() - began, std::chrono::milliseconds(50));
}

TEST(Watch, stops_at_once_where_there_is_no_time_at_all) {
  Stop stop;
  const Watch watch(stop, {0.0, std::nullopt, nullptr});
  EXPECT_THROW(stop.poll(), Stopped);
}

TEST(Watch, hears_a_signal_once) {
  Stop stop;
  std::atomic<bool> flag{false};
  const Watch watch(stop, {std::nullopt, std::nullopt, &flag});
  EXPECT_FALSE(stop.reached());
  flag = true;
  EXPECT_TRUE(comes(stop));
  EXPECT_EQ(stop.why(), Why::interrupted);
  stop.conclude();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(stop.reached());  // the same signal does not end the telling, too
}

TEST(Watch, lets_nobody_take_more_at_once_than_there_is) {
  Stop stop;
  const Watch watch(stop, {std::nullopt, std::uint64_t{1} << 40, nullptr});
  EXPECT_NO_THROW(stop.poll_room(1 << 20));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
  Stop below(&stop);
  EXPECT_THROW(below.poll_room(std::uint64_t{2} << 40), Stopped);
#endif
}

TEST(Growth, is_polled_only_where_something_large_has_to_move) {
  Stop stop;
  stop.request(Why::memory);
  std::vector<std::uint64_t> small(8);
  small.shrink_to_fit();
  EXPECT_NO_THROW(poll_growth(&stop, small));
  std::vector<std::uint64_t> large(1 << 20);
  large.shrink_to_fit();
  EXPECT_THROW(poll_growth(&stop, large), Stopped);
  large.reserve(large.size() + 1);
  EXPECT_NO_THROW(poll_growth(&stop, large));
}

}  // namespace
}  // namespace waymark::base
