// What was judged, as scripts and checkpoints name it.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "check/plan/property.hpp"

namespace waymark::check {
namespace {

load::Program with_exceptions(bool exceptions) {
  load::Program program;
  program.has_exceptions = exceptions;
  return program;
}

TEST(Judged, the_default_is_named_as_what_it_comes_to) {
  EXPECT_EQ(judged_text({}, with_exceptions(false)), "deadlock, assertion");
  EXPECT_EQ(judged_text({}, with_exceptions(true)), "deadlock, assertion, exception");
  Properties typed;
  typed.selected = {Property::assertion, Property::deadlock, Property::assertion};
  EXPECT_EQ(judged_text(typed, with_exceptions(true)), "deadlock, assertion");
}

TEST(Judged, kinds_come_back_and_invariants_do_not_pass_for_kinds) {
  Properties properties;
  properties.selected = {Property::deadlock};
  properties.invariants = {"a, assertion", "b; assertion"};
  const std::string text = judged_text(properties, with_exceptions(false));
  EXPECT_EQ(named_in(text), std::vector{Property::deadlock});
  EXPECT_EQ(named_in(text + "; program: x, assertion"), std::vector{Property::deadlock});
  EXPECT_EQ(named_in("; program: assertion"), std::vector<Property>{});
  EXPECT_EQ(named_in(""), std::vector<Property>{});
}

TEST(Judged, no_two_sets_have_one_text) {
  const std::vector<std::string> nasty = {"a", ";", "a; invariant b", "b", "\\x3b", "a\\", "; program: x"};
  std::map<std::string, std::pair<std::set<Property>, std::vector<std::string>>> met;
  for (unsigned kinds = 0; kinds < 16; ++kinds) {
    for (std::size_t one = 0; one <= nasty.size(); ++one) {
      for (std::size_t other = 0; other <= nasty.size(); ++other) {
        Properties properties;
        properties.selected.emplace();
        for (unsigned bit = 0; bit < 4; ++bit) {
          if ((kinds >> bit & 1) != 0) properties.selected->push_back(static_cast<Property>(bit));
        }
        for (const std::size_t which : {one, other}) {
          if (which < nasty.size()) properties.invariants.push_back(nasty[which]);
        }
        const std::pair key(std::set<Property>(properties.selected->begin(), properties.selected->end()),
                            properties.invariants);
        const auto [before, fresh] = met.emplace(judged_text(properties, with_exceptions(true)), key);
        EXPECT_TRUE(fresh || before->second == key) << before->first;
      }
    }
  }
}

}  // namespace
}  // namespace waymark::check
