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

// A story of one step a beat. `inside`: the call that a step belongs to; with a dot behind it, the step ends the call.
Story of_calls(const std::vector<std::pair<std::uint32_t, std::string>>& steps) {
  Story story;
  for (const auto& [actor, inside] : steps) {
    Beat& beat = story.beats.emplace_back();
    beat.step = ++story.steps;
    model::Event& event = beat.events.emplace_back();
    event.actor = actor;
    event.text = "step " + std::to_string(beat.step);
    event.location = "A.java:" + std::to_string(actor);
    event.changes = {{"x", "0", "1"}};
    event.leaves = inside.ends_with('.');
    event.inside = event.leaves ? inside.substr(0, inside.size() - 1) : inside;
  }
  return story;
}

TEST(Story, folds_the_steps_of_a_call_that_follow_each_other) {
  const Story story =
      folded(of_calls({{0, ""}, {0, "lock"}, {0, "lock"}, {0, "lock."}, {0, ""}, {1, "get."}, {1, ""}}));
  EXPECT_EQ(texts(story),
            (std::vector<std::string>{"1: step 1", "2: lock: 3 steps", "5: step 5", "6: step 6", "7: step 7"}));
  EXPECT_EQ(story.beats[1].until, 4u);
  EXPECT_TRUE(story.beats[1].events.front().changes.empty());
  EXPECT_EQ(story.beats[1].events.front().location, "A.java:0");
  EXPECT_EQ(story.beats[3].events.front().changes.size(), 1u);
  EXPECT_EQ(story.steps, 7u);
  EXPECT_TRUE(story.folded);
}

TEST(Story, folds_no_two_calls_and_no_two_threads_into_one) {
  EXPECT_EQ(texts(folded(of_calls({{0, "add"}, {0, "add."}, {0, "add"}, {0, "add."}}))),
            (std::vector<std::string>{"1: add: 2 steps", "3: add: 2 steps"}));
  EXPECT_EQ(texts(folded(of_calls({{0, "put"}, {0, "put"}, {1, "take"}, {1, "take."}, {0, "put"}, {0, "put."}}))),
            (std::vector<std::string>{"1: put begins: 2 steps", "3: take: 2 steps", "5: put ends: 2 steps"}));
  EXPECT_EQ(texts(folded(of_calls({{0, "put"}, {1, ""}, {0, "put"}, {0, "put"}, {1, ""}, {0, "put."}}))),
            (std::vector<std::string>{"1: step 1", "2: step 2", "3: put goes on: 2 steps", "5: step 5", "6: step 6"}));
  EXPECT_FALSE(folded(of_calls({{0, "get."}, {1, "get."}, {0, ""}})).folded);
}

TEST(Story, folds_nothing_over_where_a_cycle_begins_or_steps_are_left_out) {
  Story story = of_calls({{0, "run"}, {0, "run"}, {0, "run"}, {0, "run"}, {0, "run"}, {0, "run"}});
  story.cycle_before = 2;
  story.gap = 10;
  story.gap_before = 4;
  for (std::size_t i = 4; i < 6; ++i) story.beats[i].step += 10;
  story.steps = 16;
  const Story part = folded(story);
  EXPECT_EQ(texts(part), (std::vector<std::string>{"1: run begins: 2 steps", "3: run goes on: 2 steps",
                                                   "15: run goes on: 2 steps"}));
  EXPECT_EQ(part.cycle_before, 1u);
  EXPECT_EQ(part.gap_before, 2u);
  // What is left out of that has the gap in it, wherever that stands.
  const Story shorter = shortened(part, {0, 1});
  EXPECT_EQ(texts(shorter), (std::vector<std::string>{"15: run goes on: 2 steps"}));
  EXPECT_EQ(shorter.gap, 14u);
  const Story longer = shortened(folded(story), {2, 0});
  EXPECT_EQ(longer.gap, 12u);
}

TEST(Story, leaves_out_one_stretch_of_steps_only) {
  Story story = of_calls({{0, ""}, {0, ""}, {0, ""}, {0, ""}, {0, ""}, {0, ""}});
  story.gap = 10;
  story.gap_before = 1;
  for (std::size_t i = 1; i < 6; ++i) story.beats[i].step += 10;
  story.steps = 16;
  const Story part = shortened(story, {3, 1});
  EXPECT_EQ(texts(part), (std::vector<std::string>{"1: step 1", "16: step 6"}));
  EXPECT_EQ(part.gap_before, 1u);
  EXPECT_EQ(part.gap, 14u);
}

TEST(Story, refuses_what_is_no_path) {
  Graph line{{0, 1}, {1, 2}};
  EXPECT_THROW((void)tell(line, Choices{1}), base::InputError);
  EXPECT_THROW((void)tell(line, Choices{0, 0, 0}), base::InputError);
  EXPECT_EQ(tell(line, Choices{0, 0}).steps, 2u);
}

}  // namespace
}  // namespace waymark::report
