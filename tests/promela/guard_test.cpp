// Conditions that are decided without the machine, constants that are computed beforehand, and instructions that are
// executed together, against the arithmetic of C.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "promela/executor.hpp"
#include "promela/program/compile.hpp"
#include "promela/syntax/parse.hpp"

namespace waymark::promela {
namespace {

constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t greatest = std::numeric_limits<std::int32_t>::max();

std::shared_ptr<const Program> guarded_program(const std::string& text) { return compile(parse_text("m.pml", text)); }

// How many of the process's ways are open at its start.
std::size_t open_ways(const std::string& text) {
  Executor executor(guarded_program(text), Executor::Steps::executed);
  executor.reset();
  std::vector<model::Transition> ways;
  executor.enabled(ways);
  return ways.size();
}

bool has_range_test(const std::string& text, TransitionKind kind) {
  const auto program = guarded_program(text);
  for (const TransitionInfo& transition : program->transitions) {
    if (transition.kind == kind && transition.test.known) return true;
  }
  return false;
}

// A variable of each type, global or local, and the condition alone or as the beginning of a d_step.
std::string guarded(const std::string& type, std::int32_t value, const std::string& condition, bool local, bool dstep) {
  const std::string declared = fmt::format("{} x = {};", type, value);
  return fmt::format("byte before = 7; {} byte after = 9; active proctype P() {{ byte left = 3; {} {} }}",
                     local ? "" : declared, local ? declared : "",
                     dstep ? fmt::format("d_step {{ {} -> after = 1 }}", condition) : condition);
}

TEST(Guard, compares_a_variable_with_a_number_as_C_does) {
  struct Comparison {
    const char* text;
    std::function<bool(std::int32_t, std::int32_t)> holds;
  };
  const std::vector<Comparison> comparisons = {{"==", std::equal_to<>()}, {"!=", std::not_equal_to<>()},
                                               {"<", std::less<>()},      {"<=", std::less_equal<>()},
                                               {">", std::greater<>()},   {">=", std::greater_equal<>()}};
  struct Variable {
    const char* type;
    std::vector<std::int32_t> values;
  };
  const std::vector<Variable> variables = {{"byte", {0, 1, 200, 255}},
                                           {"short", {-32768, -1, 0, 1, 32767}},
                                           {"int", {least, least + 1, -1, 0, 1, greatest - 1, greatest}}};
  int shape = 0;
  for (const Comparison& comparison : comparisons) {
    for (const Variable& variable : variables) {
      for (const std::int32_t value : variable.values) {
        for (const std::int32_t with : {least, -1, 0, 1, 200, greatest}) {
          const std::string condition = fmt::format("x {} ({})", comparison.text, with);
          const std::string model = guarded(variable.type, value, condition, shape % 2 != 0, shape / 2 % 2 != 0);
          EXPECT_EQ(open_ways(model), comparison.holds(value, with) ? 1u : 0u) << model;
          ++shape;
        }
      }
    }
  }
}

TEST(Guard, looks_at_some_bits_of_a_variable) {
  for (const std::int32_t value : {0, 3, 5, 12, -1, least}) {
    for (const std::int32_t mask : {0, 1, 12, -4, least}) {
      for (const std::int32_t with : {0, 1, 4, 12, least}) {
        const std::string model = guarded("int", value, fmt::format("(x & {}) == ({})", mask, with), false, true);
        EXPECT_EQ(open_ways(model), (value & mask) == with ? 1u : 0u) << model;
      }
      EXPECT_EQ(open_ways(guarded("int", value, fmt::format("x & {}", mask), true, false)), (value & mask) != 0);
    }
    EXPECT_EQ(open_ways(guarded("int", value, "x", false, false)), value != 0 ? 1u : 0u);
    EXPECT_EQ(open_ways(guarded("int", value, "!x", true, true)), value == 0 ? 1u : 0u);
  }
}

TEST(Guard, is_decided_without_the_machine_where_it_is_a_range) {
  for (const std::string condition : {"x", "!x", "x == 3", "x < 1 + 2", "(x & (1 << 3 | 2)) != 1"}) {
    EXPECT_TRUE(has_range_test(guarded("int", 1, condition, false, false), TransitionKind::condition)) << condition;
    EXPECT_TRUE(has_range_test(guarded("int", 1, condition, false, true), TransitionKind::dstep)) << condition;
  }
  for (const std::string condition : {"x + 1", "x == before", "x == 3 && before == 7", "-x", "x == 1 / 0"}) {
    EXPECT_FALSE(has_range_test(guarded("int", 1, condition, false, false), TransitionKind::condition)) << condition;
  }
  // One that can begin in two ways needs both.
  const std::string two = "byte x, y; active proctype P() { d_step { if :: x == 1 -> y = 1 :: x == 0 -> y = 2 fi } }";
  EXPECT_FALSE(has_range_test(two, TransitionKind::dstep));
  EXPECT_EQ(open_ways(two), 1u);
}

// What each expression is, computed here by C++.
TEST(Guard, computes_with_numbers_what_C_computes) {
  struct Case {
    const char* text;
    std::int32_t value;
  };
  for (const Case& one : std::vector<Case>{{"x + 3 * 4", 5 + 3 * 4},
                                           {"x - 1 - 1", 5 - 1 - 1},
                                           {"x * -2", 5 * -2},
                                           {"x / 2 % 2", 5 / 2 % 2},
                                           {"x / -1", 5 / -1},
                                           {"(x << 1) >> 3", (5 << 1) >> 3},
                                           {"x << 32", 0},
                                           {"-x >> 40", -1},
                                           {"x & ~1 | 8 ^ 2", (5 & ~1) | (8 ^ 2)},
                                           {"(x > 4) + (x >= 6) + (x != 5) + (x < 6) * 10 + (x <= 4)", 11},
                                           {"(x == 5 -> 2 + 2 : 1 / 1)", 4},
                                           {"(x && !0) + (0 || x)", 2},
                                           {"2147483647 + x - x", greatest}}) {
    Executor executor(guarded_program("int x = 5; active proctype P() { x == 5 }"));
    const model::Watch watch = executor.watch(fmt::format("({}) == ({})", one.text, one.value));
    executor.reset();
    EXPECT_TRUE(executor.holds(watch)) << one.text;
  }
}

TEST(Guard, that_cannot_be_evaluated_is_met_when_it_is_taken) {
  for (const std::string condition :
       {"1 / 0 == x", "x % 0", "x == 1 && 3 / (1 - 1)", "v[x + 9] == 0", "v[9 - 1 + x] == 0 || x"}) {
    Executor executor(guarded_program(fmt::format("byte x = 1, v[4]; active proctype P() {{ {} }}", condition)));
    executor.reset();
    std::vector<model::Transition> ways;
    executor.enabled(ways);
    ASSERT_EQ(ways.size(), 1u) << condition;
    EXPECT_EQ(executor.fire(ways.front()), model::Step::failed) << condition;
  }
}

// A pattern lies within the code of a condition as a piece of its own.
TEST(Guard, with_a_poll_fails_where_its_pattern_does) {
  Executor executor(
      guarded_program("byte i = 9, v[4]; chan q = [1] of { byte }; chan none;"
                      "active proctype P() { q!1; (none?[1]) }"));
  executor.reset();
  std::vector<model::Transition> ways;
  executor.enabled(ways);
  ASSERT_EQ(ways.size(), 1u);
  ASSERT_EQ(executor.fire(ways.front()), model::Step::moved);
  executor.enabled(ways);
  ASSERT_EQ(ways.size(), 1u);
  EXPECT_EQ(executor.fire(ways.front()), model::Step::failed);
}

}  // namespace
}  // namespace waymark::promela
