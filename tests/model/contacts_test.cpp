// What no run has reached, of accesses and locks that threads met.
#include "model/contacts.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>

namespace waymark::model {
namespace {

using Locks = std::set<std::uint64_t>;

Access writing(const std::string& location) { return {"A.x", location, true}; }
Access reading(const std::string& location) { return {"A.x", location, false}; }

TEST(Contacts, two_threads_that_were_not_next_to_each_other_are_listed_until_they_are) {
  ContactLog log;
  log.add(0, writing("A.java:1"), "one", {});
  log.add(0, reading("A.java:2"), "two", {});
  Unmet so_far = unmet(log.all());
  ASSERT_EQ(so_far.conflicts.size(), 1u);
  EXPECT_EQ(so_far.conflicts.front(), Conflict(writing("A.java:1"), reading("A.java:2")));
  EXPECT_FALSE(so_far.full);
  log.add(reading("A.java:2"), writing("A.java:1"));
  EXPECT_TRUE(unmet(log.all()).conflicts.empty());
}

TEST(Contacts, one_place_conflicts_with_itself_if_two_threads_come_there) {
  ContactLog log;
  log.add(0, writing("A.java:1"), "one", {});
  EXPECT_TRUE(unmet(log.all()).conflicts.empty());
  log.add(0, writing("A.java:1"), "two", {});
  EXPECT_EQ(unmet(log.all()).conflicts.size(), 1u);
}

TEST(Contacts, reads_one_thread_and_other_objects_do_not_conflict) {
  ContactLog log;
  log.add(0, reading("A.java:1"), "one", {});
  log.add(0, reading("A.java:2"), "two", {});
  log.add(7, writing("A.java:3"), "one", {});
  log.add(7, reading("A.java:4"), "one", {});
  log.add(8, writing("A.java:5"), "two", {});
  EXPECT_TRUE(unmet(log.all()).conflicts.empty());
}

TEST(Contacts, a_lock_that_both_hold_each_time_keeps_them_apart) {
  ContactLog log;
  log.add(0, writing("A.java:1"), "one", {5, 6});
  log.add(0, reading("A.java:2"), "two", {6});
  EXPECT_TRUE(unmet(log.all()).conflicts.empty());
  log.add(0, writing("A.java:1"), "three", {5});
  EXPECT_EQ(unmet(log.all()).conflicts.size(), 1u);
}

TEST(Contacts, locks_are_listed_until_they_were_taken_in_both_orders) {
  ContactLog log;
  log.add({"low", "high"}, "A.java:9");
  log.add({"low", "high"}, "A.java:12");
  const Unmet so_far = unmet(log.all());
  ASSERT_EQ(so_far.nestings.size(), 1u);
  EXPECT_EQ(so_far.nestings.front().first, (Nesting{"low", "high"}));
  EXPECT_EQ(so_far.nestings.front().second, "A.java:12");
  log.add({"high", "low"}, "A.java:20");
  EXPECT_TRUE(unmet(log.all()).nestings.empty());
}

TEST(Contacts, what_is_not_kept_is_said) {
  ContactsTold told;
  for (std::uint64_t i = 1; i <= 10'000; ++i) ASSERT_EQ(told.tell(i), ContactsTold::Answer::fresh);
  EXPECT_EQ(told.tell(1), ContactsTold::Answer::known);
  EXPECT_EQ(told.tell(20'000), ContactsTold::Answer::full);
  ContactLog log;
  EXPECT_FALSE(unmet(log.all()).full);
  log.overflow();
  EXPECT_TRUE(unmet(log.all()).full);
}

}  // namespace
}  // namespace waymark::model
