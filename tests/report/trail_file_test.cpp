#include "report/trail_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/diagnostics.hpp"

namespace waymark::report {
namespace {

TrailFile sample() {
  return {"dir/mutex.pml",
          "00ff",
          {"x < 3", "y != \"\\\n"},
          {"assertion", "assertion 'n == 1' violated", "mutex.pml:14", model::Step::moved},
          {0, 3, 4294967295, 1}};
}

std::string refusal(const std::string& text) {
  try {
    (void)read_trail(text, "t.trail");
  } catch (const base::InputError& fault) {
    return fault.what();
  }
  return "accepted";
}

TEST(TrailFile, comes_back_as_it_was_written) {
  const TrailFile before = sample();
  const TrailFile after = read_trail(write_trail(before), "t.trail");
  EXPECT_EQ(after.program, before.program);
  EXPECT_EQ(after.digest, before.digest);
  EXPECT_EQ(after.invariants, before.invariants);
  EXPECT_EQ(after.violation.kind, before.violation.kind);
  EXPECT_EQ(after.violation.detail, before.violation.detail);
  EXPECT_EQ(after.violation.location, before.violation.location);
  EXPECT_EQ(after.choices, before.choices);
}

TEST(TrailFile, says_what_is_wrong_with_a_stranger_s_file) {
  EXPECT_EQ(refusal(""), "t.trail: error: not a trail of waymark: it is no JSON object");
  EXPECT_EQ(refusal("[1]"), "t.trail: error: not a trail of waymark: it is no JSON object");
  EXPECT_EQ(refusal("{}"), "t.trail: error: not a trail of waymark: 'waymark' should be a text");
  EXPECT_EQ(
      refusal(R"({"waymark":"trail","version":2})"),
      "t.trail: error: this trail has format 2; a later waymark reads it; this is waymark 0.2, which reads format 1");
  EXPECT_EQ(refusal(R"({"waymark":"trail","version":0})"),
            "t.trail: error: this trail has format 0; no waymark reads it; this is waymark 0.2, which reads format 1");
  EXPECT_EQ(refusal(R"({"waymark":"trail"})"), "t.trail: error: not a trail of waymark: 'version' should be a number");
  const std::string head = R"({"waymark":"trail","version":1,"program":"","digest":"","invariants":[],)"
                           R"("violation":{"kind":"","detail":"","location":""},"choices":)";
  EXPECT_EQ(refusal(head + "[]}"), "accepted");
  for (const char* choices : {"[-1]", "[4294967296]", "[1.5]", "[\"a\"]", "[null]", "[[]]", "[1e99]"}) {
    EXPECT_EQ(refusal(head + choices + "}"), "t.trail: error: not a trail of waymark: every choice should be a number");
  }
  EXPECT_EQ(refusal(head + "{}}"), "t.trail: error: not a trail of waymark: 'choices' should be a list");
}

TEST(TrailFile, is_not_impressed_by_deep_nesting) {
  const std::string deep(1'000'000, '[');
  EXPECT_THAT(refusal(deep), testing::StartsWith("t.trail: error:"));
  EXPECT_THAT(refusal(R"({"waymark":)" + deep), testing::StartsWith("t.trail: error:"));
  EXPECT_THAT(refusal(R"({"waymark":)" + deep + std::string(1'000'000, ']') + "}"),
              testing::StartsWith("t.trail: error:"));
}

TEST(TrailFile, survives_any_damage) {
  const std::string whole = write_trail(sample());
  std::mt19937 random(1);
  unsigned refused = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string damaged = whole;
    for (int j = 0; j < 3; ++j) damaged[random() % damaged.size()] = static_cast<char>(random());
    if (refusal(damaged) != "accepted") ++refused;
  }
  EXPECT_GT(refused, 1000u);
}

}  // namespace
}  // namespace waymark::report
