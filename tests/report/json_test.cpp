#include "report/json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace waymark::report {
namespace {

using Tree = nlohmann::json;

model::Event statement_of(std::uint32_t actor, const std::string& statement) {
  return {actor, "P " + std::to_string(actor), statement, "m.pml:3", {}, {}, ""};
}

// Three steps; the second goes through a choice, so it is told in two beats.
Report four_beats() {
  Report report;
  report.result.verdict = check::Verdict::violation;
  report.result.found.push_back({{"assertion", "x", "m.pml:3", model::Step::moved}, {0, 0, 1, 0}, 3});
  report.story.beats = {{1, {statement_of(0, "a")}},
                        {2, {statement_of(1, "b")}},
                        {2, {statement_of(1, "c")}},
                        {3, {statement_of(0, "d")}}};
  report.story.steps = 3;
  return report;
}

Tree parsed(const Report& report) { return Tree::parse(json(report)); }

TEST(JsonSteps, what_belongs_to_one_step_is_one_object_in_the_order_of_events) {
  const Tree object = parsed(four_beats());
  EXPECT_EQ(object["length"], 3);
  ASSERT_EQ(object["steps"].size(), 3u);
  EXPECT_EQ(object["steps"][1]["step"], 2);
  EXPECT_EQ(object["steps"][1]["events"][0]["statement"], "b");
  EXPECT_EQ(object["steps"][1]["events"][1]["statement"], "c");
  EXPECT_EQ(object["steps"][2]["step"], 3);
  EXPECT_EQ(object["loop"], nullptr);
  EXPECT_EQ(object["left_out"], nullptr);
}

TEST(JsonSteps, an_event_tells_who_did_what_where_and_what_came_of_it) {
  Report report = four_beats();
  report.story.beats[0].events = {{7,
                                   "Sender 7",
                                   "out!hello",
                                   "m.pml:12",
                                   {{"n", "1", "2"}, {"new", "", "5"}},
                                   {{"out", "hello", true}, {"in", "ack", false}},
                                   "hi\n"}};
  EXPECT_EQ(parsed(report)["steps"][0]["events"][0], Tree::parse(R"({
      "actor": "Sender 7", "process": 7, "statement": "out!hello", "location": "m.pml:12",
      "changes": [{"name": "n", "before": "1", "after": "2"}, {"name": "new", "before": null, "after": "5"}],
      "messages": [{"channel": "out", "content": "hello", "sent": true},
                   {"channel": "in", "content": "ack", "sent": false}],
      "output": "hi\n"})"));
}

TEST(JsonSteps, each_violation_after_the_first_has_the_way_to_it_and_all_have_their_trails) {
  Report report = four_beats();
  report.result.found.push_back({{"deadlock", "y", "", model::Step::moved}, {1}, 1});
  report.result.trails = {"t.trail", "t.2.trail"};
  EXPECT_FALSE(parsed(report)["violations"][1].contains("steps"));  // nobody asked
  report.others.emplace_back().beats = {{1, {statement_of(5, "stop")}}};
  report.others.back().standings = {{"P 5", "a permit", {}, {}}};
  const Tree object = parsed(report);
  EXPECT_EQ(object["trails"], Tree::parse(R"(["t.trail", "t.2.trail"])"));
  EXPECT_EQ(object["violations"][0]["trail"], "t.trail");
  EXPECT_FALSE(object["violations"][0].contains("steps"));
  EXPECT_EQ(object["steps"].size(), 3u);
  const Tree& second = object["violations"][1];
  EXPECT_EQ(second["trail"], "t.2.trail");
  ASSERT_EQ(second["steps"].size(), 1u);
  EXPECT_EQ(second["steps"][0]["events"][0]["statement"], "stop");
  EXPECT_EQ(second["standings"][0]["waits_for"], "a permit");
  EXPECT_EQ(second["loop"], nullptr);
  EXPECT_EQ(second["left_out"], nullptr);
}

TEST(JsonSteps, a_loop_begins_with_the_first_step_that_comes_again) {
  Report report = four_beats();
  report.story.cycle_before = 3;
  EXPECT_EQ(parsed(report)["loop"], 3);
  report.story.cycle_before = 4;  // nothing moves any more
  EXPECT_EQ(parsed(report)["loop"], 4);
}

TEST(JsonSteps, what_is_left_out_is_told_with_the_step_before_which_it_belongs) {
  Report report = four_beats();
  report.story.beats[3].step = 103;
  report.story.gap_before = 3;
  report.story.gap = 100;
  EXPECT_EQ(parsed(report)["left_out"], Tree::parse(R"({"before": 103, "steps": 100})"));
}

TEST(JsonSteps, the_end_tells_where_everybody_stands) {
  Report report = four_beats();
  report.story.standings = {{"P 0", "", {{"a?v", "m.pml:3"}}, {}},
                            {"main", "a permit", {}, {{"Fork.take", "F.java:7"}}}};
  EXPECT_EQ(parsed(report)["standings"], Tree::parse(R"([
      {"actor": "P 0", "location": null, "waits_for": null, "ways": [{"text": "a?v", "location": "m.pml:3"}], "stack": []},
      {"actor": "main", "location": null, "waits_for": "a permit", "ways": [], "stack": [{"text": "Fork.take", "location": "F.java:7"}]}])"));
}

TEST(JsonSteps, text_of_programs_that_is_no_utf8_is_still_json) {
  Report report = four_beats();
  report.story.beats[0].events[0].output = "\xff\x01</script>";
  EXPECT_EQ(parsed(report)["steps"][0]["events"][0]["output"], "\xEF\xBF\xBD\x01</script>");
}

}  // namespace
}  // namespace waymark::report
