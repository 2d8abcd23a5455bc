#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/junit.hpp"
#include "report/sarif.hpp"

namespace waymark::report {
namespace {

using testing::HasSubstr;
using testing::Not;

Report judged(check::Verdict verdict) {
  Report report;
  report.result.program = "m.pml";
  report.result.verdict = verdict;
  report.result.properties = {check::Property::deadlock, check::Property::assertion};
  return report;
}

Report with_failed_assertion() {
  Report report = judged(check::Verdict::violation);
  report.result.found.push_back({{"assertion", "n == 1 fails", "dir/m x.pml:14", model::Step::moved}, {0, 0}, 2});
  report.story.beats = {{1, {{4, "Q 4", "n = 2", "dir/m x.pml:3", {{"n", "1", "2"}}, {}, ""}}},
                        {2, {{7, "P 7", "assert(n == 1)", "dir/m x.pml:14", {}, {}, ""}}}};
  report.story.steps = 2;
  return report;
}

TEST(Junit, a_violated_property_fails_and_the_others_are_undecided) {
  const std::string text = junit(with_failed_assertion());
  EXPECT_THAT(text, HasSubstr("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"1\""));
  EXPECT_THAT(text, HasSubstr("name=\"assertion\"><failure type=\"assertion\" message=\"n == 1 fails\">"));
  EXPECT_THAT(text, HasSubstr("name=\"deadlock\"><skipped type=\"undecided\""));
}

TEST(Formats, the_way_to_a_violation_after_the_first_is_told_with_it) {
  Report report = with_failed_assertion();
  report.result.found.push_back({{"deadlock", "nobody moves", "", model::Step::moved}, {1}, 1});
  report.others.emplace_back().beats = {{1, {{3, "R 3", "lock?x", "dir/m x.pml:9", {}, {}, ""}}}};
  const std::string text = junit(report);
  EXPECT_GT(text.find("lock?x"), text.find("nobody moves"));
  EXPECT_EQ(text.find("lock?x"), text.rfind("lock?x"));
  const auto log = nlohmann::json::parse(sarif(report, "1.2"));
  const auto& second = log["runs"][0]["results"][1];
  EXPECT_EQ(second["ruleId"], "deadlock");
  EXPECT_EQ(second["codeFlows"][0]["threadFlows"][0]["message"]["text"], "R 3");
}

TEST(Junit, after_a_complete_search_the_others_hold) {
  Report report = with_failed_assertion();
  report.result.complete = true;
  EXPECT_THAT(junit(report), HasSubstr("name=\"deadlock\"></testcase>"));
}

TEST(Junit, what_a_limit_left_undecided_is_an_error_as_the_exit_code_says) {
  Report report = judged(check::Verdict::incomplete);
  report.result.detail = "the time of 1 s is over";
  const std::string text = junit(report);
  EXPECT_THAT(text, HasSubstr("tests=\"2\" failures=\"0\" errors=\"2\""));
  EXPECT_THAT(text, HasSubstr("<error type=\"incomplete\" message=\"incomplete: the time of 1 s is over"));
}

TEST(Junit, each_formula_is_a_case_of_its_own) {
  Report report = judged(check::Verdict::violation);
  report.result.properties.push_back(check::Property::ltl);
  report.result.liveness = {{check::Property::ltl, "safe", "[] p", false, check::Verdict::holds},
                            {check::Property::ltl, "live", "<> q", true, check::Verdict::violation}};
  report.result.found.push_back({{"ltl", "<> q is violated", "", model::Step::moved}, {0}, 1});
  const std::string text = junit(report);
  EXPECT_THAT(text, HasSubstr("name=\"ltl safe: [] p\"></testcase>"));
  EXPECT_THAT(text, HasSubstr("name=\"ltl live: &lt;&gt; q (weakly fair)\"><failure"));
  EXPECT_THAT(text, HasSubstr("tests=\"4\" failures=\"1\""));
}

TEST(Junit, what_the_program_says_is_no_markup_and_no_control) {
  Report report = with_failed_assertion();
  report.result.program = "</testsuite>\"&\x01";
  const std::string text = junit(report);
  EXPECT_THAT(text, HasSubstr("classname=\"&lt;/testsuite&gt;&quot;&amp;\\x01\""));
  EXPECT_THAT(text, Not(HasSubstr("\x01")));
}

// Rules that several tests share are told once, and each result says whose it is.
TEST(Sarif, several_tests_are_one_run) {
  std::vector<TestReport> tests = {{"app.T#a", "app.T", "", with_failed_assertion()},
                                   {"app.T#b", "app.T", "", judged(check::Verdict::holds)},
                                   {"app.T#c", "app.T", "it is disabled", {}},
                                   {"app.T#d", "app.T", "", with_failed_assertion()}};
  const auto log = nlohmann::json::parse(sarif(tests, "1.2"));
  ASSERT_EQ(log["runs"].size(), 1u);
  const auto& run = log["runs"][0];
  EXPECT_EQ(run["automationDetails"]["id"], "waymark/app.T/");
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 2u);  // deadlock and assertion
  ASSERT_EQ(run["results"].size(), 2u);
  const auto test_of = [&](std::size_t i) {
    return run["results"][i]["locations"][0]["logicalLocations"][0]["fullyQualifiedName"];
  };
  EXPECT_EQ(test_of(0), "app.T#a");
  EXPECT_EQ(test_of(1), "app.T#d");
  EXPECT_TRUE(run["results"][1].contains("codeFlows"));
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], true);
  const auto& told = run["invocations"][0]["toolExecutionNotifications"];
  ASSERT_EQ(told.size(), 4u);
  EXPECT_EQ(told[1]["level"], "note");
  EXPECT_EQ(told[2]["message"]["text"], "not run: app.T#c: it is disabled");
  tests[1].report.result.verdict = check::Verdict::error;
  const auto broken = nlohmann::json::parse(sarif(tests, "1.2"));
  EXPECT_EQ(broken["runs"][0]["invocations"][0]["executionSuccessful"], false);
}

TEST(Sarif, each_process_has_a_thread_flow_and_the_order_goes_through_all_of_them) {
  const auto log = nlohmann::json::parse(sarif(with_failed_assertion(), "1.2"));
  const auto& run = log["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["version"], "1.2");
  ASSERT_EQ(run["results"].size(), 1u);
  const auto& flows = run["results"][0]["codeFlows"][0]["threadFlows"];
  ASSERT_EQ(flows.size(), 2u);
  EXPECT_EQ(flows[0]["message"]["text"], "Q 4");
  EXPECT_EQ(flows[0]["locations"][0]["executionOrder"], 1);
  EXPECT_EQ(flows[0]["locations"][0]["state"]["n"]["text"], "2");
  EXPECT_EQ(flows[1]["locations"][0]["executionOrder"], 2);
  EXPECT_EQ(flows[1]["locations"][0]["location"]["physicalLocation"]["region"]["startLine"], 14);
}

TEST(Sarif, a_file_is_named_by_a_uri) {
  const auto log = nlohmann::json::parse(sarif(with_failed_assertion(), "1"));
  const auto& at = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(at["artifactLocation"]["uri"], "dir/m%20x.pml");
}

TEST(Sarif, without_a_violation_there_is_no_result_but_a_word_on_how_it_ended) {
  const auto level = [](check::Verdict verdict) {
    const auto log = nlohmann::json::parse(sarif(judged(verdict), "1"));
    EXPECT_TRUE(log["runs"][0]["results"].empty());
    return log["runs"][0]["invocations"][0]["toolExecutionNotifications"][0]["level"];
  };
  EXPECT_EQ(level(check::Verdict::holds), "note");
  EXPECT_EQ(level(check::Verdict::incomplete), "warning");
  EXPECT_EQ(level(check::Verdict::rejected), "error");
}

}  // namespace
}  // namespace waymark::report
