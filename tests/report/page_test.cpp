#include "report/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
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
  EXPECT_EQ(nlohmann::json::parse(data)["result"]["steps"][0]["events"][0]["output"], text);
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
}

}  // namespace
}  // namespace waymark::report
