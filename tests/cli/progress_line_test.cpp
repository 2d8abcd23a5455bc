#include "cli/terminal/progress_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/commands/certify_progress.hpp"

namespace waymark::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

search::Tallies after(double seconds, std::uint64_t states, std::uint64_t explored) {
  return {.states = states, .explored = explored, .transitions = 3 * states, .depth = 7, .seconds = seconds};
}

TEST(Eta, tells_whether_what_is_open_grows) {
  Eta outlook(std::uint64_t{8} << 30, std::nullopt);
  outlook.note(after(1, 1000, 900), 1000, 1 << 20);
  EXPECT_THAT(outlook.line(), HasSubstr("100 open,"));  // with nothing to compare it with
  outlook.note(after(2, 2000, 1700), 1000, 2 << 20);
  EXPECT_THAT(outlook.line(), HasSubstr("300 open and rising,"));
  outlook.note(after(3, 2100, 1900), 100, 2 << 20);
  EXPECT_THAT(outlook.line(), HasSubstr("200 open and falling,"));
}

// A quarter of the memory in ten seconds: the rest takes thirty.
TEST(Eta, tells_when_memory_will_be_full) {
  Eta outlook(400u << 20, 60.0);
  outlook.note(after(10, 1000, 900), 100, 100u << 20);
  EXPECT_THAT(outlook.line(), HasSubstr("100 MiB of 400 MiB (full in 30 s), 10 s of 60 s"));
  outlook.note(after(20, 1010, 1000), 1, 100u << 20);
  EXPECT_THAT(outlook.line(), Not(HasSubstr("full in")));  // nearly done
}

TEST(Eta, says_nothing_that_it_does_not_know) {
  Eta outlook(400u << 20, std::nullopt);
  outlook.note(after(10, 1000, 0), 100, 0);  // as a swarm's
  EXPECT_EQ(outlook.line(), "1,000 states, 100/s, depth 7, 0 B of 400 MiB, 10 s");
  const auto said = nlohmann::json::parse(outlook.json())["progress"];
  for (const char* unknown : {"open", "open_before", "memory_full_in", "coverage", "time_limit"}) {
    EXPECT_TRUE(said[unknown].is_null()) << unknown;
  }
  EXPECT_EQ(said["states"], 1000);
}

TEST(CertifyOutlook, tells_how_much_of_the_script_is_walked_and_how_many_tasks_are_done) {
  CertifyOutlook outlook{.states = 2500,
                         .expected = 10000,
                         .rate = 1000,
                         .tasks = 16,
                         .done = 3,
                         .memory_bytes = 100u << 20,
                         .memory_limit = 400u << 20,
                         .seconds = 10,
                         .time_limit = 60};
  EXPECT_EQ(outlook.line(),
            "2,500 states of 10,000 (25%), 1.0 k/s, 3 of 16 tasks done, 100 MiB of 400 MiB, 10 s of 60 s");
  const auto said = nlohmann::json::parse(outlook.json())["progress"];
  EXPECT_EQ(said["states"], 2500);
  EXPECT_EQ(said["states_expected"], 10000);
  EXPECT_EQ(said["tasks"], 16);
  EXPECT_EQ(said["tasks_done"], 3);
  outlook.expected = 0;  // nobody said
  outlook.tasks = 1;
  EXPECT_THAT(outlook.line(), Not(HasSubstr("%")));
  EXPECT_THAT(outlook.line(), Not(HasSubstr("task")));
  EXPECT_TRUE(nlohmann::json::parse(outlook.json())["progress"]["states_expected"].is_null());
}

}  // namespace
}  // namespace waymark::cli
