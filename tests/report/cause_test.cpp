#include "report/cause.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::report {
namespace {

using model::Wait;
using testing::ElementsAre;
using testing::HasSubstr;

model::Standing waiting(const std::string& who, Wait wait) {
  model::Standing standing;
  standing.who = who;
  standing.location = "m.pml:" + std::to_string(who.size());
  standing.waits.push_back(std::move(wait));
  return standing;
}

check::Found deadlock() { return {model::deadlock(), {}, 3}; }

std::optional<Cause> cause(const Story& story) { return cause_of(deadlock(), story, "", std::nullopt); }

TEST(Cause, of_a_deadlock_is_its_shortest_cycle) {
  Story story;
  story.standings = {waiting("main", {Wait::Kind::end, "A", {}, {"A"}}),
                     waiting("A", {Wait::Kind::lock, "m", {}, {"BB"}}),
                     waiting("BB", {Wait::Kind::lock, "n", {}, {"A"}})};
  const std::optional<Cause> found = cause(story);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, "cycle");
  EXPECT_THAT(found->threads, ElementsAre("A", "BB"));
  EXPECT_THAT(found->locks, ElementsAre("m", "n"));
  EXPECT_EQ(found->sentence, "A waits for m, held by BB; BB waits for n, held by A");
  ASSERT_EQ(found->waits.size(), 2u);
  EXPECT_EQ(found->waits[1].who, "BB");
  EXPECT_EQ(found->waits[1].what, "n");
  EXPECT_EQ(found->waits[1].kind, "lock");
  EXPECT_EQ(found->waits[1].whom, "A");
  EXPECT_EQ(found->waits[1].location, "m.pml:2");
}

TEST(Cause, of_a_formula_has_the_course_of_its_propositions) {
  check::BrokenPromise broken{{"p", true}, 3, 0, {{"p", true, {1, 2, 3}}, {"q", false, {}}}};
  const check::Found found{{"ltl", "", "", model::Step::moved}, {}, 4};
  const std::optional<Cause> told = cause_of(found, {}, "", broken);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->from, 3u);
  ASSERT_EQ(told->propositions.size(), 2u);
  EXPECT_EQ(told->propositions[0].text, "p");
  EXPECT_TRUE(told->propositions[0].at_first);
  EXPECT_THAT(told->propositions[0].turns, ElementsAre(1u, 2u, 3u));
  EXPECT_THAT(told->propositions[1].turns, testing::IsEmpty());
}

TEST(Cause, leaves_out_who_may_stay_where_it_is) {
  Story story;
  story.standings = {waiting("A", {Wait::Kind::message, "q", {}, {"BB"}}),
                     waiting("BB", {Wait::Kind::message, "r", {}, {"A"}})};
  story.standings[1].may_stay = true;
  const std::optional<Cause> found = cause(story);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, "stuck");
  EXPECT_THAT(found->threads, ElementsAre("A"));
}

TEST(Cause, of_a_condition_is_who_wrote_its_variable_last) {
  Story story;
  story.beats.push_back({1, {{0, "A", "n = 1", "m.pml:3", {{"n", "0", "1"}}, {}, ""}}});
  story.beats.push_back({2, {{1, "BB", "n = 2", "m.pml:4", {{"n", "1", "2"}}, {}, ""}}});
  story.standings = {waiting("A", {Wait::Kind::condition, "n == 0", {{"n", "2"}}, {}}),
                     waiting("BB", {Wait::Kind::end, "A", {}, {"A"}})};
  const std::optional<Cause> found = cause(story);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, "cycle");
  EXPECT_EQ(found->values.front().by, "BB");
  EXPECT_EQ(found->values.front().step, 2u);
}

TEST(Cause, of_a_wait_is_the_notification_that_came_before) {
  Story story;
  story.beats.push_back({1, {{1, "BB", "notifies m", "m.pml:4", {}, {}, ""}}});
  story.beats.back().events.back().signals = {{"m", "m.pml:4"}};
  story.beats.push_back({2, {{0, "A", "unlocks m", "m.pml:3", {}, {}, ""}}});
  story.standings = {waiting("A", {Wait::Kind::notification, "m", {}, {}})};
  const std::optional<Cause> found = cause(story);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, "lost notification");
  EXPECT_THAT(found->threads, ElementsAre("A", "BB"));
  EXPECT_THAT(found->sentence, HasSubstr("came before it waited"));
}

TEST(Cause, is_not_known_where_nobody_waits) { EXPECT_FALSE(cause({})); }

check::Found assertion(const std::string& detail) {
  return {{"assertion", detail, "m.pml:9", model::Step::moved}, {}, 1};
}

TEST(Cause, of_an_assertion_has_the_values_in_it) {
  Story story;
  story.beats.push_back({1,
                         {{1, "P 1", "x = 2", "m.pml:8", {{"x", "0", "2"}}, {}, ""},
                          {1, "P 1", "assert(x == i)", "m.pml:9", {}, {}, ""},
                          {1, "P 1", "x = 3", "m.pml:10", {{"x", "2", "3"}}, {}, ""}}});
  story.values = {{"x", "3"}, {"a[0]", "5"}, {"a[1]", "6"}, {"P(0):i", "0"}, {"P(1):i", "1"}};
  const std::optional<Cause> found =
      cause_of(assertion("assertion violated: (x==a[i])"), story, "  assert(x == a[i]);", std::nullopt);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->values.size(), 3u);
  EXPECT_EQ(found->values[0].value, "2");  // not what a later statement of the same step made of it
  EXPECT_EQ(found->values[1].name, "a[1]");
  EXPECT_EQ(found->values[2].name, "P(1):i");
  EXPECT_THAT(found->sentence, HasSubstr("x == a[i] is false: x == 2"));
}

TEST(Cause, of_a_race_is_its_two_accesses) {
  check::Found found{{"race", "A writes", "m.c:3", model::Step::moved}, {}, 1};
  found.violation.accesses = {{"A", true, "n", "m.c:3"}, {"BB", false, "n", "m.c:7"}};
  const std::optional<Cause> named = cause_of(found, {}, "", std::nullopt);
  ASSERT_TRUE(named);
  EXPECT_THAT(named->threads, ElementsAre("A", "BB"));
  EXPECT_THAT(named->places, ElementsAre("m.c:3", "m.c:7"));
}

}  // namespace
}  // namespace waymark::report
