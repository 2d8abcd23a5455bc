#include "report/trail.hpp"

#include <gtest/gtest.h>

namespace waymark::report {
namespace {

// A sends over the buffered q, B takes it two steps later; then B hands over r in one step (rendezvous).
Story exchange() {
  Story story;
  story.steps = 4;
  story.beats.push_back({1, {{0, "A 0", "q!ask", "dir/x.pml:3", {{"q", "[]", "[ask]"}}, {{"q", "ask", true}}, ""}}});
  story.beats.push_back({2, {{0, "A 0", "n = n + 1", "dir/x.pml:4", {{"n", "0", "1"}}, {}, "hello\n"}}});
  story.beats.push_back({3, {{1, "B 1", "q?m", "dir/x.pml:9", {{"q", "[ask]", "[]"}}, {{"q", "ask", false}}, ""}}});
  story.beats.push_back({4,
                         {{1, "B 1", "r!7", "dir/x.pml:10", {}, {{"r", "7", true}}, ""},
                          {0, "A 0", "r?k", "dir/x.pml:5", {{"k", "0", "7"}}, {{"r", "7", false}}, ""}}});
  return story;
}

TEST(Trail, as_steps_lines_up_who_where_and_what) {
  EXPECT_EQ(trail_as_steps(exchange(), {80, false, false}),
            "  1  A 0  x.pml:3   q!ask      q ! ask, q: [] -> [ask]\n"
            "  2  A 0  x.pml:4   n = n + 1  n: 0 -> 1, prints \"hello\\n\"\n"
            "  3  B 1  x.pml:9   q?m        q ? ask, q: [ask] -> []\n"
            "  4  B 1  x.pml:10  r!7        r ! 7\n"
            "     A 0  x.pml:5   r?k        r ? 7, k: 0 -> 7\n");
}

TEST(Trail, numbers_several_steps_in_one_row_by_the_first_and_the_last) {
  Story story = exchange();
  story.steps = 14;
  story.beats[1].until = 12;
  story.beats[2].step = 13;
  story.beats[3].step = 14;
  EXPECT_EQ(trail_as_steps(story, {80, false, false}).substr(0, 107),
            "     1  A 0  x.pml:3   q!ask      q ! ask, q: [] -> [ask]\n"
            "  2-12  A 0  x.pml:4   n = n + 1  n: 0 -> 1, prin");
  EXPECT_NE(trail_as_columns(story, {50, false, false}).find("\n  2-12  n = n + 1\n"), std::string::npos);
}

TEST(Trail, as_steps_breaks_lines_that_are_too_long) {
  EXPECT_EQ(trail_as_steps(exchange(), {50, false, false}).substr(0, 103),
            "  1  A 0  x.pml:3   q!ask      q ! ask\n"
            "                               q: [] -> [ask]\n"
            "  2  A 0  x.pml:4 ");
}

// Statements and values that are longer than their columns.
Story long_lines() {
  Story story;
  story.steps = 2;
  const std::string statement = "number = (number * number + 17) * (number - 1) - number";
  story.beats.push_back({1, {{0, "A 0", statement, "x.pml:3", {{"number", "0", "1"}}, {}, ""}}});
  story.beats.push_back({2, {{0, "A 0", "q!1", "x.pml:4", {{"q", "[]", "[one,two,three,four,five,six]"}}, {}, ""}}});
  return story;
}

TEST(Trail, as_steps_puts_what_a_long_statement_did_into_its_column_below) {
  EXPECT_EQ(trail_as_steps(long_lines(), {60, false, false}),
            "  1  A 0  x.pml:3  number = (number * number + 17) * (number - 1) - number\n"
            "                                         number: 0 -> 1\n"
            "  2  A 0  x.pml:4  q!1                   q: [] -> [one,two,three,four,five,six]\n");
}

TEST(Trail, as_steps_stays_within_a_terminal) {
  EXPECT_EQ(trail_as_steps(long_lines(), {60, false, false, true}),
            "  1  A 0  x.pml:3  number = (number ...  number: 0 -> 1\n"
            "  2  A 0  x.pml:4  q!1                   q: [] ->\n"
            "                                         [one,two,three,four\n"
            "                                         ,five,six]\n");
}

TEST(Trail, as_columns_gives_each_process_its_own) {
  EXPECT_EQ(trail_as_columns(exchange(), {50, false, false}),
            "     A 0                   B 1\n"
            "     ---                   ---\n"
            "  1  q!ask\n"
            "       q ! ask\n"
            "       q: [] -> [ask]\n"
            "  2  n = n + 1\n"
            "       n: 0 -> 1\n"
            "       prints \"hello\\n\"\n"
            "  3                        q?m\n"
            "                             q ? ask\n"
            "                             q: [ask] -> []\n"
            "  4                        r!7\n"
            "                             r ! 7\n"
            "     r?k\n"
            "       r ? 7\n"
            "       k: 0 -> 7\n");
}

TEST(Trail, as_chart_draws_messages_as_arrows) {
  EXPECT_EQ(trail_as_chart(exchange(), {69, false, false}),
            "                    A 0                             B 1\n"
            "                     |                               |\n"
            "  1                  * q!ask                         |\n"
            "  2                  * prints \"hello\\n\"              |\n"
            "  3                  |----- q: ask (sent in 1) ----->|\n"
            "  4                  |<----------- r: 7 -------------|\n");
}

TEST(Trail, as_chart_says_so_when_there_is_nothing_to_draw) {
  Story story;
  story.steps = 1;
  story.beats.push_back({1, {{0, "A 0", "skip", "x.pml:1", {}, {}, ""}}});
  EXPECT_EQ(trail_as_chart(story, {}), "  No messages are exchanged on this trail.\n");
}

TEST(Trail, says_where_steps_are_left_out) {
  Story story = exchange();
  story.steps = 44;
  story.beats[3].step = 44;
  story.gap_before = 3;
  story.gap = 40;
  for (const TrailStyle style : {TrailStyle::steps, TrailStyle::columns, TrailStyle::chart}) {
    EXPECT_NE(trail(story, style, {}).find("... 40 steps left out ..."), std::string::npos);
  }
}

TEST(Trail, never_lets_a_program_steer_the_terminal) {
  Story story = exchange();
  for (Beat& beat : story.beats) {
    for (model::Event& event : beat.events) {
      event.who += "\x1b[2J";
      event.text += "\x1b[2J";
      event.location += "\x1b[2J";
      event.output += "\x1b[2J";
      for (model::Change& change : event.changes) change.after += "\x1b[2J";
      for (model::Message& message : event.messages) message.content += "\x1b[2J";
    }
  }
  for (const TrailStyle style : {TrailStyle::steps, TrailStyle::columns, TrailStyle::chart}) {
    EXPECT_EQ(trail(story, style, {}).find('\x1b'), std::string::npos);
  }
}

// Widths from absurd to generous: nothing crashes, every process is named.
TEST(Trail, copes_with_any_width) {
  for (std::size_t width = 0; width < 200; ++width) {
    for (const bool narrow : {false, true}) {
      for (const TrailStyle style : {TrailStyle::steps, TrailStyle::columns, TrailStyle::chart}) {
        const std::string text = trail(exchange(), style, {width, true, false, narrow});
        EXPECT_NE(text.find("B 1"), std::string::npos);
      }
    }
  }
}

// In a file there is room for everything: statements, names, places, messages.
TEST(Trail, cuts_nothing_off_where_there_is_room) {
  Story story = exchange();
  const std::string much(150, 'x');
  for (Beat& beat : story.beats) {
    for (model::Event& event : beat.events) {
      event.who += much + "who";
      event.text += much + "text";
      event.location += much + "location";
      for (model::Message& message : event.messages) message.content += much + "message";
    }
  }
  const auto whole = [&](TrailStyle style, const std::string& what) {
    return trail(story, style, {}).find(much + what) != std::string::npos;
  };
  for (const char* what : {"who", "text", "location", "message"}) EXPECT_TRUE(whole(TrailStyle::steps, what)) << what;
  EXPECT_TRUE(whole(TrailStyle::columns, "who"));
  for (const char* what : {"who", "message"}) EXPECT_TRUE(whole(TrailStyle::chart, what)) << what;
}

}  // namespace
}  // namespace waymark::report
