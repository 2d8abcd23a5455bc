#include "report/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "report/json.hpp"
#include "report/sources.hpp"

namespace waymark::report {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

constexpr std::string_view small_frame = "<script>@DATA@</script>";

// A folder of its own, in which a test stands.
class Sources : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "inside" / "deep");
    fs::create_directories(folder_ / "outside");
    write("inside/m.pml", "init { skip }");
    write("inside/deep/Fork.java", "class Fork {}");
    write("inside/secret", "key");
    write("outside/other.pml", "other");
    fs::create_symlink(folder_ / "outside" / "other.pml", folder_ / "inside" / "link.pml");
    fs::current_path(folder_ / "inside");
  }
  void TearDown() override { fs::current_path(testing::TempDir()); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }

  fs::path folder_ = fs::path(testing::TempDir()) / "waymark-sources";
};

TEST_F(Sources, are_read_by_the_name_that_a_result_has) {
  EXPECT_THAT(read_sources({"m.pml", "missing.pml"}, {}), ElementsAre(Pair("m.pml", "init { skip }")));
}

TEST_F(Sources, without_a_folder_are_looked_for_below_the_roots) {
  EXPECT_TRUE(read_sources({"Fork.java"}, {}).empty());
  EXPECT_THAT(read_sources({"Fork.java"}, {{"."}}), ElementsAre(Pair("Fork.java", "class Fork {}")));
}

TEST_F(Sources, that_do_not_look_like_a_program_are_never_read) {
  EXPECT_TRUE(read_sources({"secret", "/etc/passwd", "../inside/secret"}, {{"."}}).empty());
}

TEST_F(Sources, of_a_stranger_lie_below_the_roots_wherever_links_lead) {
  EXPECT_EQ(read_sources({"../outside/other.pml", "link.pml"}, {{"."}}).size(), 2u);
  EXPECT_TRUE(read_sources({"../outside/other.pml", "link.pml"}, {{"."}, true}).empty());
  EXPECT_EQ(read_sources({"m.pml", "deep/Fork.java"}, {{"."}, true}).size(), 2u);
}

// Undoes what report/page_data.hpp says was done.
class WayReader {
 public:
  using Tree = nlohmann::json;
  WayReader(const Tree& data, const Tree& way) : data_(data), way_(way) {}

  Tree steps() {
    Tree all = Tree::array();
    while (at_ < way_.size()) {
      const auto code = next();
      step_ = code % 3 == 2 ? next() : step_ + code % 3;
      if (all.empty() || all.back()["step"] != step_) all.push_back({{"step", step_}, {"events", Tree::array()}});
      all.back()["events"].push_back(event(data_["kinds"][static_cast<std::size_t>(code / 3)]));
    }
    return all;
  }

 private:
  std::int64_t next() { return way_[at_++].get<std::int64_t>(); }
  std::string text(const Tree& number) const { return data_["texts"][number.get<std::size_t>()]; }
  std::string value(const Tree& before) {
    const std::int64_t code = next();
    const std::int64_t form = (code % 3 + 3) % 3;
    const std::int64_t number = (code - form) / 3;
    if (form == 1) return text(number);
    return std::to_string(form == 0 ? number : std::stoll(before.get<std::string>()) + number);
  }
  Tree event(const Tree& kind) {
    Tree event = {{"actor", text(kind[0])},     {"process", kind[1]},
                  {"statement", text(kind[2])}, {"location", kind[3] == -1 ? Tree(nullptr) : Tree(text(kind[3]))},
                  {"changes", Tree::array()},   {"messages", Tree::array()},
                  {"output", nullptr}};
    for (const Tree& form : kind[4]) event["changes"].push_back(change(form));
    for (const Tree& message : kind[5]) {
      const std::string content = value(nullptr);
      event["messages"].push_back({{"channel", text(message[0])}, {"content", content}, {"sent", message[1] == 1}});
    }
    if (kind[6] == 1) event["output"] = value(nullptr);
    for (const Tree& form : kind[7]) {
      event["details"].push_back(change(form));
      if (event["details"].back()["after"] == "") event["details"].back()["after"] = nullptr;
    }
    if (kind[8] != -1) event["inside"] = text(kind[8]);
    return event;
  }
  Tree change(const Tree& form) {
    const std::string name = text(form[0]);
    Tree before = nullptr;
    if (form[1] == 0) before = now_.at(name);
    if (form[1] == 2) before = value(nullptr);
    now_[name] = value(before);
    return {{"name", name}, {"before", before}, {"after", now_[name]}};
  }

  const Tree& data_;
  const Tree& way_;
  std::size_t at_ = 0;
  std::int64_t step_ = 0;
  std::map<std::string, std::string> now_;
};

nlohmann::json steps_again(const nlohmann::json& data, const nlohmann::json& way) {
  return WayReader(data, way).steps();
}

Report printing(const std::string& output) {
  Report report;
  report.result.verdict = check::Verdict::violation;
  report.result.program = "m.pml";
  report.result.found.push_back({{"assertion", "x", "m.pml:1", model::Step::moved}, {0}, 1});
  report.story.beats = {{1, {{0, "P 0", "printf", "m.pml:1", {}, {}, output}}}};
  report.story.steps = 1;
  return report;
}

TEST(Page, text_of_programs_cannot_end_the_data) {
  const std::string text = "</script><!-- <script>";
  const std::string made = page(json(printing(text)), {"1", {}, nullptr, nullptr, small_frame}).value();
  const std::string data = made.substr(8, made.size() - 17);
  EXPECT_THAT(data, Not(HasSubstr("<")));
  const auto told = nlohmann::json::parse(data);
  EXPECT_EQ(steps_again(told, told["result"]["way"])[0]["events"][0]["output"], text);
}

// The data of a page of a result.
nlohmann::json data_of(const std::string& result) {
  const std::string made = page(result, {"1", {}, nullptr, nullptr, small_frame}).value();
  return nlohmann::json::parse(made.substr(8, made.size() - 17));
}

TEST(Page, the_steps_of_a_result_can_be_had_again_from_the_few_numbers_that_it_holds) {
  Report report = printing("p\n");
  report.story.beats = {
      {1, {{0, "P 0", "x = 1", "m.pml:1", {{"x", "0", "1"}, {"new", "", "7"}}, {}, ""}}},
      {2, {{0, "P 0", "x = 1", "m.pml:1", {{"x", "1", "-4"}, {"x", "-4", "007"}}, {{"c", "12", true}}, ""}}},
      {2, {{1, "P 1", "c?y", "", {{"y", "-0", "0"}, {"x", "12345678901234567890", "1"}}, {{"c", "m,1", false}}, "5"}}},
      {3, {{0, "P 0", "x = 1", "m.pml:1", {{"x", "1", "2"}}, {}, ""}, {0, "P 0", "t", "m.pml:1", {}, {}, ""}}},
      {900, {{0, "P 0", "x = 1", "m.pml:1", {{"x", "true", "false"}, {"new", "7", ""}}, {}, "\x01"}}}};
  report.story.beats[0].events[0].details = {{"lock m", "", "held by P 0"}, {"P 0:i", "", "0"}};
  report.story.beats[1].events[0].details = {{"P 0:i", "0", "1"}};
  report.story.beats[3].events[1].details = {{"lock m", "held by P 0", ""}};
  report.story.beats[3].events[1].inside = "queue.put";
  report.result.found.push_back({{"deadlock", "", "", model::Step::moved}, {1}, 1});
  report.others.emplace_back().beats = {{1, {{0, "P 0", "x = 1", "m.pml:1", {{"x", "0", "1"}}, {}, ""}}}};
  const auto whole = nlohmann::json::parse(json(report));
  const auto data = data_of(json(report));
  EXPECT_EQ(steps_again(data, data["result"]["way"]), whole["steps"]);
  EXPECT_EQ(steps_again(data, data["result"]["violations"][1]["way"]), whole["violations"][1]["steps"]);
}

TEST(Page, a_step_that_comes_again_and_again_takes_a_few_bytes) {
  Report report = printing("");
  report.story.beats.clear();
  constexpr std::uint64_t many = 2000;
  for (std::uint64_t i = 1; i <= many; ++i) {
    const auto text = [](std::uint64_t n) { return std::to_string(n); };
    report.story.beats.push_back({i, {{0, "P 0", "n = (n+1)", "m.pml:1", {{"n", text(i - 1), text(i)}}, {}, ""}}});
  }
  const std::string result = json(report);
  const std::string made = page(result, {"1", {}, nullptr, nullptr, small_frame}).value();
  EXPECT_GT(result.size(), 100 * many);
  EXPECT_LT(made.size(), 8 * many);  // two numbers of a digit or two, with commas, and what is told once
}

TEST(Page, is_made_of_results_alone) {
  for (const char* text : {"", "7", "[]", "{}", "{\"verdict\":1}", "{\"verdict\":\"holds\"", "nonsense"}) {
    EXPECT_EQ(page(text, {"1", {}, nullptr, nullptr, small_frame}), std::nullopt) << text;
  }
  const std::string deep = "{\"verdict\":\"holds\",\"x\":" + std::string(1000, '[') + std::string(1000, ']') + "}";
  EXPECT_EQ(page(deep, {"1", {}, nullptr, nullptr, small_frame}), std::nullopt);
}

TEST(Page, a_trail_completes_the_result_of_the_same_violation_only) {
  const Report whole = printing("hello");
  Report bare = whole;
  bare.story.beats.clear();
  EXPECT_EQ(nlohmann::json::parse(with_trail(json(bare), json(whole)).value()), nlohmann::json::parse(json(whole)));
  bare.result.found.front().violation.detail = "another";
  EXPECT_EQ(with_trail(json(bare), json(whole)), std::nullopt);
  // Nor need it be the first one.
  bare.result.found.push_back(whole.result.found.front());
  const auto completed = nlohmann::json::parse(with_trail(json(bare), json(whole)).value());
  EXPECT_EQ(completed["violations"][1]["steps"], nlohmann::json::parse(json(whole))["steps"]);
  EXPECT_TRUE(completed["steps"].empty());
}

}  // namespace
}  // namespace waymark::report
