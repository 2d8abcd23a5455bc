// All that a search says, to its listeners and in the end: for comparing two that have to say the same.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "search/observer.hpp"
#include "search/outcome.hpp"

namespace waymark::search {

// What an observer hears, as text.
class Heard final : public StepListener {
 public:
  void started(std::uint64_t root) override { text += "start;"; }
  void stepped(const Stepped& step) override {
    text += std::to_string(step.from) + (step.found.seen == store::Seen::fresh ? "*" : ">") +
            std::to_string(step.found.number) + "@" + std::to_string(step.depth) + ";";
  }
  void left(std::uint64_t number, std::uint64_t depth) override {
    text += "left " + std::to_string(number) + "@" + std::to_string(depth) + ";";
  }
  std::string text;
};

inline void expect_same(const Outcome& outcome, const Outcome& expected) {
  ASSERT_EQ(outcome.verdict, expected.verdict);
  ASSERT_EQ(outcome.why, expected.why);
  ASSERT_EQ(outcome.unsupported.detail, expected.unsupported.detail);
  ASSERT_EQ(outcome.shortest, expected.shortest);
  ASSERT_EQ(outcome.tallies.states, expected.tallies.states);
  ASSERT_EQ(outcome.tallies.explored, expected.tallies.explored);
  ASSERT_EQ(outcome.tallies.transitions, expected.tallies.transitions);
  ASSERT_EQ(outcome.tallies.depth, expected.tallies.depth);
  ASSERT_EQ(outcome.tallies.errors, expected.tallies.errors);
  ASSERT_EQ(outcome.findings.size(), expected.findings.size());
  for (std::size_t i = 0; i < outcome.findings.size(); ++i) {
    ASSERT_EQ(outcome.findings[i].violation.kind, expected.findings[i].violation.kind);
    ASSERT_EQ(outcome.findings[i].violation.detail, expected.findings[i].violation.detail);
    ASSERT_EQ(outcome.findings[i].choices, expected.findings[i].choices);
    ASSERT_EQ(outcome.findings[i].length, expected.findings[i].length);
    ASSERT_EQ(outcome.findings[i].from, expected.findings[i].from);
  }
}

}  // namespace waymark::search
