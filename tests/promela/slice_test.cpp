// Slices of little models that are known by hand, given as the text that should be left.
#include "promela/slice/slice.hpp"

#include <gtest/gtest.h>

#include "promela/syntax/parse.hpp"
#include "promela/syntax/text.hpp"

namespace waymark::promela {
namespace {

struct Asked {
  bool assertions = true;
  bool deadlock = true;
  std::vector<std::string> expressions = {};
  bool progress = false;
};

std::string sliced(const std::string& model, const Asked& asked) {
  const auto specification = parse_text("model.pml", model);
  SliceCriteria criteria;
  criteria.assertions = asked.assertions;
  criteria.deadlock = asked.deadlock;
  criteria.expressions = asked.expressions;
  criteria.progress = asked.progress;
  const Slice made = slice(*specification, criteria, {});
  EXPECT_EQ(made.whole, "");
  return text(*specification);
}

void expect_slice(const std::string& model, const Asked& asked, const std::string& left) {
  EXPECT_EQ(sliced(model, asked), text(*parse_text("left.pml", left)));
}
void expect_whole(const std::string& model, const Asked& asked) { expect_slice(model, asked, model); }

const Asked usual{};
const Asked no_deadlock{.deadlock = false};

TEST(Slice, leaves_out_what_nothing_relevant_reads) {
  expect_slice("byte x, y, z; active proctype P() { x = 1; y = x; z = y + x; assert(y == 1) }", usual,
               "byte x, y; active proctype P() { x = 1; y = x; assert(y == 1) }");
}

TEST(Slice, keeps_what_flows_into_a_relevant_variable_through_others) {
  expect_whole("byte a, b, c; active proctype P() { a = 1; b = a; c = b; assert(c == 1) }", usual);
}

TEST(Slice, cuts_a_decision_of_which_nothing_relevant_depends) {
  expect_slice("byte x, y; active proctype P() { if :: x > 1 -> y = 1 :: else -> y = 2; x = 3 fi; assert(true) }",
               usual, "active proctype P() { assert(true) }");
}

TEST(Slice, keeps_a_decision_that_something_relevant_depends_on) {
  expect_slice("byte x, y, z; active proctype P() { if :: x > 1 -> y = 1; z = 2 :: else fi; assert(y == 1) }", usual,
               "byte x, y; active proctype P() { if :: x > 1 -> y = 1 :: else fi; assert(y == 1) }");
}

TEST(Slice, keeps_a_choice_whose_ways_differ_though_nothing_is_compared) {
  expect_slice("byte x, y; active proctype P() { if :: x = 1; y = 1 :: x = 2; y = 2 fi; assert(x == y) }",
               {.assertions = false, .expressions = {"y == 0"}},
               "byte y; active proctype P() { if :: skip; y = 1 :: skip; y = 2 fi }");
}

TEST(Slice, keeps_who_waits_if_deadlocks_are_asked_about) {
  expect_whole("byte x; active proctype P() { x == 1 } active proctype Q() { x = 1 }", usual);
}

TEST(Slice, lets_those_wait_whose_end_nobody_asks_about) {
  expect_slice(
      "byte x, y; active proctype P() { y = 2; assert(y == 2); x == 1; x = 2 } active proctype Q() { x = 1 }",
      no_deadlock,
      "byte y; active proctype P() { y = 2; assert(y == 2); end_cut1: 0 } active proctype Q() { end_cut1: 0 }");
}

TEST(Slice, keeps_who_waits_before_something_relevant) {
  expect_whole("byte x; active proctype P() { x == 1; assert(false) } active proctype Q() { x = 1 }", no_deadlock);
}

TEST(Slice, keeps_a_loop_that_may_not_end_before_something_relevant) {
  const std::string model =
      "byte i; active proctype P() { do :: i < 3 -> i = i + 2 :: else -> break od; assert(false) }";
  expect_whole(model, usual);
  expect_whole(model, no_deadlock);
}

TEST(Slice, cuts_a_loop_that_counts_to_its_end) {
  expect_slice("byte x; active proctype P() { byte i; for (i : 1 .. 9) { x = x + i } assert(true) }", usual,
               "active proctype P() { assert(true) }");
}

TEST(Slice, keeps_a_loop_whose_index_cannot_pass_its_end) {
  expect_slice("byte x; active proctype P() { byte i; for (i : 1 .. 255) { x = x + i } assert(true) }", usual,
               "active proctype P() { byte i; for (i : 1 .. 255) { skip } assert(true) }");
}

TEST(Slice, keeps_going_around_for_ever) {
  expect_slice("byte x; active proctype P() { do :: x < 5 -> x++ :: else -> x = 0 od }", usual,
               "active proctype P() { do :: skip od }");
}

TEST(Slice, takes_guards_that_exclude_each_other_for_a_decision_that_cannot_block) {
  expect_slice("byte x, y; active proctype P() { if :: x == 1 -> y = 1 :: x != 1 fi; assert(true) }", usual,
               "active proctype P() { assert(true) }");
  expect_whole("byte x; active proctype P() { if :: x == 1 :: x == 2 fi; assert(true) }", usual);
}

TEST(Slice, takes_what_may_fail_for_relevant) {
  expect_whole("byte x, y; active proctype P() { x = 7 % (y + 1 - 1) }", usual);
  expect_slice("byte i; byte a[3]; active proctype P() { a[i] = 5; a[2] = 6; a[i]++ }", usual,
               "byte i; byte a[3]; active proctype P() { a[i] = 0; a[i] = 0 }");
  expect_slice("bit i; byte a[2]; active proctype P() { a[i] = 5; a[1 - i] = 2; a[i + 1] = 4; a[1] = 6 }", usual,
               "bit i; byte a[2]; active proctype P() { a[i + 1] = 0 }");
}

TEST(Slice, does_not_carry_what_nobody_reads) {
  expect_slice(
      "chan q = [1] of { byte, byte }; byte x, y; active proctype P() { q!x,y } active proctype Q() { byte a, b; "
      "q?a,b; "
      "assert(a == 0) }",
      usual,
      "chan q = [1] of { byte, bit }; byte x; active proctype P() { q!x,0 } active proctype Q() { byte a; q?a,_; "
      "assert(a == 0) }");
}

TEST(Slice, follows_channels_by_assignment_message_and_parameter) {
  expect_whole(
      "chan q = [1] of { byte }; chan r; byte x; active proctype P() { r = q; r!x } active proctype Q() { byte a; q?a; "
      "assert(a == 0) }",
      usual);
  expect_whole(
      "chan q = [1] of { byte }; chan m = [1] of { chan }; byte x; active proctype P() { m!q } active proctype R() { "
      "chan c; m?c; c!x } active proctype Q() { byte a; q?a; assert(a == 0) }",
      usual);
  expect_whole(
      "chan q = [1] of { byte }; byte x; proctype R(chan c) { c!x } active proctype Q() { byte a; run R(q); q?a; "
      "assert(a == 0) }",
      usual);
}

TEST(Slice, passes_0_for_a_parameter_that_nobody_reads) {
  expect_whole("byte x; proctype R(byte p; byte r) { assert(p == 0); x = r } init { run R(x, 7) }", usual);
  expect_slice("byte x, y; proctype R(byte p; byte r) { assert(p == 0); y = r } init { run R(x, 7) }", usual,
               "byte x; proctype R(byte p; byte r) { assert(p == 0) } init { run R(x, 0) }");
}

// Whoever receives inside an atomic sequence goes on alone: something has to be left to go on with.
TEST(Slice, keeps_indivisible_sequences_as_long_as_they_were) {
  expect_slice("chan q = [0] of { byte }; byte z; active proctype P() { atomic { z = 2; q?_; z = 1; z = 3 } }", usual,
               "chan q = [0] of { bit }; active proctype P() { atomic { q?_; skip } }");
}

TEST(Slice, lets_nothing_move_to_the_front_of_a_d_step) {
  expect_slice("chan q = [1] of { byte }; byte z; active proctype P() { d_step { z = 2; q?_; z = 1 } }", usual,
               "chan q = [1] of { bit }; active proctype P() { d_step { skip; q?_; skip } }");
}

TEST(Slice, keeps_unless_as_it_is) {
  expect_slice("byte x, y; active proctype P() { { x = 1; y = 2 } unless { x == 2 } }", usual,
               "byte x, y; active proctype P() { { x = 1; y = 0 } unless { x == 2 } }");
}

TEST(Slice, moves_labels_that_jumps_name_and_no_others) {
  expect_slice("byte x; chan q = [1] of { bit }; active proctype P() { L: x = 1; M: x = 2; q?_; goto L }", usual,
               "chan q = [1] of { bit }; active proctype P() { L: q?_; goto L }");
  // Who waits at q would end properly if the label moved there.
  expect_slice("byte x; chan q = [1] of { bit }; active proctype P() { end: x = 1; q?_; goto end }", usual,
               "chan q = [1] of { bit }; active proctype P() { end: skip; q?_; goto end }");
}

TEST(Slice, keeps_every_place_of_a_process_whose_labels_are_asked_about) {
  expect_slice("byte x; active proctype P() { x = 1; L: x = 2; x = 3 }",
               {.assertions = false, .deadlock = false, .expressions = {"!P@L"}},
               "active proctype P() { skip; L: skip; skip }");
  expect_slice("byte x; active proctype P() { do :: x = 1; progress: x = 2; x = 3 od }", {.progress = true},
               "active proctype P() { do :: skip; progress: skip; skip od }");
}

TEST(Slice, keeps_a_declaration_that_is_a_step_one) {
  expect_slice("byte x, y; active proctype P() { y = 1; byte b = x; assert(b == 0) } active proctype Q() { x = 1 }",
               usual, "byte x; active proctype P() { skip; byte b = x; assert(b == 0) } active proctype Q() { x = 1 }");
}

TEST(Slice, tells_what_it_cut_in_the_order_of_the_text) {
  const auto specification =
      parse_text("model.pml", "byte x, y;\nactive proctype P() {\n  y = 1;\n  x = 2;\n  y = 3;\n  assert(x == 2)\n}\n");
  SliceCriteria criteria;
  criteria.assertions = true;
  const Slice made = slice(*specification, criteria, {});
  ASSERT_EQ(made.statements.size(), 2U);
  EXPECT_EQ(made.statements[0].at.line, 3U);
  EXPECT_EQ(made.statements[0].text, "y = 1");
  EXPECT_EQ(made.statements[1].at.line, 5U);
  ASSERT_EQ(made.variables.size(), 1U);
  EXPECT_EQ(made.variables[0].text, "y");
  EXPECT_EQ(made.statements_before, 4U);
  EXPECT_EQ(made.variables_before, 2U);
}

TEST(Slice, tells_which_fields_carry_nothing) {
  const auto specification = parse_text(
      "model.pml", "chan q = [1] of { byte, byte };\nactive proctype P() { q!1,2 } active proctype Q() { q?1,_ }\n");
  SliceCriteria criteria;
  criteria.deadlock = true;
  const Slice made = slice(*specification, criteria, {});
  ASSERT_EQ(made.variables.size(), 1U);
  EXPECT_EQ(made.variables[0].text, "field 2 of q");
  EXPECT_EQ(made.variables_before, 3U);
}

TEST(Slice, cuts_nothing_where_single_steps_are_seen) {
  const auto whole = [](const std::string& model, bool steps) {
    const auto specification = parse_text("model.pml", model);
    SliceCriteria criteria;
    criteria.steps = steps;
    return slice(*specification, criteria, {}).whole;
  };
  const std::string plain = "byte x; active proctype P() { x = 1 }";
  EXPECT_EQ(whole(plain, false), "");
  EXPECT_NE(whole(plain, true), "");
  EXPECT_NE(whole(plain + " never { do :: skip od }", false), "");
  EXPECT_NE(whole("byte x; active proctype P() { x = 1; _last == 0 }", false), "");
  EXPECT_NE(whole("byte x; active proctype P() priority 2 { x = 1 }", false), "");
}

}  // namespace
}  // namespace waymark::promela
