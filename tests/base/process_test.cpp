#include "base/process.hpp"

#include <gtest/gtest.h>

#include <string>

namespace waymark::base {
namespace {

TEST(Process, GivesBothOutputsAndTheExitCode) {
  const Ended ended = run({.what = "it", .words = {"sh", "-c", "echo out; echo err >&2; exit 3"}});
  EXPECT_EQ(ended.output, "out\n");
  EXPECT_EQ(ended.complaint, "err\n");
  EXPECT_FALSE(ended.well());
  EXPECT_EQ(ended.how(), "with exit code 3");
}

TEST(Process, NoShellReadsTheWords) {
  EXPECT_EQ(run({.what = "it", .words = {"echo", "$HOME `id` ; *"}}).output, "$HOME `id` ; *\n");
}

TEST(Process, IsGivenItsInputAndItsFolder) {
  const Ended ended = run({.what = "it", .words = {"sh", "-c", "pwd; cat"}, .directory = "/", .input = "abc"});
  EXPECT_TRUE(ended.well());
  EXPECT_EQ(ended.output, "/\nabc");
}

TEST(Process, AProgramThatIsNotThereIsSaidSo) {
  EXPECT_TRUE(run({.what = "it", .words = {"/nowhere/program"}}).not_found());
}

TEST(Process, IsKilledWhenItWritesTooMuch) {
  const Ended ended = run({.what = "it", .words = {"yes"}, .most_output = 1000});
  EXPECT_TRUE(ended.too_long);
  EXPECT_FALSE(ended.well());
}

TEST(Process, IsKilledWhenItIsTimeToStop) {
  Stop stop;
  stop.request(Stop::Why::time);
  EXPECT_THROW((void)run({.what = "it", .words = {"sleep", "100"}, .stop = &stop}), Stopped);
}

}  // namespace
}  // namespace waymark::base
