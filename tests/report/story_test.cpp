#include "report/story.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.hpp"
#include "graph/graph.hpp"

namespace waymark::report {
namespace {

using graph::Graph;
using Choices = std::vector<std::uint32_t>;

std::vector<std::string> texts(const Story& story) {
  std::vector<std::string> found;
  for (const Beat& beat : story.beats) {
    for (const model::Event& event : beat.events) found.push_back(std::to_string(beat.step) + ": " + event.text);
  }
  return found;
}

TEST(Story, tells_every_choice_and_counts_steps_by_where_they_arrive) {
  // 1 is in the middle of an indivisible sequence, so 0 -> 1 -> 2 is one step.
  const auto graph = Graph::parse("0 1\n1 2\n2 3\npass 1\nfail 3\n");
  const Story story = tell(*graph, Choices{0, 0, 0});
  EXPECT_EQ(texts(story), (std::vector<std::string>{"1: 0 -> 1", "1: 1 -> 2", "2: 2 -> 3"}));
  EXPECT_EQ(story.steps, 2u);
  EXPECT_EQ(story.last, model::Step::failed);
  EXPECT_EQ(story.violation.kind, "assertion");
  EXPECT_EQ(graph->pack().words[0], 3u);
}

TEST(Story, leaves_out_the_middle_and_says_how_much) {
  Graph ring{{0, 1}, {1, 2}, {2, 0}};
  const Story story = tell(ring, Choices(100, 0), {3, 2});
  EXPECT_EQ(texts(story),
            (std::vector<std::string>{"1: 0 -> 1", "2: 1 -> 2", "3: 2 -> 0", "99: 2 -> 0", "100: 0 -> 1"}));
  EXPECT_EQ(story.gap_before, 3u);
  EXPECT_EQ(story.gap, 95u);
  EXPECT_EQ(story.steps, 100u);
}

TEST(Story, that_was_told_is_shortened_to_what_would_have_been_told) {
  const auto graph = Graph::parse("0 1\n1 2\n2 0\npass 1\n");  // every third choice is in the middle of a step
  const Choices choices(14, 0);
  for (const std::uint64_t cycle : {0u, 3u, 6u, 9u, 12u, 14u}) {
    const Story whole = tell(*graph, choices, {}, cycle);
    for (std::uint64_t head = 0; head <= 15; ++head) {
      for (std::uint64_t tail = 0; tail <= 15; ++tail) {
        const Story told = tell(*graph, choices, {head, tail}, cycle);
        const Story part = shortened(whole, {head, tail});
        const std::string which = std::to_string(cycle) + ", " + std::to_string(head) + ", " + std::to_string(tail);
        EXPECT_EQ(texts(part), texts(told)) << which;
        EXPECT_EQ(part.cycle_before, told.cycle_before) << which;
        EXPECT_EQ(part.steps, told.steps) << which;
        if (tail == 0) continue;  // nothing comes behind what is left out, so nobody is told of it
        EXPECT_EQ(part.gap, told.gap) << which;
        if (told.gap != 0) {
          EXPECT_EQ(part.gap_before, told.gap_before) << which;
        }
      }
    }
  }
}

TEST(Story, refuses_what_is_no_path) {
  Graph line{{0, 1}, {1, 2}};
  EXPECT_THROW((void)tell(line, Choices{1}), base::InputError);
  EXPECT_THROW((void)tell(line, Choices{0, 0, 0}), base::InputError);
  EXPECT_EQ(tell(line, Choices{0, 0}).steps, 2u);
}

}  // namespace
}  // namespace waymark::report
