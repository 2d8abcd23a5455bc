#include "search/depth_first.hpp"

#include <gtest/gtest.h>

#include "graph/graph.hpp"
#include "model/tiny.hpp"
#include "searching.hpp"

namespace waymark::search {
namespace {

using graph::Graph;
using model::Step;
using model::Tiny;
using model::TinyStep;

// Writes down the order of events.
class Diary final : public StepListener {
 public:
  std::string text;
  void started(std::uint64_t root) override { text += "@" + std::to_string(root); }
  void stepped(const Stepped& step) override {
    text += " " + std::to_string(step.from) + (step.found.seen == store::Seen::fresh ? ">" : "=") +
            std::to_string(step.found.number);
  }
  void left(std::uint64_t number, std::uint64_t depth) override {
    text += " <" + std::to_string(number) + "/" + std::to_string(depth);
  }
};

TEST(DepthFirst, takes_choices_in_the_order_of_the_recursion) {
  Graph diamond{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 0}};
  Diary diary;
  Options options;
  options.listeners = {&diary};
  EXPECT_EQ(search(Order::depth_first, diamond, options).verdict, Verdict::holds);
  // Numbers are those of discovery: 0, 1, 3, then 2.
  EXPECT_EQ(diary.text, "@0 0>1 1>2 2=0 <2/2 <1/1 0>3 3=2 <3/1 <0/0");
}

TEST(DepthFirst, passes_through_indivisible_sequences_without_storing_them) {
  // 0 leads over the passing 1 and 2 to 3, 4 and 5.
  const auto graph = Graph::parse("0 1\n1 3\n1 2\n2 4\n2 5\n3 0\n4 0\n5 0\npass 1\npass 2\n");
  Diary diary;
  Options options;
  options.listeners = {&diary};
  const Outcome outcome = search(Order::depth_first, *graph, options);
  EXPECT_EQ(diary.text, "@0 0>1 1=0 <1/1 0>2 2=0 <2/1 0>3 3=0 <3/1 <0/0");
  EXPECT_EQ(outcome.tallies.depth, 1u);
}

TEST(DepthFirst, goes_as_deep_as_memory_allows) {
  constexpr std::uint32_t length = 1'000'000;
  Tiny chain([](std::uint32_t n) { return std::vector<TinyStep>(n < length ? 1 : 0, {Step::moved, n + 1}); });
  const Outcome outcome = search(Order::depth_first, chain);
  EXPECT_EQ(outcome.tallies.depth, length);
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].choices, std::vector<std::uint32_t>(length, 0));
  EXPECT_EQ(outcome.findings[0].length, length);
}

TEST(DepthFirst, counts_its_path_against_the_memory) {
  // A million frames do not fit in 20 million bytes.
  Tiny chain([](std::uint32_t n) { return std::vector<TinyStep>(1, {Step::moved, (n + 1) % 1'000'000}); });
  Options options;
  options.memory = 20'000'000;
  const Outcome outcome = search(Order::depth_first, chain, options);
  EXPECT_EQ(outcome.verdict, Verdict::incomplete);
  EXPECT_EQ(outcome.why, Why::memory);
  EXPECT_GT(outcome.tallies.states, 10'000u);
}

}  // namespace
}  // namespace waymark::search
